import { succeeded } from '#shared/contract/call.ts'
import type { manualProductCalls } from '#shared/contract/manual-products.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { ManualProducts } from './manual-products.service.ts'

export const manualProductHandlers = (
  products: ManualProducts,
): Handlers<typeof manualProductCalls> => ({
  'POST /api/manual-products': async ({ body, files, user }) => {
    const photo = files['photo']
    // A form without a chosen file sends an empty one.
    const bytes = photo && photo.size > 0 ? new Uint8Array(await photo.arrayBuffer()) : null
    return succeeded(await products.add(user, body, bytes))
  },
})
