import { randomUUID } from 'node:crypto'
import { succeeded } from '#shared/contract/call.ts'
import type {
  LensDetection,
  LensProduct,
  scanCalls,
  ScanDetection,
  ScanEvent,
} from '#shared/contract/scan.ts'
import { lensDetectionId } from '#shared/domain/detection.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Decode } from '#server/vision/picture.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import { type ProductSearch, shoppingFromProduct } from './product-search.service.ts'
import { openPhoto, sentPicture } from './photo.ts'
import { startInTurn } from './queued-scan.ts'
import type { Rejections } from './rejections.service.ts'
import type { ScanQueue } from './scan-queue.ts'
import type { ScanService } from './scan.service.ts'
import type { SharedScans } from './shared-scans.ts'
import type { VisionService } from './vision.service.ts'

type Parts = {
  vision: Pick<VisionService, 'appearanceOf'>
  scans: ScanService
  search: Pick<ProductSearch, 'byTerm'>
  queue: ScanQueue
  running: SharedScans
  rejections: Rejections
  uploads: UploadsService
  decode: Decode
}

const encoder = new TextEncoder()

const asLines = () =>
  new TransformStream<ScanEvent, Uint8Array>({
    transform: (event, controller) =>
      controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)),
  })

export const lines = (events: ReadableStream<ScanEvent> | null) => {
  if (!events) throw new AppError(404, 'This scan is over', { code: 'scan-over' })
  return new Response(events.pipeThrough(asLines()), {
    headers: {
      'content-type': 'application/x-ndjson',
      // A proxy that buffers the reply would hold back every card until the last.
      'x-accel-buffering': 'no',
    },
  })
}

/** From the upload's name, so that scanning a photo again gives the same ids and updates what is stored. */
const idPrefixOf = (imageUrl: string) =>
  lensDetectionId(imageUrl.slice(imageUrl.lastIndexOf('/') + 1).replace(/\.\w+$/, ''))

/** The signed embedding is for our own client. */
const lensDetection = ({
  productLink,
  offersLink,
  extractedOffers,
  extractedPrice,
  thumbnailVideo,
  products,
  embedding: _embedding,
  ...detection
}: ScanDetection): LensDetection => ({
  ...detection,
  product_link: productLink,
  offers_link: offersLink,
  extracted_offers: extractedOffers,
  extracted_price: extractedPrice,
  thumbnail_video: thumbnailVideo,
  products: products.map(shoppingFromProduct),
})

const lensProducts = (detections: readonly ScanDetection[]): LensProduct[] =>
  detections.flatMap(
    ({ category, label, title, lensObjectName, searchTerms, primaryQuery, products }) =>
      products.map((product, index) => ({
        ...shoppingFromProduct(product, index),
        lensCategory: category,
        lensTitle: title ?? label,
        lensObjectName: lensObjectName ?? label,
        lensSearchTerms: searchTerms ?? [],
        lensPrimaryQuery: primaryQuery ?? label,
      })),
  )

export const scanHandlers = ({
  vision,
  scans,
  search,
  queue,
  running,
  rejections,
  uploads,
  decode,
}: Parts): Handlers<typeof scanCalls> => {
  const ownPhoto = async (uid: string, imageUrl: string) => {
    const bytes = await uploads.readOwn(uid, imageUrl)
    if (!bytes) throw new AppError(404, 'There is no such photo')
    return openPhoto(bytes, decode)
  }

  return {
    'POST /api/scan': async ({ body: { imageUrl }, user: { uid } }) => {
      const photo = await ownPhoto(uid, imageUrl)
      const scan = { uid, photo, idPrefix: idPrefixOf(imageUrl) }
      return lines(
        await startInTurn({ queue, running }, { owner: uid, visitor: uid }, (signal, say) =>
          scans.scan(scan, signal, say),
        ),
      )
    },

    'GET /api/scan/:id': async ({ params, query, user }) =>
      lines(await running.read(user.uid, params.id, query.after)),

    'DELETE /api/scan/:id': async ({ params, user }) => {
      if (!(await running.cancel(user.uid, params.id))) throw new AppError(404, 'This scan is over')
      return succeeded(null)
    },

    'POST /api/scan-box': async ({ body: { imageUrl, ...wanted }, user: { uid }, request }) =>
      succeeded(await scans.searchBox(uid, await ownPhoto(uid, imageUrl), wanted, request.signal)),

    'POST /api/not-this': async ({ body, user: { uid }, request }) => {
      const { picture } = await ownPhoto(uid, body.imageUrl)
      const appearance = await vision.appearanceOf(picture, body.bbox, request.signal)
      await rejections.remember(uid, appearance, body.productId)
      return succeeded(null)
    },

    'POST /api/detect-and-search': async ({ files, user: { uid }, request }) => {
      const photo = await openPhoto(await sentPicture(files['image']), decode)
      const scan = { uid, photo, idPrefix: lensDetectionId(randomUUID()) }
      const { detections, notices } = await scans.scanWhole(scan, request.signal)
      const products = lensProducts(detections)
      const isFound = detections.length > 0
      return {
        success: isFound,
        message: notices.join(' '),
        ...(isFound ? {} : { error: SCAN_MESSAGES.noVisualMatches }),
        lensResults: { detections: detections.map(lensDetection) },
        shoppingResults: { success: products.length > 0, products },
      }
    },

    'POST /api/product-search': async ({ body, user, request }) => {
      const { products, error } = await search.byTerm({ ...body, uid: user.uid }, request.signal)
      return { success: true, message: products.length === 0 ? (error ?? '') : '', products }
    },
  }
}
