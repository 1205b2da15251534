import type { Atomically, Connection } from '#server/core/db/query.ts'
import { createFavoritesStore } from './favorites.store.ts'
import { createProductsStore } from './products.store.ts'
import { createScansStore } from './scans.store.ts'

const storesOn = (connection: Connection) => ({
  favorites: createFavoritesStore(connection),
  products: createProductsStore(connection),
  scans: createScansStore(connection),
})
export type Stores = ReturnType<typeof storesOn>

/** All lists; `inTransaction` hands out stores that change them together. */
export const createOwnProductStores = (pool: Connection, atomically: Atomically) => ({
  ...storesOn(pool),
  inTransaction: <T>(work: (stores: Stores, connection: Connection) => Promise<T>) =>
    atomically((connection) => work(storesOn(connection), connection)),
})
export type OwnProductStores = ReturnType<typeof createOwnProductStores>
