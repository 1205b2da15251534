import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { CallInput, Handlers } from '#server/core/http/serve.ts'
import type { Images } from '#server/features/images/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import { liveCalls, myScanCalls, ownProductCalls } from '#shared/contract/library.ts'
import {
  createFavoritesService,
  createManualProducts,
  createProductsService,
  createScansService,
  type Pictures,
} from './library.service.ts'
import { createOwnProductStores } from './library.store.ts'
import { createLive, liveStreamHandlers } from './live.ts'

/** The scans, products and favorites of a user, in lists that update live. */
export const libraryFeature = ({ pool, atomically, log }: Core, { images }: { images: Images }) => {
  const { uploads } = images
  const stores = createOwnProductStores(pool, atomically)
  // The product is deleted anyway; the sweep of unused uploads tries again.
  const release: Pictures['release'] = (uid, urls) =>
    uploads
      .release(uid, urls)
      .catch((err: unknown) => log.warn({ err }, 'Could not delete the pictures of a product'))
  const pictures = { release, renew: uploads.renew }
  const products = createProductsService(stores, pictures)
  const favorites = createFavoritesService(stores, pictures)
  const scans = createScansService(stores, pictures)
  const manualProducts = createManualProducts(products, uploads)
  const live = createLive(pool)
  const saveDetection =
    (isEdited: boolean) =>
    async ({ user, body }: SaveInput) =>
      succeeded(await products.save(user, body.detection_data, { isEdited, result: body.result }))
  const ownProductHandlers: Handlers<typeof ownProductCalls> = {
    'POST /save-detection.php': saveDetection(false),
    'POST /api/firebase-sync/save-detection.php': saveDetection(true),
    'DELETE /api/firebase-sync/save-detection.php': async ({ user, body }) =>
      products.remove(user.uid, body.product_id),
    'GET /user-products.php': async ({ user }) => succeeded(await products.listDetected(user.uid)),
    'POST /user-products.php': async ({ user, body, request }) =>
      products.merge(user, { saved: body.saved_products, own: body.my_products }, request.signal),
    'POST /saved-products.php': async ({ user }) => succeeded(await favorites.list(user.uid)),
    'POST /my-products.php': async ({ user }) => succeeded(await products.list(user.uid)),
    'PATCH /api/my-products/:id': async ({ user, params, body }) => {
      const { title, ...rest } = body
      const changes = title === undefined ? rest : { ...rest, name: title }
      return succeeded(await products.change(user, params.id, changes))
    },
    'DELETE /api/my-products/:id': async ({ user, params }) => products.remove(user.uid, params.id),
    'POST /api/manual-products': async ({ body, files, user }) => {
      const photo = files['photo']
      // A form without a chosen file sends an empty one.
      const bytes = photo && photo.size > 0 ? new Uint8Array(await photo.arrayBuffer()) : null
      return succeeded(await manualProducts.add(user, body, bytes))
    },
    'GET /api/favorites/check': async ({ user, query }) =>
      succeeded({ isFavorited: await favorites.has(user.uid, query.name) }),
    'POST /api/favorites': async ({ user, body }) => succeeded(await favorites.add(user.uid, body)),
    'DELETE /api/favorites': async ({ user, body }) => favorites.remove(user.uid, body.name),
  }

  const myScanHandlers: Handlers<typeof myScanCalls> = {
    'GET /api/my-scans': async ({ user }) => succeeded(await scans.list(user.uid)),
    'GET /api/my-scan': async ({ user, query }) =>
      succeeded(await scans.open(user.uid, query.photo)),
    'DELETE /api/my-scan': async ({ user, query }) => scans.remove(user.uid, query.photo),
    'DELETE /api/my-scans': async ({ user }) => scans.removeAll(user.uid),
  }

  return {
    products,
    favorites,
    scans,
    live,
    feature: {
      routes: [
        // Mounted first: this stream never ends, so no middleware may wait for its end.
        calls(liveCalls, liveStreamHandlers(live), 'first'),
        calls(ownProductCalls, ownProductHandlers),
        calls(myScanCalls, myScanHandlers),
      ],
      start: ({ listener }) => live.hub.start(listener),
      endStreams: live.hub.endAll,
    } satisfies Feature,
  }
}
export type Library = ReturnType<typeof libraryFeature>

type SaveInput = Pick<
  CallInput<(typeof ownProductCalls)['POST /save-detection.php']>,
  'user' | 'body'
>
