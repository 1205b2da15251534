import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, hasRow, requireRow } from '#server/core/db/sql.ts'
import { removeUnlistedPeople } from './counts.store.ts'
import { createImportSession } from './import.store.ts'

const DEMO = '/media/demo/%'
const looksRow = z.object({ hasDemo: z.boolean(), hasOthers: z.boolean() })

/** The part of the catalogue that the demo brings along. */
export const createDemoCatalog = (connection: Connection) => ({
  /** Only shops of the demo have subdomains of a domain that is reserved for examples. */
  hasShops: () =>
    hasRow(connection)`
      SELECT FROM catalog.shops WHERE host LIKE '%.example.com'
        AND host !~ '^(www|m|store|shop)\\.' LIMIT 1`,

  findLooks: () =>
    requireRow(connection, looksRow)`
      SELECT EXISTS (SELECT FROM catalog.looks WHERE url LIKE ${DEMO}) AS "hasDemo",
        EXISTS (SELECT FROM catalog.looks WHERE url NOT LIKE ${DEMO}) AS "hasOthers"`,

  /** Call inside a transaction. Looks that others published stay, with the products that they show. */
  remove: async () => {
    const session = createImportSession(connection)
    await session.lock()
    await execute(connection)`
      DELETE FROM catalog.worn_items WHERE look_id IN
        (SELECT id FROM catalog.looks WHERE url LIKE ${DEMO})`
    await execute(connection)`DELETE FROM catalog.looks WHERE url LIKE ${DEMO}`
    await execute(connection)`
      DELETE FROM catalog.products product WHERE pictures[1] LIKE ${DEMO}
        AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)`
    await removeUnlistedPeople(connection)
    await execute(connection)`
      DELETE FROM catalog.shops shop WHERE host LIKE '%.example.com'
        AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.shop_id = shop.id)
        AND NOT EXISTS (SELECT FROM catalog.feeds feed WHERE feed.shop_id = shop.id)`
    await execute(connection)`DELETE FROM catalog.home_samples WHERE image LIKE ${DEMO}`
    await session.recount()
    await session.rebuildWords()
    await session.describeChanged()
    await session.announceChange()
  },
})
