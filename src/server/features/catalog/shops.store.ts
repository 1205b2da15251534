import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readValue, readValues } from '#server/core/db/sql.ts'
import { describeProducts } from './import.store.ts'

/** Shops and the offers of their feeds. */
export const createShopsStore = (connection: Connection) => ({
  countOffers: async (shopId: number) =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM catalog.offers WHERE shop_id = ${shopId}
        AND shop_item_id IS NOT NULL AND availability IS DISTINCT FROM 'removed'`) ?? 0,

  findByHost: (host: string | null) =>
    readValue(connection, z.number())`SELECT id FROM catalog.shops WHERE host = ${host}`,

  /** Without the host if another shop has it. */
  add: async (shop: { name: string; host: string | null; homePage: string | null }) => {
    const id = await readValue(connection, z.number())`
      INSERT INTO catalog.shops (name, host, home_page) VALUES (${shop.name},
        CASE WHEN NOT EXISTS (SELECT FROM catalog.shops WHERE host = ${shop.host})
          THEN ${shop.host} END, ${shop.homePage})
      RETURNING id`
    if (id === null) throw new Error('The shop was not stored')
    return id
  },

  rename: (id: number, name: string) =>
    execute(connection)`UPDATE catalog.shops SET name = ${name} WHERE id = ${id}`,

  /**
   * Deletes the offers of a shop's feed, and products that nobody else sells or wears. Favorites keep
   * their own copy. Keeps the shop if a catalogue file still links to it. Returns the number of offers.
   */
  removeOffers: async (id: number): Promise<number> => {
    const productIds = await readValues(connection, z.string())`
      DELETE FROM catalog.offers WHERE shop_id = ${id} AND shop_item_id IS NOT NULL
      RETURNING product_id`
    await execute(connection)`
      UPDATE catalog.products SET described_by = NULL WHERE described_by = ${id}`
    await execute(connection)`
      DELETE FROM catalog.products product WHERE id = ANY (${productIds})
      AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.product_id = product.id)
      AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)`
    await execute(connection)`
      DELETE FROM catalog.shops WHERE id = ${id}
      AND NOT EXISTS (SELECT FROM catalog.offers WHERE shop_id = ${id})`
    await describeProducts(connection, [...new Set(productIds)])
    return productIds.length
  },
})
