import type { Logger } from 'pino'
import type { adminShopCalls } from '#shared/contract/admin-shops.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { FeedBusyError, ShopError, type Shops } from './shops.service.ts'
import type { productLinkCalls } from '#shared/contract/products.ts'
import type { ProductLinks } from './product-links.service.ts'
import type { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { CATALOG_IMPORT } from '#shared/constants.ts'
import type { CatalogImports } from './catalog-imports.service.ts'

/** Turns errors that the caller can correct into replies with a status. */
const withStatus = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof FeedBusyError) throw new AppError(409, cause.message, { cause })
    if (cause instanceof ShopError) throw new AppError(400, cause.message, { cause })
    throw cause
  }
}

type Parts = { shops: Shops; log: Logger; audit: Pick<AuditStore, 'note'> }

export const adminShopHandlers = ({
  shops,
  log,
  audit: auditStore,
}: Parts): Handlers<typeof adminShopCalls> => {
  /** In the background, because a feed may take longer than a request may wait. */
  const runInBackground = async (name: string, force: boolean) => {
    const read = await withStatus(shops.begin(name))
    read({ force }).catch((err: unknown) =>
      log.error({ err, shop: name }, 'A feed could not be read'),
    )
  }

  return {
    'GET /api/admin/shops': async () => succeeded({ shops: await shops.list() }),

    'POST /api/admin/shops': async ({ body, user, audit }) => {
      await withStatus(shops.add(body))
      audit('shop-added')
      await auditStore.note(user.uid, 'shop-added', body.name)
      await runInBackground(body.name, false).catch((error: unknown) => {
        // Another server has already started to read it.
        if (!(error instanceof AppError && error.status === 409)) throw error
      })
    },

    'POST /api/admin/shops/preview': async ({ body }) =>
      succeeded(await withStatus(shops.preview(body))),

    'POST /api/admin/shops/:name/run': async ({ params, body, user }) => {
      if (body.source !== undefined) await withStatus(shops.replaceFile(params.name, body.source))
      await runInBackground(params.name, body.force)
      await auditStore.note(user.uid, 'shop-read', params.name)
    },

    'GET /api/admin/shops/:name/runs': async ({ params }) =>
      succeeded({ runs: await withStatus(shops.runs(params.name)) }),

    'DELETE /api/admin/shops/:name': async ({ params, user, audit }) => {
      const offers = await withStatus(shops.remove(params.name))
      audit('shop-removed')
      await auditStore.note(user.uid, 'shop-removed', params.name)
      await shops.settleRemoval()
      return succeeded({ offers })
    },
  }
}

export const productLinkHandlers = (readLink: ProductLinks): Handlers<typeof productLinkCalls> => ({
  'POST /api/product-from-link': async ({ body, user, request }) =>
    succeeded(await readLink(user.uid, body.link, request.signal)),
})

export const adminImportHandlers = (
  imports: CatalogImports,
): Handlers<typeof adminImportCalls> => ({
  'GET /api/admin/imports': async () => succeeded({ imports: await imports.list() }),

  'POST /api/admin/imports': async ({ body, user }) => {
    const { name, bytes, replace, feed } = body
    const id = await imports.create({ name, bytes, replaces: replace, isFeed: feed }, user.uid)
    return succeeded({ id, partBytes: CATALOG_IMPORT.partBytes })
  },

  'POST /api/admin/imports/:id/parts': async ({ params, body, files }) => {
    const part = files['part']
    if (!part) throw new AppError(400, 'The part is missing: send it as the field part.')
    await imports.putPart(params.id, body.number, Buffer.from(await part.arrayBuffer()))
  },

  'POST /api/admin/imports/:id/start': async ({ params, user }) => {
    await imports.start(params.id, user.uid)
  },

  'GET /api/admin/imports/:id': async ({ params }) => succeeded(await imports.find(params.id)),
})
