import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { retryAfterMove } from '#server/core/db/moved-shard.ts'
import { isDatabaseUnavailable } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import type { Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { Registry } from '#server/core/telemetry/metrics.ts'
import {
  copyOn,
  type CopyTarget,
  destinationOn,
  fillOn,
  replaceOn,
  type Selection,
  sourceOn,
} from './search-copy.store.ts'
import { createSearchOutbox, SEARCH_UNAVAILABLE } from './search-outbox.service.ts'
import { createOutboxStore, OUTBOX_PARTS } from './search-outbox.store.ts'
import { readShape, schemaOn } from './search-schema.store.ts'

const OUTBOX_CHANGED = 'search_outbox'

/** Removals wait for a chunk that is being copied. */
const CHUNK = 2_000
const HIGHEST_ID = '9223372036854775807'
const RETRY_MS = 5_000
const CHECK_WITHIN_MS = 3_000
/** Above this, administrators are told. */
const LATE_S = 300

type Options = {
  url: string
  /** How many pieces Citus divides the documents into. */
  shards: number
  poolSize?: number | undefined
  catalogue: Pick<Database, 'pool' | 'maintenance'>
  log: Logger
}

type OnProgress = (done: number, total: number) => void

const searchUnavailable = (cause: unknown) =>
  new AppError(503, 'Search does not answer just now. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 10,
    code: SEARCH_UNAVAILABLE,
  })

/**
 * The search documents in a PostgreSQL of their own, with Citus or without. The catalogue's database keeps
 * the documents too, and is read until the other one has been filled.
 */
