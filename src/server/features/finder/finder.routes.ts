import { readSentFile } from '#server/core/http/request-body.ts'
import type { Hono } from 'hono'
import { randomUUID } from 'node:crypto'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { callerGroup } from '#server/core/http/rate-limits.store.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { UploadsService } from '#server/features/images/index.ts'
import { type Decode, openPicture } from '#server/vision/sharp-picture.ts'
import { FIND } from '#shared/finder-constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { offlineProductCalls } from '#shared/contract/offline-products.ts'
import type { searchCalls } from '#shared/contract/remote-search.ts'
import type {
  findCalls,
  LensDetection,
  LensProduct,
  scanCalls,
  ScanDetection,
  ScanEvent,
} from '#shared/contract/scan.ts'
import type { answerCalls, visionCalls } from '#shared/contract/vision.ts'
import { findNamedCategory } from '#shared/domain/category.ts'
import { buildLensDetectionId } from '#shared/domain/detection.ts'
import { shortenProductTitle } from '#shared/domain/search-terms.ts'
import { SCAN_MESSAGES, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import type { AnswersService } from './answers.service.ts'
import type { DescribedObjects } from './embeddings.ts'
import type { OfflineProducts } from './offline-products.service.ts'
import { type Crops, openPhoto } from './photo.ts'
import type { Rejections } from './rejections.store.ts'
import { type ScanQueue, startQueuedScan } from './scan-queue.ts'
import type { ScanService } from './scan.service.ts'
import type { SharedScans } from './shared-scans.ts'
import {
  matchFromProduct,
  shoppingFromProduct,
  type ShoppingSearch,
} from './shopping-search.service.ts'
import type { VisionService } from './vision.service.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

type FinderRoutesDependencies = {
  vision: Pick<VisionService, 'appearanceOf'>
  scans: ScanService
  search: Pick<ShoppingSearch, 'byTerm'>
  queue: ScanQueue
  sharedScans: SharedScans
  rejections: Rejections
  uploads: UploadsService
  /** Visitors take turns. */
  decodeFor: (visitor: string) => Decode
}

const encoder = new TextEncoder()

const createLineEncoder = () =>
  new TransformStream<ScanEvent, Uint8Array>({
    transform: (event, controller) =>
      controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)),
  })

const createNdjsonResponse = (events: ReadableStream<ScanEvent> | null) => {
  if (!events) throw new AppError(404, FINDER_SERVICE_TEXT.scanIsOver, { code: 'scan-over' })
  return new Response(events.pipeThrough(createLineEncoder()), {
    headers: {
      'content-type': 'application/x-ndjson',
      // A proxy that buffers the reply would hold back every card until the last.
      'x-accel-buffering': 'no',
    },
  })
}

/** Derived from the name of the upload: scanning a photo again gives the same ids and updates what is stored. */
const deriveIdPrefix = (imageUrl: string) =>
  buildLensDetectionId(imageUrl.slice(imageUrl.lastIndexOf('/') + 1).replace(/\.\w+$/, ''))

