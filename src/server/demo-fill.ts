import { join } from 'node:path'
import type { Logger } from 'pino'
import { type DemoRow, readDemoCatalog, readDemoOffers, readDemoShop } from '#demo'
import type { Database } from './core/db/database.ts'
import { type Connection, createAtomically } from './core/db/query.ts'
import { addDemoCommunity, removeDemoCommunity } from './demo-community.ts'
import {
  type CatalogRowInput,
  createShops,
  importRows,
  ShopError,
} from './features/ingest/index.ts'
import { createDemoCatalog } from './features/catalog/index.ts'
import { isCatalogEmpty } from './features/browse/index.ts'
import { isDemoRemoved, noteDemoCommunity } from './features/site/index.ts'
import { insertShippedVectors } from './vision/demo-vectors/demo-vectors.ts'

const toRowInput = ({ box, image_width, image_height, ...texts }: DemoRow): CatalogRowInput => ({
  ...texts,
  box: [box.x, box.y, box.width, box.height, box.point.x, box.point.y].join(' '),
  image_width: String(image_width),
  image_height: String(image_height),
})

type DemoFillOptions = {
  pool: Database['pool']
  log: Logger
  modelDir: string
  dataDir: string
  /** An administrator asked for the demo after it was removed. */
  isRequested?: boolean
}

/** Fills an empty database with the demo's catalogue and shop, read like any other file and feed. */
export const fillWithDemo = async (options: DemoFillOptions) => {
  const { pool, log, modelDir, dataDir, isRequested = false } = options
  if (!isRequested && (await isDemoRemoved(pool))) return
  if (!isRequested && !(await isCatalogEmpty(pool))) {
    await createAtomically(pool)(completeDemo)
    return
  }
  const { home, rows, samples, drawingsVersion } = await readDemoCatalog()
  // Before the looks, so that they link to what the shop sells.
  const offers = await openDemoShop(pool, dataDir)
  const { isImported, added, problems } = await importRows(pool, rows.map(toRowInput), {
    home,
    samples,
  })
  if (!isImported) throw new Error(`The demo catalogue is damaged: ${problems.kept[0]?.message}`)
  const offersOfProducts = await readDemoOffers()
  await createAtomically(pool)(async (connection) => {
    await createDemoCatalog(connection).stock(offersOfProducts)
    await noteDemoCommunity(connection)
    await addDemoCommunity(connection)
  })
  const vectors = await insertShippedVectors(pool, log, modelDir, drawingsVersion)
  log.info({ items: added, offers, vectors }, 'Filled the empty database with the demo catalogue')
}

/** Call inside a transaction. Adds to the demo of an earlier version what its users would have added. */
const completeDemo = async (connection: Connection) => {
  if (!(await noteDemoCommunity(connection))) return
  const { hasDemo } = await createDemoCatalog(connection).findLooks()
  if (hasDemo) await addDemoCommunity(connection)
}

const openShops = (pool: Database['pool'], dataDir: string) =>
  createShops({ pool, atomically: createAtomically(pool), folder: join(dataDir, 'tmp') })

/** The rest of the demo's catalogue is removed by the demo's pictures. */
export const removeShopAndCommunity = async (pool: Database['pool'], dataDir: string) => {
  await createAtomically(pool)(removeDemoCommunity)
  const { name } = await readDemoShop()
  const shops = openShops(pool, dataDir)
  try {
    await shops.remove(name)
  } catch (error) {
    // The shop has already been removed.
    if (!(error instanceof ShopError)) throw error
  } finally {
    await shops.close()
  }
}

const openDemoShop = async (pool: Database['pool'], dataDir: string) => {
  const { name, feed, credit } = await readDemoShop()
  const shops = openShops(pool, dataDir)
  try {
    await shops.add({ name, source: feed, credit })
    const { outcome, reason, added } = await shops.run(name)
    if (outcome !== 'changed') throw new Error(`The demo shop's feed is damaged: ${reason}`)
    return added
  } finally {
    await shops.close()
  }
}
