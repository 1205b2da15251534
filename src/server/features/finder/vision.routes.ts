import { succeeded } from '#shared/contract/call.ts'
import type { visionCalls } from '#shared/contract/vision.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type Decode, openPicture } from '#server/vision/picture.ts'
import { sentPicture } from './photo.ts'
import type { VisionService } from './vision.service.ts'

export const visionHandlers = (
  vision: VisionService,
  decode: Decode,
): Handlers<typeof visionCalls> => ({
  'POST /api/vision/detect': async ({ files, request }) => {
    const picture = await openPicture(await sentPicture(files['image']), decode)
    const { detections } = await vision.detect(picture, request.signal)
    return succeeded({ picture: picture.size, detections })
  },

  'POST /api/vision/similar': async ({ files, body, user, request }) => {
    const { count, category } = body
    const box =
      body.x === undefined ? null : { x: body.x, y: body.y, width: body.width, height: body.height }
    const filter = { category, price: priceRange(body), ownerUid: user.uid }
    const picture = await openPicture(await sentPicture(files['image']), decode)
    const { products } = await vision.similarToCrop(picture, box, count, filter, request.signal)
    return succeeded({ products })
  },

  'GET /api/products/:id/similar': async ({ params, query: { count, category, ...query } }) =>
    succeeded({
      products: await vision.similarToProduct(params.id, count, {
        category,
        price: priceRange(query),
      }),
    }),

  'GET /api/products/:id/nearest-in-stock': async ({ params }) =>
    succeeded({ product: await vision.nearestInStock(params.id) }),
})

type AskedPrice = {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  currency: string
}

const priceRange = ({ minPrice: min, maxPrice: max, currency }: AskedPrice) =>
  min === undefined && max === undefined ? undefined : { min, max, currency }
