import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { retryAfterShardMove } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import type { Feature } from '#server/core/feature.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { Registry } from '#server/core/telemetry/metrics.ts'
import type { VectorCopy } from '#server/vision/vectors/open-vector-search.ts'
import { createSearchComparison, type OnProgress } from './search-comparison.service.ts'
import { createCopySource, createDestinationStore } from './search-copy.store.ts'
import { isContentLost, isSearchUnavailable, searchUnavailable } from './search-errors.ts'
import { createSearchFilling } from './search-filling.service.ts'
import { createOutboxStore } from './search-outbox.store.ts'
import { createSearchOutbox } from './search-outbox.service.ts'
import { createSchemaStore } from './search-schema.store.ts'

const OUTBOX_CHANGED = 'search_outbox'

const CHECK_WITHIN_MS = 3_000
/** Administrators are notified above this lag. */
const LATE_S = 300

type SearchDatabaseDependencies = {
  url: string
  /** How many pieces Citus divides the documents into. */
  shards: number
  poolSize?: number | undefined
  catalog: Pick<Database, 'pool' | 'maintenance'>
  log: Logger
}

/**
 * Search documents in a PostgreSQL database of their own, with or without Citus. The catalogue's database
 * keeps them too, and is read until the other one has been filled.
 */
export const createSearchDatabase = ({
  url,
  shards,
  poolSize,
  catalog,
  log,
}: SearchDatabaseDependencies) => {
  const remote = connectDatabase(url, log, { poolSize })
  const destination = createDestinationStore(catalog.maintenance)
  const stop = new AbortController()
  let isFilled = false
  /** A new object after each filling, so that searches open the vectors of that filling. */
  let vectorCopy: VectorCopy | null = null
  let keeping: Promise<void> = Promise.resolve()

  /** Reads from the search database. Whatever it lacks, visitors get the same refusal. */
  const guard = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await retryAfterShardMove(read)
    } catch (cause) {
      if (!isSearchUnavailable(cause)) throw cause
      if (isContentLost(cause)) filling.checkNow()
      throw searchUnavailable(cause)
    }
  }

  const refresh = async () => {
    const row = await destination.read()
    isFilled = row?.is_filled ?? false
    const hasCopy = row !== null && row.is_filled && row.has_vectors
    vectorCopy = hasCopy ? (vectorCopy ?? { pool: remote.pool, url: remote.url, guard }) : null
    return row
  }

  const filling = createSearchFilling({
    remote,
    catalog,
    shards,
    refresh,
    signal: stop.signal,
    log,
  })
  const { prepare, rebuild } = filling
  const outbox = createSearchOutbox({
    catalog: catalog.maintenance,
    atomically: createAtomically(remote.maintenance),
    target: filling.target,
    log,
  })

  /** Prepares it first if it is used by a command. */
  const isInUse = async (): Promise<boolean> => {
    await refresh()
    if (isFilled && !filling.target())
      await prepare().catch((cause: unknown) => {
        throw isSearchUnavailable(cause) ? searchUnavailable(cause) : cause
      })
    return isFilled
  }

  /** Asks all shards, because a search fails without one of them. */
  const isReachable = async (): Promise<boolean> => {
    const timeout = delay(CHECK_WITHIN_MS, false, { ref: false })
    const hasAnswered = createSchemaStore(remote.maintenance)
      .readOne()
      .then(
        () => true,
        () => false,
      )
    return Promise.race([hasAnswered, timeout])
  }

  const problem = async (): Promise<string | null> => {
    if (!isFilled || (await isReachable())) return null
    return 'The search database does not answer. Searches fail; everything else works.'
  }

  const documents: Connection = {
    query: async (query, values) => {
      if (!isFilled) return catalog.pool.query(query, values)
      return guard(() => remote.pool.query(query, values))
    },
  }

  const listen = async (listener: Listener) => {
    await refresh()
    const refreshAndWake = () => {
      // A failure is made up for by the next message or reconnection.
      void refresh().catch(() => undefined)
      filling.checkNow()
      outbox.wake()
    }
    await listener.listen(OUTBOX_CHANGED, {
      onMessage: (text) => (text === 'destination' ? refreshAndWake() : outbox.wake()),
      onConnected: refreshAndWake,
    })
  }

  const close = async () => {
    stop.abort(new Error('closing'))
    await outbox.close()
    await keeping
    await remote.close()
  }

  const compare = createSearchComparison({
    catalog: catalog.maintenance,
    remote: remote.maintenance,
    waitUntilApplied: outbox.waitUntilApplied,
  })

  const location = () => ({ isFilled, hasVectors: filling.target()?.hasVectors ?? false })

  return {
    documents,
    remote,
    getLocation: location,
    problem,
    prepare,
    rebuild,
    /** Products whose documents differ from those of the catalogue's database. */
    verify: async (onProgress: OnProgress = () => {}) =>
      compare((await prepare()).target, onProgress),
    drain: outbox.drain,

    /** The database for searches by vector; null if that is the catalogue's. */
    vectors: () => vectorCopy,

    repair: async (productIds: readonly string[]) => {
      await createOutboxStore(catalog.maintenance).add(productIds)
      await outbox.waitUntilApplied(productIds)
    },

    /** Stops noting changes; the catalogue's database is read again. */
    detach: () => destination.remove(),

    /** Waits until the search database reflects these products. */
    waitUntilApplied: async (productIds: readonly string[]) => {
      if (await isInUse()) await outbox.waitUntilApplied(productIds)
    },
    /** Waits until the search database reflects all changes made so far. */
    waitUntilAllApplied: async () => {
      if (await isInUse()) await outbox.waitUntilAllApplied()
    },

    status: async () => {
      const { waiting, lag_s: lagSeconds } = await outbox.backlog()
      const isLate = lagSeconds > LATE_S
      const lateness = isLate ? `Search is ${Math.round(lagSeconds / 60)} minutes behind.` : null
      return { isFilled, waiting, lagSeconds, problem: (await problem()) ?? lateness }
    },

    details: async () => {
      const { target: prepared } = await prepare()
      const { waiting, lag_s: lagSeconds } = await outbox.backlog()
      return {
        isFilled,
        hasVectors: prepared.hasVectors,
        documents: await createCopySource(catalog.maintenance, prepared).count(),
        copies: await createCopySource(remote.maintenance, prepared).count(),
        nodes: await createSchemaStore(remote.maintenance).nodes(),
        waiting,
        lagSeconds,
      }
    },

    gauge: ({ gauge }: Pick<Registry, 'gauge'>) => {
      gauge(
        'wearabouts_search_lag_seconds',
        'How long the oldest change of a product has been waiting for the search database.',
        async () => [{ value: (await outbox.backlog()).lag_s }],
      )
      gauge('wearabouts_search_database_ok', 'Whether the search database answers.', async () => [
        { value: (await problem()) === null ? 1 : 0 },
      ])
    },

    close,
    feature: {
      /** Determines before the first request which database is read. */
      start: ({ listener }) => listen(listener),
      startInBackground: () => {
        outbox.start()
        keeping = filling.keepFilled()
      },
      stop: close,
    } satisfies Feature,
  }
}
export type SearchDatabase = ReturnType<typeof createSearchDatabase>
