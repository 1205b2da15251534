import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { isDatabaseUnavailable, retryAfterMove } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import type { Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { Registry } from '#server/core/telemetry/metrics.ts'
import {
  type CopyTarget,
  createCopySource,
  createCopyStore,
  createDestinationStore,
  createFillStore,
  createReplacer,
  createSchemaStore,
  readShape,
  type DocumentSelection,
} from './search-copy.store.ts'
import { createOutboxStore, OUTBOX_PARTS } from './search-outbox.store.ts'
import { createSearchOutbox, SEARCH_UNAVAILABLE } from './search-outbox.service.ts'

const OUTBOX_CHANGED = 'search_outbox'

/** Small, because removals wait for the chunk that is being copied. */
const CHUNK_SIZE = 2_000
const MAX_ID = '9223372036854775807'
const RETRY_MS = 5_000
const CHECK_WITHIN_MS = 3_000
/** Administrators are notified above this lag. */
const LATE_S = 300

type Options = {
  url: string
  /** How many pieces Citus divides the documents into. */
  shards: number
  poolSize?: number | undefined
  catalog: Pick<Database, 'pool' | 'maintenance'>
  log: Logger
}

type OnProgress = (done: number, total: number) => void

const searchUnavailable = (cause: unknown) =>
  new AppError(503, 'Search is unavailable right now. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 10,
    code: SEARCH_UNAVAILABLE,
  })

/**
 * Search documents in a PostgreSQL database of their own, with or without Citus. The catalogue's database
 * keeps them too, and is read until the other one has been filled.
 */
