import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { countersOn } from '#server/features/ingest/index.ts'
import { type DescribeProducts, IMPORT_LOCK } from '#server/features/ingest/index.ts'
import { removalOn } from './removal.store.ts'

/** Held by whoever carries out a takedown: among a million products each may take seconds. */
const TAKEDOWN_LOCK = 7_341_011
const WAIT_FOR_TAKEDOWNS = '60s'
/** A running import holds its lock for as long as it takes. */
const WAIT_FOR_IMPORT = '3s'
const LOCK_NOT_AVAILABLE = '55P03'

const isBusy = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === LOCK_NOT_AVAILABLE

/** Whether this transaction is the one that does it; what it marks is kept with the rest. */
type Claim = (client: Connection) => Promise<boolean>
type Outcome = 'done' | 'done already' | 'import running'

/** Removes from the catalogue what a takedown names, and brings it back. */
export const createCatalogRemoval = (pool: Database['pool'], describe: DescribeProducts) => {
  const locked = async (
    claim: Claim,
    work: (client: Connection) => Promise<void>,
  ): Promise<Outcome> => {
    const client = await pool.connect()
    let waitsForImport = false
    try {
      await client.query('BEGIN')
      // Takedowns take turns first, so that whoever else has the other lock is an import.
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_TAKEDOWNS}'`)
      await client.query('SELECT pg_advisory_xact_lock($1)', [TAKEDOWN_LOCK])
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_IMPORT}'`)
      waitsForImport = true
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK])
      waitsForImport = false
      await client.query('SET LOCAL lock_timeout = 0')
      const isOurs = await claim(client)
      if (isOurs) {
        await work(client)
        await countersOn(client).announceChange()
      }
      await client.query('COMMIT')
      client.release()
      return isOurs ? 'done' : 'done already'
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      if (waitsForImport && isBusy(error)) return 'import running'
      throw error
    }
  }

  return {
    remove: (takedownId: string, claim: Claim) =>
      locked(claim, (client) => removalOn(client).remove(takedownId)),

    restore: (takedownId: string, claim: Claim) =>
      locked(claim, async (client) => {
        await describe(client, await removalOn(client).restore(takedownId))
      }),
  }
}
export type CatalogRemoval = ReturnType<typeof createCatalogRemoval>
