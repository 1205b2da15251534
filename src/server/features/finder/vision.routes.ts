import { succeeded } from '#shared/contract/call.ts'
import type { visionCalls } from '#shared/contract/vision.ts'
import { AppError } from '#server/http/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { VisionService } from './vision.service.ts'

const pictureOf = async (file: File | undefined): Promise<Uint8Array> => {
  if (!file) throw new AppError(400, 'The picture is missing: send it as the field image.')
  return new Uint8Array(await file.arrayBuffer())
}

export const visionHandlers = (vision: VisionService): Handlers<typeof visionCalls> => ({
  'POST /api/vision/detect': async ({ files, request }) =>
    succeeded(await vision.detect(await pictureOf(files['image']), request.signal)),

  'POST /api/vision/similar': async ({ files, body, user, request }) => {
    const { count, category, minPrice, maxPrice } = body
    const box =
      body.x === undefined ? null : { x: body.x, y: body.y, width: body.width, height: body.height }
    const filter = { category, minPrice, maxPrice, ownerUid: user.uid }
    const bytes = await pictureOf(files['image'])
    const products = await vision.similarToCrop(bytes, box, count, filter, request.signal)
    return succeeded({ products })
  },

  'GET /api/products/:id/similar': async ({ params, query: { count, ...filter } }) =>
    succeeded({ products: await vision.similarToProduct(params.id, count, filter) }),

  'POST /api/product-search': async ({ body: { term, category, count } }) => ({
    success: true,
    message: '',
    products: await vision.searchByTerm(term, category, count),
  }),
})