export const createSearchDatabase = ({ url, shards, poolSize, catalog, log }: Options) => {
  const remote = connectDatabase(url, log, { poolSize })
  const atomically = createAtomically(remote.maintenance)
  const destination = createDestinationStore(catalog.maintenance)
  const stop = new AbortController()
  let target: CopyTarget | null = null
  let isFilled = false
  let filling: Promise<void> = Promise.resolve()

  const outbox = createSearchOutbox({
    catalog: catalog.maintenance,
    atomically,
    target: () => target,
    log,
  })

  const refresh = async () => {
    isFilled = (await destination.read())?.is_filled ?? false
  }

  /** Creates the tables; from now on, changes are noted for them. */
  const prepare = async (): Promise<{ target: CopyTarget; token: string }> => {
    await destination.add()
    const row = await destination.read()
    if (!row) throw new Error('The destination of the search documents was not stored')
    await createSchemaStore(remote.maintenance)
      .addVectorExtension()
      .catch((err: unknown) => {
        if (isDatabaseUnavailable(err)) throw err
        log.info({ err }, 'The search database has no pgvector: vectors stay in the main database')
      })
    const shape = await readShape(catalog.maintenance)
    await atomically((client) => createSchemaStore(client).ensure(shape, shards))
    target = {
      columns: shape.columns.map(({ name }) => name),
      hasVectors: await createSchemaStore(remote.maintenance).hasVectors(),
    }
    const fill = createFillStore(remote.maintenance, row.token)
    if (!(await fill.read())) {
      // The search database is empty, or belongs to another catalogue.
      await fill.begin()
      await destination.setFilled(false)
    }
    await refresh()
    return { target, token: row.token }
  }

  /** Prepares it first if it is used by a command. */
  const isInUse = async (): Promise<boolean> => {
    await refresh()
    if (isFilled && !target)
      await prepare().catch((cause: unknown) => {
        throw isDatabaseUnavailable(cause) ? searchUnavailable(cause) : cause
      })
    return isFilled
  }

  const chunks = async function* (prepared: CopyTarget, from: string) {
    const source = createCopySource(catalog.maintenance, prepared)
    let above = from
    for (;;) {
      const bound = await source.boundAfter(above, CHUNK_SIZE)
      yield { above, upTo: bound ?? MAX_ID }
      if (bound === null) return
      above = bound
    }
  }

  /** Continues an interrupted copy. False if another server or command is copying. */
  const rebuild = async (onProgress: OnProgress = () => {}): Promise<boolean> => {
    const { target: prepared, token } = await prepare()
    const holder = await remote.maintenance.connect()
    try {
      if (!(await createFillStore(holder, token).lock())) return false
      const total = await createCopySource(catalog.maintenance, prepared).count()
      const progress = await createFillStore(remote.maintenance, token).read()
      let done = 0
      for await (const { above, upTo } of chunks(prepared, progress?.filled_until ?? '0')) {
        stop.signal.throwIfAborted()
        await atomically(async (client) => {
          for (let part = 0; part < OUTBOX_PARTS; part += 1)
            await createCopyStore(client, prepared).lockPart(part, 'wait')
          await createReplacer(client, prepared)(catalog.maintenance, { above, upTo })
          await createFillStore(client, token).note(upTo)
        })
        done += CHUNK_SIZE
        onProgress(Math.min(done, total), total)
      }
      await createSchemaStore(remote.maintenance).analyze()
      await createFillStore(remote.maintenance, token).complete()
      await destination.setFilled(true, prepared.hasVectors)
      await refresh()
      return true
    } finally {
      holder.release(true)
    }
  }

  const differences = async (
    prepared: CopyTarget,
    selection: DocumentSelection,
  ): Promise<string[]> => {
    const expected = await createCopySource(catalog.maintenance, prepared).digests(selection)
    const stored = await createCopyStore(remote.maintenance, prepared).digests(selection)
    const parts = prepared.hasVectors ? (['documents', 'vectors'] as const) : ['documents' as const]
    const ids = parts.flatMap((part) =>
      [...expected[part].keys(), ...stored[part].keys()].filter(
        (id) => expected[part].get(id) !== stored[part].get(id),
      ),
    )
    return [...new Set(ids)]
  }

  /** Products whose documents differ from those of the catalogue's database. */
  const verify = async (onProgress: OnProgress = () => {}): Promise<string[]> => {
    const { target: prepared } = await prepare()
    const total = await createCopySource(catalog.maintenance, prepared).count()
    const differingIds: string[] = []
    let done = 0
    for await (const range of chunks(prepared, '0')) {
      const suspects = await differences(prepared, range)
      if (suspects.length > 0) {
        // They may have changed while they were compared.
        await outbox.settle(suspects)
        differingIds.push(...(await differences(prepared, { ids: suspects })))
      }
      done += CHUNK_SIZE
      onProgress(Math.min(done, total), total)
    }
    return differingIds
  }

  /** False after an upgrade, until all documents have been written in the background. */
  const hasAllDocuments = () =>
    createCopySource(catalog.maintenance, { columns: [], hasVectors: false }).isComplete()

  /** Tries until the search database is reachable and filled. */
  const fillWhenReady = async () => {
    while (!stop.signal.aborted) {
      try {
        if (!target) await prepare()
        await refresh()
        if (isFilled || ((await hasAllDocuments()) && (await rebuild()))) return
      } catch (err) {
        if (stop.signal.aborted) return
        log.error({ err }, 'The search database could not be filled')
      }
      await delay(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
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
      try {
        return await retryAfterMove(() => remote.pool.query(query, values))
      } catch (cause) {
        throw isDatabaseUnavailable(cause) ? searchUnavailable(cause) : cause
      }
    },
  }

  const listen = async (listener: Listener) => {
    await refresh()
    const refreshAndWake = () => {
      // A failure is made up for by the next message or reconnection.
      void refresh().catch(() => undefined)
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
    await filling
    await remote.close()
  }

  const location = () => ({ isFilled, hasVectors: target?.hasVectors ?? false })

  return {
    documents,
    remote,
    whereItIs: location,
    problem,
    prepare,
    rebuild,
    verify,
    drain: outbox.drain,

    /** The database for searches by vector; null if that is the catalogue's. */
    vectors: async () => {
      const row = await destination.read()
      return row?.is_filled && row.has_vectors ? { pool: remote.pool, url: remote.url } : null
    },

    repair: async (productIds: readonly string[]) => {
      await createOutboxStore(catalog.maintenance).add(productIds)
      await outbox.settle(productIds)
    },

    /** Stops noting changes; the catalogue's database is read again. */
    detach: () => destination.remove(),

    /** Waits until the search database reflects these products. */
    settle: async (productIds: readonly string[]) => {
      if (await isInUse()) await outbox.settle(productIds)
    },
    /** Waits until the search database reflects all changes made so far. */
    settleAll: async () => {
      if (await isInUse()) await outbox.settleAll()
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
        filling = fillWhenReady()
      },
      stop: close,
    } satisfies Feature,
  }
}
export type SearchDatabase = ReturnType<typeof createSearchDatabase>