export const createSearchDatabase = ({ url, shards, poolSize, catalogue, log }: Options) => {
  const remote = connectDatabase(url, log, { poolSize })
  const atomically = createAtomically(remote.maintenance)
  const destination = destinationOn(catalogue.maintenance)
  const stop = new AbortController()
  let target: CopyTarget | null = null
  let isFilled = false
  let following: Promise<void> = Promise.resolve()

  const outbox = createSearchOutbox({
    catalogue: catalogue.maintenance,
    atomically,
    target: () => target,
    log,
  })

  const refresh = async () => {
    isFilled = (await destination.read())?.is_filled ?? false
  }

  /** Makes the tables, and has changes noted for them from now on. */
  const prepare = async (): Promise<{ target: CopyTarget; token: string }> => {
    await destination.add()
    const row = await destination.read()
    if (!row) throw new Error('The search database is not noted')
    await schemaOn(remote.maintenance)
      .addVectorExtension()
      .catch((err: unknown) => {
        if (isDatabaseUnavailable(err)) throw err
        log.info({ err }, 'The search database has no pgvector: vectors stay where they are')
      })
    const shape = await readShape(catalogue.maintenance)
    await atomically((client) => schemaOn(client).ensure(shape, shards))
    target = {
      columns: shape.columns.map(({ name }) => name),
      hasVectors: await schemaOn(remote.maintenance).hasVectors(),
    }
    const fill = fillOn(remote.maintenance, row.token)
    if (!(await fill.read())) {
      // It is empty, or another catalogue's.
      await fill.begin()
      await destination.setFilled(false)
    }
    await refresh()
    return { target, token: row.token }
  }

  /** Also in a command, which has not prepared it. */
  const isRead = async (): Promise<boolean> => {
    await refresh()
    if (isFilled && !target)
      await prepare().catch((cause: unknown) => {
        throw isDatabaseUnavailable(cause) ? searchUnavailable(cause) : cause
      })
    return isFilled
  }

  const chunks = async function* (prepared: CopyTarget, from: string) {
    const source = sourceOn(catalogue.maintenance, prepared)
    let above = from
    for (;;) {
      const bound = await source.boundAfter(above, CHUNK)
      yield { above, upTo: bound ?? HIGHEST_ID }
      if (bound === null) return
      above = bound
    }
  }

  /** Continues what was interrupted. False if another server or command is at it. */
  const rebuild = async (onProgress: OnProgress = () => {}): Promise<boolean> => {
    const { target: prepared, token } = await prepare()
    const holder = await remote.maintenance.connect()
    try {
      if (!(await fillOn(holder, token).lock())) return false
      const total = await sourceOn(catalogue.maintenance, prepared).count()
      const former = await fillOn(remote.maintenance, token).read()
      let done = 0
      for await (const { above, upTo } of chunks(prepared, former?.filled_until ?? '0')) {
        stop.signal.throwIfAborted()
        await atomically(async (client) => {
          for (let part = 0; part < OUTBOX_PARTS; part += 1)
            await copyOn(client, prepared).lockPart(part, 'wait')
          await replaceOn(client, prepared)(catalogue.maintenance, { above, upTo })
          await fillOn(client, token).note(upTo)
        })
        done += CHUNK
        onProgress(Math.min(done, total), total)
      }
      await schemaOn(remote.maintenance).analyze()
      await fillOn(remote.maintenance, token).complete()
      await destination.setFilled(true, prepared.hasVectors)
      await refresh()
      return true
    } finally {
      holder.release(true)
    }
  }

  const differences = async (prepared: CopyTarget, selection: Selection): Promise<string[]> => {
    const expected = await sourceOn(catalogue.maintenance, prepared).digests(selection)
    const stored = await copyOn(remote.maintenance, prepared).digests(selection)
    const parts = prepared.hasVectors ? (['documents', 'vectors'] as const) : ['documents' as const]
    const ids = parts.flatMap((part) =>
      [...expected[part].keys(), ...stored[part].keys()].filter(
        (id) => expected[part].get(id) !== stored[part].get(id),
      ),
    )
    return [...new Set(ids)]
  }

  /** The products whose documents are not what the catalogue's database has. */
  const verify = async (onProgress: OnProgress = () => {}): Promise<string[]> => {
    const { target: prepared } = await prepare()
    const total = await sourceOn(catalogue.maintenance, prepared).count()
    const different: string[] = []
    let done = 0
    for await (const range of chunks(prepared, '0')) {
      const suspects = await differences(prepared, range)
      if (suspects.length > 0) {
        // They may have changed meanwhile.
        await outbox.settle(suspects)
        different.push(...(await differences(prepared, { ids: suspects })))
      }
      done += CHUNK
      onProgress(Math.min(done, total), total)
    }
    return different
  }

  /** After an upgrade, documents are written in the background first. */
  const hasAllDocuments = () =>
    sourceOn(catalogue.maintenance, { columns: [], hasVectors: false }).isComplete()

  /** Until it is there and filled. */
  const follow = async () => {
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

  /** All shards must answer: without one of them a search would be refused. */
  const answers = async (): Promise<boolean> => {
    const tooLate = delay(CHECK_WITHIN_MS, false, { ref: false })
    const hasAnswered = schemaOn(remote.maintenance)
      .readOne()
      .then(
        () => true,
        () => false,
      )
    return Promise.race([hasAnswered, tooLate])
  }

  const problem = async (): Promise<string | null> => {
    if (!isFilled || (await answers())) return null
    return 'The search database does not answer: searches are refused, everything else works.'
  }

  const documents: Connection = {
    query: async (query, values) => {
      if (!isFilled) return catalogue.pool.query(query, values)
      try {
        return await retryAfterMove(() => remote.pool.query(query, values))
      } catch (cause) {
        throw isDatabaseUnavailable(cause) ? searchUnavailable(cause) : cause
      }
    },
  }

  const listen = async (listener: Listener) => {
    await refresh()
    const look = () => {
      // Read again at the next message, or when the connection is back.
      void refresh().catch(() => undefined)
      outbox.wake()
    }
    await listener.listen(OUTBOX_CHANGED, {
      onMessage: (text) => (text === 'destination' ? look() : outbox.wake()),
      onConnected: look,
    })
  }

  const close = async () => {
    stop.abort(new Error('closing'))
    await outbox.close()
    await following
    await remote.close()
  }

  const whereItIs = () => ({ isFilled, hasVectors: target?.hasVectors ?? false })

  return {
    documents,
    remote,
    whereItIs,
    problem,
    prepare,
    rebuild,
    verify,
    drain: outbox.drain,

    /** Where the vectors of the catalogue's products are searched, if it is here. */
    vectors: async () => {
      const row = await destination.read()
      return row?.is_filled && row.has_vectors ? { pool: remote.pool, url: remote.url } : null
    },

    /** Copies the documents of these products again. */
    repair: async (productIds: readonly string[]) => {
      await createOutboxStore(catalogue.maintenance).add(productIds)
      await outbox.settle(productIds)
    },

    /** Changes are no longer noted, and the catalogue's database is read again. */
    detach: () => destination.remove(),

    /** Returns when the search database shows these products as the catalogue has them. */
    settle: async (productIds: readonly string[]) => {
      if (await isRead()) await outbox.settle(productIds)
    },
    /** The same for everything that has changed by now. */
    settleAll: async () => {
      if (await isRead()) await outbox.settleAll()
    },

    status: async () => {
      const { waiting, lag_s: lagSeconds } = await outbox.backlog()
      const isLate = lagSeconds > LATE_S
      const late = isLate ? `Search is ${Math.round(lagSeconds / 60)} minutes behind.` : null
      return { isFilled, waiting, lagSeconds, problem: (await problem()) ?? late }
    },

    /** For operators. */
    details: async () => {
      const { target: prepared } = await prepare()
      const { waiting, lag_s: lagSeconds } = await outbox.backlog()
      return {
        isFilled,
        hasVectors: prepared.hasVectors,
        documents: await sourceOn(catalogue.maintenance, prepared).count(),
        copies: await sourceOn(remote.maintenance, prepared).count(),
        nodes: await schemaOn(remote.maintenance).nodes(),
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
      /** Before the first request: which documents are read. */
      start: ({ listener }) => listen(listener),
      startInBackground: () => {
        outbox.start()
        following = follow()
      },
      stop: close,
    } satisfies Feature,
  }
}
export type SearchDatabase = ReturnType<typeof createSearchDatabase>