/** The signed embedding and `noneOfKind` are only for our own client. */
const toLensDetection = ({
  productLink,
  offersLink,
  extractedOffers,
  extractedPrice,
  thumbnailVideo,
  products,
  embedding: _embedding,
  noneOfKind: _noneOfKind,
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

const toLensProducts = (detections: readonly ScanDetection[]): LensProduct[] =>
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
  sharedScans,
  rejections,
  uploads,
  decodeFor,
}: FinderRoutesDependencies): Handlers<typeof scanCalls> => {
  const readOwnPhoto = async (uid: string, imageUrl: string) => {
    const bytes = await uploads.readOwn(uid, imageUrl)
    if (!bytes) throw notFoundError('photo')
    return openPhoto(bytes, decodeFor(uid))
  }

  return {
    'POST /api/scan': async ({ body: { imageUrl }, user: { uid } }) => {
      const photo = await readOwnPhoto(uid, imageUrl)
      const scan = { uid, photo, idPrefix: deriveIdPrefix(imageUrl) }
      return createNdjsonResponse(
        await startQueuedScan(
          { queue, sharedScans },
          { owner: uid, visitor: uid },
          (signal, emit) => scans.scan(scan, signal, emit),
        ),
      )
    },

    'GET /api/scan/:id': async ({ params, query, user }) =>
      createNdjsonResponse(await sharedScans.read(user.uid, params.id, query.after)),

    'DELETE /api/scan/:id': async ({ params, user }) => {
      if (!(await sharedScans.cancel(user.uid, params.id)))
        throw new AppError(404, FINDER_SERVICE_TEXT.scanIsOver)
    },

    'POST /api/scan-box': async ({ body: { imageUrl, ...search }, user: { uid }, request }) =>
      succeeded(
        await scans.searchBox(uid, await readOwnPhoto(uid, imageUrl), search, request.signal),
      ),

    'POST /api/not-this': async ({ body, user: { uid }, request }) => {
      const { picture } = await readOwnPhoto(uid, body.imageUrl)
      const appearance = await vision.appearanceOf(picture, body.bbox, request.signal)
      await rejections.remember(uid, appearance, body.productId)
    },

    'POST /api/detect-and-search': async ({ files, user: { uid }, request }) => {
      const photo = await openPhoto(await readSentFile(files, 'image'), decodeFor(uid))
      const scan = { uid, photo, idPrefix: buildLensDetectionId(randomUUID()) }
      const { detections, notices } = await scans.scanWhole(scan, request.signal)
      const products = toLensProducts(detections)
      const hasDetections = detections.length > 0
      return {
        success: hasDetections,
        message: notices.join(' '),
        ...(hasDetections ? {} : { error: SCAN_MESSAGES.noVisualMatches }),
        lensResults: { detections: detections.map(toLensDetection) },
        shoppingResults: { success: products.length > 0, products },
      }
    },

    'POST /api/product-search': async ({ body, user, request }) => {
      const { products, error } = await search.byTerm({ ...body, uid: user.uid }, request.signal)
      return { success: true, message: products.length === 0 ? (error ?? '') : '', products }
    },
  }
}

export const offlineProductHandlers = (
  offlineProducts: OfflineProducts,
): Handlers<typeof offlineProductCalls> => ({
  'GET /api/offline-products': async ({ query }) =>
    succeeded(await offlineProducts.readPart(query)),
})

/** The public finder: photos are only kept in memory, and no part of them leaves this server. */
export const findHandlers = (
  dependencies: Pick<
    FinderRoutesDependencies,
    'scans' | 'queue' | 'sharedScans' | 'uploads' | 'decodeFor'
  > & {
    describedObjects: DescribedObjects
  },
): Handlers<typeof findCalls> => {
  const { scans, sharedScans, uploads, decodeFor, describedObjects } = dependencies
  /** Keeps only the reduced copy that the models use, for as long as the scan waits and runs. */
  const readPhoto = async (files: Record<string, File>, visitor: string) => ({
    picture: await openPicture(await readSentFile(files, 'image'), decodeFor(visitor)),
  })

  return {
    'POST /api/find': async ({ files, user, address }) => {
      const uid = user?.uid ?? null
      const visitor = uid ?? callerGroup(address)
      const photo = await readPhoto(files, visitor)
      const scan = { uid, photo, idPrefix: buildLensDetectionId(randomUUID()) }
      const scanner = {
        owner: null,
        visitor,
        perVisitor: FIND.perAddress,
        longestMs: FIND.maxMs,
      }
      return createNdjsonResponse(
        await startQueuedScan(dependencies, scanner, (signal, emit) =>
          scans.scan(scan, signal, emit),
        ),
      )
    },

    'GET /api/find/:id': async ({ params, query }) =>
      createNdjsonResponse(await sharedScans.read(null, params.id, query.after)),

    'DELETE /api/find/:id': async ({ params }) => sharedScans.leave(params.id),

    'POST /api/find-box': async ({
      files,
      body: { category, ...bbox },
      user,
      address,
      request,
    }) => {
      const search = { bbox, category }
      const photo = await readPhoto(files, user?.uid ?? callerGroup(address))
      return succeeded(await scans.searchBox(user?.uid ?? null, photo, search, request.signal))
    },

    'POST /api/find-objects': async ({ body }) =>
      succeeded({ embeddings: await describedObjects.signObjects(body) }),

    'POST /api/find-vector': async ({ body }) =>
      succeeded({ embedding: await describedObjects.signVector(body) }),

    'POST /api/find-address': async ({ body, address, request }) =>
      new Response(await uploads.copyFrom(body.address, callerGroup(address), request.signal), {
        headers: { 'content-type': 'image/jpeg' },
      }),
  }
}

