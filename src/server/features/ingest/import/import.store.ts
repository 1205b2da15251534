import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { countersOn } from './counters.store.ts'
import { mergingOn } from './merge.store.ts'
import { peopleAndLooksOn } from './people-and-looks.store.ts'
import { stagingOn } from './staging.store.ts'
import { withholdingOn } from './withheld.store.ts'

/** Held by whoever writes the catalogue. */
export const IMPORT_LOCK = 7_341_010

/** Writes what products, all or these, are filtered by, wherever that is missing or out of date. */
export type DescribeProducts = (client: Connection, among?: readonly string[]) => Promise<unknown>

const sessionOn = (client: Connection, describe: DescribeProducts) => ({
  ...stagingOn(client),
  ...withholdingOn(client),
  ...peopleAndLooksOn(client),
  ...mergingOn(client),
  ...countersOn(client),
  describeStale: () => describe(client),
})
export type ImportSession = ReturnType<typeof sessionOn>

/** The only writer of the catalogue: a file and a feed go through the same steps. */
export const createImportStore = (pool: Database['pool'], describe: DescribeProducts) => ({
  /** One transaction, kept only if `work` says so. */
  inTransaction: async (work: (session: ImportSession) => Promise<'keep' | 'discard'>) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      // Concurrent imports would miss each other's rows in the counts.
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK])
      // With the default 4 MB, sorting a million rows goes through the disk many times.
      await client.query(`SET LOCAL work_mem = '64MB'`)
      const session = sessionOn(client, describe)
      await session.prepare()
      const outcome = await work(session)
      await client.query(outcome === 'keep' ? 'COMMIT' : 'ROLLBACK')
      client.release()
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      throw error
    }
  },

  /** Without fresh statistics, the first queries after a large import get bad plans. */
  settle: async () => {
    await pool.query(`VACUUM (ANALYZE) catalog.products, catalog.offers, catalog.worn_items,
      catalog.looks, catalog.people, catalog.words, catalog.facets, catalog.brands`)
  },
})
export type ImportStore = ReturnType<typeof createImportStore>
