import { succeeded } from '#shared/contract/call.ts'
import type { productLinkCalls } from '#shared/contract/product-links.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { ProductLinks } from './product-link.service.ts'

export const productLinkHandlers = (readLink: ProductLinks): Handlers<typeof productLinkCalls> => ({
  'POST /api/product-from-link': async ({ body, user, request }) =>
    succeeded(await readLink(user.uid, body.link, request.signal)),
})