export const answerHandlers = (answers: AnswersService): Handlers<typeof answerCalls> => ({
  'POST /api/answers': async ({ body, user }) => {
    const { embedding, count, preferDepartment: department, ...refinement } = body
    return succeeded(
      await answers.findAnswers(embedding, refinement, { count, department }, user?.uid),
    )
  },

  'POST /api/answers/kind': async ({ body: { embedding, kind } }) =>
    succeeded(await answers.nameKind(embedding, kind)),

  'POST /api/answers/counts': async ({ body: { embedding, ...refinement }, user }) =>
    succeeded(await answers.countAnswers(embedding, refinement, user?.uid)),
})

export const visionHandlers = (
  vision: VisionService,
  decodeFor: (visitor: string) => Decode,
): Handlers<typeof visionCalls> => ({
  'POST /api/vision/detect': async ({ files, user, request }) => {
    const picture = await openPicture(await readSentFile(files, 'image'), decodeFor(user.uid))
    const { detections } = await vision.detect(picture, request.signal)
    return succeeded({ picture: picture.size, detections })
  },

  'POST /api/vision/similar': async ({ files, body, user, request }) => {
    const { count, category } = body
    const box =
      body.x === undefined ? null : { x: body.x, y: body.y, width: body.width, height: body.height }
    const filter = { category, price: toPriceRange(body), ownerUid: user.uid }
    const picture = await openPicture(await readSentFile(files, 'image'), decodeFor(user.uid))
    const { products } = await vision.similarToCrop(picture, box, count, filter, request.signal)
    return succeeded({ products })
  },

  'GET /api/products/:id/similar': async ({ params, query: { count, category, ...query } }) =>
    succeeded({
      products: await vision.similarToProduct(params.id, count, {
        category,
        price: toPriceRange(query),
      }),
    }),

  'GET /api/products/:id/nearest-in-stock': async ({ params }) =>
    succeeded({ product: await vision.nearestInStock(params.id) }),
})

type PriceQuery = {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  currency: string
}

const toPriceRange = ({ minPrice: min, maxPrice: max, currency }: PriceQuery) =>
  min === undefined && max === undefined ? undefined : { min, max, currency }

/** Why a query cannot be searched, or null. */
const findTitleProblem = (query: string) => {
  if (!query) return SEARCH_ERRORS.noTitles
  return shortenProductTitle(query) ? null : SEARCH_ERRORS.noValidTitles
}

export const searchHandlers = (
  search: ShoppingSearch,
  uploads: Pick<UploadsService, 'readAny'>,
): Handlers<typeof searchCalls> => ({
  'POST /google-lens.php': async ({ body, user, request }) => {
    const bytes = await uploads.readAny(user.uid, body.imageUrl)
    const { products, error } = await search.byPicture(user.uid, bytes, request.signal)
    const data = {
      visual_matches: products.map(matchFromProduct),
      shopping_results: products.map(shoppingFromProduct),
    }
    return products.length > 0
      ? { success: true, data }
      : { success: false, error: error ?? SCAN_MESSAGES.noVisualMatches, data }
  },

  'POST /google-shopping.php': async ({ body, user, request }) => {
    // Clients may send any word as a category: 'shoes' is footwear, and an unknown one has no products.
    const category = body.category ? findNamedCategory(body.category) : undefined
    const problem = findTitleProblem(body.query)
    const { products, total, error } =
      problem !== null || category === null
        ? { products: [], total: 0, error: problem }
        : await search.byTerm(
            { term: body.query, category, count: body.limit, uid: user.uid },
            request.signal,
          )
    return {
      ...(products.length === 0 && error ? { success: false, error } : { success: true }),
      data: {
        shopping_results: products.map(shoppingFromProduct),
        search_information: { total_results: total },
      },
    }
  },
})

/** Serves crops to search providers, which have no session: the URL itself is signed and expires. */
export const mountCrops = (app: Hono<AppEnv>, crops: Pick<Crops, 'read'>) =>
  app.get('/media/crops/:name', async (context) => {
    const jpeg = await crops.read(context.req.param('name'), context.req.query('signature') ?? '')
    if (!jpeg) throw new AppError(404, HTTP_TEXT.notFound)
    return new Response(new Uint8Array(jpeg), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' },
    })
  })
