import { z } from 'zod'
import { CATEGORIES } from '#shared/domain/category.ts'
import { shopLinkSchema } from '#shared/domain/stored-link.ts'
import { defineCalls, envelope } from './call.ts'

const linkedProductSchema = z.object({
  title: z.string(),
  /** A plain number, as the form takes it. */
  price: z.string(),
  /** Null if the shop does not say. */
  currency: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  /** The address of our copy, which belongs to the user. */
  picture: z.string().nullable(),
})
export type LinkedProduct = z.infer<typeof linkedProductSchema>

export const productLinkCalls = defineCalls({
  'POST /api/product-from-link': {
    summary: "What a shop's page says about a product, to fill in the form that adds one by hand",
    permission: 'add-products',
    body: z.object({ link: shopLinkSchema }),
    limit: 'productLink',
    reply: envelope(linkedProductSchema),
  },
})
