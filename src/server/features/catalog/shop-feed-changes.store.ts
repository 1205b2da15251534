import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  affectsRow,
  raw,
  readRow,
  readValue,
} from '#server/core/db/sql.ts'

const contentsRow = z.object({ listed: z.string().nullable(), is_whole: z.boolean() })
const BITS = String(2 ** 48)

/** What a shop's feed contained when it was last read; null if some of its offers are not from then. */
export const readLastContents = async (
  connection: Connection,
  shopId: number,
): Promise<string | null> => {
  const row = await readRow(connection, contentsRow)`
    WITH offered AS (
      SELECT stored.cluster, stored.content FROM catalog.offers offer
      LEFT JOIN catalog.feed_items stored USING (shop_id, shop_item_id)
      WHERE offer.shop_id = ${shopId} AND offer.shop_item_id IS NOT NULL
        AND offer.availability IS DISTINCT FROM 'removed')
    SELECT string_agg(cluster || ':' || content, ' ') AS listed,
      coalesce(bool_and(cluster IS NOT NULL), false) AS is_whole
    FROM (SELECT DISTINCT * FROM offered) cluster`
  return row?.is_whole ? row.listed : null
}

/** Remembers the items of a feed, so that the next run can skip those that have not changed. */
export const createUnchangedItemsStore = (client: Connection) => ({
  /**
   * Called before sizes are joined. `clusters`: those of the last run that vanished or changed; null if every
   * item was read.
   */
  noteRead: async (shopId: number, clusters: readonly number[] | null) => {
    await execute(client)`
      CREATE TEMPORARY TABLE clusters ON COMMIT DROP AS
      SELECT cluster, (sum(content) % ${raw(BITS)})::bigint AS content FROM staged_items
        GROUP BY cluster`
    await client.query('CREATE TEMPORARY TABLE reread (shop_item_id text) ON COMMIT DROP')
    // Clusters that were not read have not changed.
    await (clusters
      ? execute(client)`
          INSERT INTO reread SELECT shop_item_id FROM catalog.feed_items
          WHERE shop_id = ${shopId} AND cluster IN (SELECT unnest(${clusters}::bigint[]))`
      : execute(client)`
          INSERT INTO reread SELECT shop_item_id FROM catalog.offers
          WHERE shop_id = ${shopId} AND shop_item_id IS NOT NULL`)
    await client.query('ANALYZE reread')
  },

  /** The number of offers that the shop will have after the run. */
  countOffers: async (shopId: number): Promise<number> =>
    (await readValue(client, z.number())`
      SELECT (SELECT count(DISTINCT item_key) FROM staged_items)::int
      + (SELECT count(*) FROM catalog.offers offer WHERE shop_id = ${shopId}
        AND shop_item_id IS NOT NULL AND availability IS DISTINCT FROM 'removed'
        AND NOT EXISTS (SELECT FROM reread WHERE reread.shop_item_id = offer.shop_item_id)
      )::int`) ?? 0,

  /** Keeps the products of a shop that changes the ids of its items but not their links. */
  followIds: async (shopId: number) => {
    for (const isSameTitle of ['AND lower(product.title) = lower(item.title)', ''])
      await execute(client)`
        UPDATE catalog.offers offer SET shop_item_id = moved.new_id
        FROM (
          SELECT min(former.id) AS id, min(item.shop_item_id) AS new_id
          FROM staged_items item
          JOIN catalog.offers former ON former.shop_id = item.shop_id
            AND coalesce(former.page_url, former.url) = coalesce(item.page_url, item.url)
          JOIN catalog.products product ON product.id = former.product_id
          JOIN reread ON reread.shop_item_id = former.shop_item_id
          WHERE NOT EXISTS (SELECT FROM catalog.offers stored
              WHERE stored.shop_id = ${shopId} AND stored.shop_item_id = item.shop_item_id)
            AND NOT EXISTS (SELECT FROM staged_items other
              WHERE other.shop_item_id = former.shop_item_id) ${raw(isSameTitle)}
          GROUP BY coalesce(item.page_url, item.url)
          HAVING count(DISTINCT former.id) = 1 AND count(DISTINCT item.shop_item_id) = 1) moved
        WHERE offer.id = moved.id`
  },

  markMissing: (shopId: number) =>
    countAffectedRows(client)`
      UPDATE catalog.offers offer SET availability = 'removed', last_seen_at = now()
      FROM reread WHERE offer.shop_id = ${shopId} AND offer.shop_item_id = reread.shop_item_id
        AND availability IS DISTINCT FROM 'removed'
        AND NOT EXISTS (SELECT FROM staged_items item
          WHERE item.shop_item_id = offer.shop_item_id)`,

  /** Returns whether anything was stored that the next run can skip. */
  keepContents: async (shopId: number): Promise<boolean> => {
    const isRemoved = await affectsRow(client)`
      DELETE FROM catalog.feed_items stored USING reread
      WHERE stored.shop_id = ${shopId} AND stored.shop_item_id = reread.shop_item_id
        AND NOT EXISTS (SELECT FROM staged_items item
          WHERE item.shop_item_id = stored.shop_item_id)`
    const isKept = await affectsRow(client)`
      INSERT INTO catalog.feed_items AS stored (shop_id, shop_item_id, cluster, content)
      SELECT DISTINCT ON (shop_item_id) shop_id, shop_item_id, cluster, clusters.content
      FROM staged_items JOIN clusters USING (cluster) WHERE shop_id = ${shopId}
      ORDER BY shop_item_id, worn_id DESC
      ON CONFLICT (shop_id, shop_item_id) DO UPDATE
        SET cluster = excluded.cluster, content = excluded.content
        WHERE (stored.cluster, stored.content) IS DISTINCT FROM (excluded.cluster, excluded.content)`
    return isRemoved || isKept
  },
})
