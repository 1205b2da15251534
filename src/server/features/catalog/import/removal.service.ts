import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { countersOn } from './counters.store.ts'
import { type DescribeProducts, IMPORT_LOCK } from './import.store.ts'
import { removalOn } from './removal.store.ts'

/** A running import holds the lock for as long as it takes. */
const WAIT = '3s'
const LOCK_NOT_AVAILABLE = '55P03'

const isBusy = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === LOCK_NOT_AVAILABLE

/** Removes from the catalogue what a takedown names, and brings it back. */
export const createCatalogRemoval = (pool: Database['pool'], describe: DescribeProducts) => {
  /** False if an import is running: to be tried again later. */
  const locked = async (work: (client: Connection) => Promise<void>): Promise<boolean> => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = '${WAIT}'`)
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK])
      await work(client)
      await countersOn(client).announceChange()
      await client.query('COMMIT')
      client.release()
      return true
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      if (isBusy(error)) return false
      throw error
    }
  }

  return {
    /** `settle` runs in the same transaction. */
    remove: (takedownId: string, settle: (client: Connection) => Promise<unknown>) =>
      locked(async (client) => {
        await removalOn(client).remove(takedownId)
        await settle(client)
      }),

    restore: (takedownId: string, settle: (client: Connection) => Promise<unknown>) =>
      locked(async (client) => {
        await describe(client, await removalOn(client).restore(takedownId))
        await settle(client)
      }),
  }
}
export type CatalogRemoval = ReturnType<typeof createCatalogRemoval>
