import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRows } from '#server/core/db/sql.ts'

const offerSchema = z.object({
  id: z.string(),
  shop: z.string(),
  url: z.string(),
  amount: z.number(),
  currency: z.string(),
  availability: z.string().nullable(),
  condition: z.string().nullable(),
  sizes: z.array(z.string()).nullable(),
  checked_at: z.string().nullable(),
  seen_at: z.string(),
})
export type AgentOffer = z.infer<typeof offerSchema>

const productRow = z.object({
  input: z.string(),
  id: z.string(),
  title: z.string(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  kind: z.string().nullable(),
  description: z.string().nullable(),
  pictures: z.array(z.string()),
  gtin: z.string().nullable(),
  offers: z.array(offerSchema),
})
export type AgentProduct = z.infer<typeof productRow>

const MAX_OFFERS = 20
const OFFER_PREFIX = 'offer-'
export const buildVariantId = (offerId: string) => OFFER_PREFIX + offerId

const NUMBER = /^\d{1,18}$/

export const createAgentsStore = (connection: Connection) => ({
  /** By ids of products, worn items or offers. Lists only offers with a price. */
  products: async (ids: readonly string[]): Promise<AgentProduct[]> => {
    const requested = ids.flatMap((input) => {
      const isOffer = input.startsWith(OFFER_PREFIX)
      const number = isOffer ? input.slice(OFFER_PREFIX.length) : input
      return NUMBER.test(number) ? [{ input, number, isOffer }] : []
    })
    return readRows(connection, productRow)`
      SELECT requested.input, product.id, product.title, product.brand, product.category, product.kind,
        product.description, product.pictures, product.gtin, offers.list AS offers
      FROM unnest(${requested.map(({ input }) => input)}::text[],
        ${requested.map(({ number }) => number)}::bigint[],
        ${requested.map(({ isOffer }) => isOffer)}::boolean[]) WITH ORDINALITY
        AS requested(input, number, is_offer, place)
      JOIN catalog.products product ON product.id = CASE WHEN requested.is_offer
        THEN (SELECT product_id FROM catalog.offers WHERE id = requested.number)
        ELSE coalesce((SELECT product_id FROM catalog.worn_items WHERE id = requested.number),
          requested.number) END
      CROSS JOIN LATERAL (SELECT coalesce(jsonb_agg(priced), '[]') AS list FROM (
        SELECT offer.id::text, coalesce(shop.name, '') AS shop, url, price_amount AS amount,
          offer.currency, availability, offer.condition, sizes, last_checked_at AS checked_at,
          last_seen_at AS seen_at
        FROM catalog.offers offer LEFT JOIN catalog.shops shop ON shop.id = offer.shop_id
        WHERE product_id = product.id AND price_amount IS NOT NULL AND offer.currency IS NOT NULL
        ORDER BY offer.id LIMIT ${MAX_OFFERS}) priced) offers
      ORDER BY requested.place`
  },
})
