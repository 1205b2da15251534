import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRow } from '#server/core/db/sql.ts'

/** An address in the spellings that two feeds of one shop may use for it. */
const listSpellings = (page: string): string[] => {
  const bare = page.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
  return ['http://', 'https://', 'http://www.', 'https://www.'].flatMap((start) => [
    `${start}${bare}`,
    `${start}${bare}/`,
  ])
}

const sellerRow = z.object({ id: z.number(), pages: z.number() })

/**
 * The other shop whose feed offers most of these pages, which is then the same shop. Reads all offers: only
 * for a feed that is being added.
 */
export const findSeller = async (
  connection: Connection,
  pages: readonly string[],
  exceptId: number,
): Promise<number | null> => {
  if (pages.length === 0) return null
  const addresses = pages.flatMap(listSpellings)
  const seller = await readRow(connection, sellerRow)`
    SELECT shop_id AS id,
      count(DISTINCT regexp_replace(page, '^https?://(www[.])?|/$', '', 'gi'))::int AS pages
    FROM catalog.offers
    CROSS JOIN LATERAL (SELECT coalesce(page_url, url) AS address) stated
    CROSS JOIN LATERAL (SELECT CASE WHEN address = ANY (${addresses}) THEN address
      -- Sizes and colours of a page are told apart by its query.
      ELSE split_part(split_part(address, '#', 1), '?', 1) END AS page) sold
    WHERE shop_item_id IS NOT NULL AND shop_id <> ${exceptId} AND page = ANY (${addresses})
      AND availability IS DISTINCT FROM 'removed'
    GROUP BY shop_id ORDER BY 2 DESC, 1 LIMIT 1`
  return seller !== null && seller.pages >= pages.length / 2 ? seller.id : null
}
