import { UPLOAD } from '#shared/constants.ts'
import { manualProductSchema } from '#shared/domain/manual-product.ts'
import { defineCalls, envelope } from './call.ts'
import { productRecordSchema } from './products.ts'

export const manualProductCalls = defineCalls({
  'POST /api/manual-products': {
    summary: 'Add a product by hand, with or without its photo; it appears under My Products',
    access: 'invited',
    files: ['photo'],
    body: manualProductSchema,
    maxBytes: UPLOAD.maxBytes + 64 * 1024,
    limit: 'upload',
    reply: envelope(productRecordSchema),
  },
})
