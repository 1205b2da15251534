import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRows } from '#server/core/db/sql.ts'
import type { FamilyMember } from './description/index.ts'

const MAX_COLORS = 24
/** Some shops join different products in one group; their titles are less similar. */
const SAME_TITLE = 0.4

const memberRow = z.object({
  of: z.string(),
  id: z.string(),
  name: z.string(),
  colors: z.array(z.string()),
  picture: z.string().nullable(),
})

/**
 * Products that a shop lists in the same group or on the same page as each of these, in this or other colours,
 * with the product itself. Those that are in no group are left out.
 */
export const createColorFamilies =
  (connection: Connection) =>
  async (productIds: readonly string[]): Promise<ReadonlyMap<string, FamilyMember[]>> => {
    const rows = await readRows(connection, memberRow, { name: 'colours-of-products' })`
      SELECT this.id AS of, member.id, member.title AS name, member.colors, member.picture
      FROM catalog.products this CROSS JOIN LATERAL (
        SELECT other.id, other.title, other.colors, other.pictures[1] AS picture
        FROM (SELECT DISTINCT sibling.shop_id, sibling.shop_item_id FROM catalog.offers offer
          JOIN catalog.feed_items item USING (shop_id, shop_item_id)
          JOIN catalog.feed_items sibling ON sibling.shop_id = item.shop_id
            AND sibling.cluster = item.cluster
          WHERE offer.product_id = this.id LIMIT ${raw(MAX_COLORS * 4)}) family
        JOIN catalog.offers offer USING (shop_id, shop_item_id)
        JOIN catalog.products other ON other.id = offer.product_id
          AND similarity(this.title, other.title) >= ${raw(SAME_TITLE)}
        WHERE other.colors IS NOT NULL AND other.colors <> '{}'
          AND (other.id = this.id OR offer.availability IS DISTINCT FROM 'removed')
        GROUP BY other.id ORDER BY min(offer.id) LIMIT ${raw(MAX_COLORS)}) member
      WHERE this.id = ANY (${productIds}::bigint[])`
    const families = new Map<string, FamilyMember[]>()
    for (const { of, ...member } of rows) families.set(of, [...(families.get(of) ?? []), member])
    return families
  }
export type ReadColorFamilies = ReturnType<typeof createColorFamilies>
