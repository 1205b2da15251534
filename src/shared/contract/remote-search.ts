import { z } from 'zod'
import { SHOPPING_SEARCH } from '#shared/finder-constants.ts'
import { CERTAINTIES } from '#shared/domain/certainty.ts'
import { SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { defineCallsFor } from './call.ts'

/** The label of a match: its certainty, or why it has none. */
export const matchLabelSchema = z.enum([...CERTAINTIES, 'closest we have', 'added by you'])

/** Prices, stock and ratings may be missing from one of two identical calls; only title and link are required. */
const resultFields = {
  position: z.number().int(),
  title: z.string(),
  source: z.string().optional(),
  price: z.string().optional(),
  extracted_price: z.number().optional(),
  currency: z.string().optional(),
  thumbnail: z.string().optional(),
  rating: z.number().optional(),
  reviews: z.number().optional(),
}

const visualMatchSchema = z.object({
  ...resultFields,
  link: z.string(),
  stock_information: z.string().optional(),
  snippet: z.string().optional(),
  image: z.object({ link: z.string() }).optional(),
})
export type VisualMatch = z.infer<typeof visualMatchSchema>

export const shoppingResultSchema = z.object({
  ...resultFields,
  product_id: z.string().optional(),
  product_link: z.string().optional(),
  link: z.string().optional(),
  seller: z.string().optional(),
  offers: z.string().optional(),
  extracted_offers: z.number().optional(),
  offers_link: z.string().optional(),
  delivery: z.string().optional(),
  durability: z.string().optional(),
  image: z.string().optional(),
  thumbnail_video: z.string().optional(),
})
export type ShoppingResult = z.infer<typeof shoppingResultSchema>

const failureFields = { success: z.boolean(), error: z.string().optional() }

export const searchCalls = defineCallsFor('add-products', {
  'POST /google-lens.php': {
    summary:
      'Products that look like a picture: from the catalogue and, with a key, from web shops',
    body: z.object({ imageUrl: z.string().min(1).max(2000), searchType: z.literal('products') }),
    limit: 'lens',
    failure: () => SEARCH_ERRORS.lensStatus(500),
    reply: z.object({
      ...failureFields,
      data: z.object({
        visual_matches: z.array(visualMatchSchema),
        shopping_results: z.array(shoppingResultSchema),
      }),
    }),
  },
  'POST /google-shopping.php': {
    summary: 'Products by words: from the catalogue and, with a key, from web shops',
    body: z.object({
      query: z.string().trim().max(200).default(''),
      limit: z.number().int().min(1).max(50).default(SHOPPING_SEARCH.defaultLimit),
      category: z.string().trim().max(40).optional(),
    }),
    limit: 'shopping',
    failure: () => SEARCH_ERRORS.shoppingFailed,
    reply: z.object({
      ...failureFields,
      data: z.object({
        shopping_results: z.array(shoppingResultSchema),
        search_information: z.object({ total_results: z.number().int() }),
      }),
    }),
  },
})
