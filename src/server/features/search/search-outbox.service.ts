import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from '#server/core/db/pools.ts'
import type { Atomically, CopyConnection } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { copyOn, type CopyTarget, replaceOn } from './search-copy.store.ts'
import { createOutboxStore, OUTBOX_PARTS, type OutboxChange } from './search-outbox.store.ts'

const OUTBOX = {
  batch: 500,
  /** Notifications may get lost with their connection. */
  lookEveryMs: 5_000,
  /** While the search database is away. */
  retryMs: 1_000,
  pollMs: 50,
  /** How long a removal waits for the search database before it counts as not done. */
  settleMs: 30_000,
} as const

type Parts = {
  catalogue: Database['pool']
  /** On the search database. */
  atomically: Atomically<CopyConnection>
  /** What is copied, once the tables are there. */
  target: () => CopyTarget | null
  log: Logger
}

export const SEARCH_UNAVAILABLE = 'search-unavailable'

const partOf = (productId: string) => Number(BigInt(productId) % BigInt(OUTBOX_PARTS))

const notApplied = (cause?: unknown) =>
  new AppError(503, 'The catalogue has changed, but search has not followed yet. It will soon.', {
    cause,
    retryAfterSeconds: 30,
    code: SEARCH_UNAVAILABLE,
  })

/** Applies the changes of products to the search database: at least once, in order for each product. */
export const createSearchOutbox = ({ catalogue, atomically, target, log }: Parts) => {
  const store = createOutboxStore(catalogue)
  const stop = new AbortController()
  let wake = () => {}
  let running: Promise<void> = Promise.resolve()

  /**
   * The part is locked where it is written, and the catalogue is read afterwards: whatever a server that died
   * had under way has then been committed or undone, and cannot overwrite what is newer.
   */
  const apply = async (
    part: number,
    lock: 'wait' | 'skip',
    pick: () => Promise<OutboxChange[]>,
  ): Promise<number> => {
    const prepared = target()
    if (!prepared) throw new DatabaseUnavailable('The search database has no tables yet')
    const applied = await atomically(async (documents) => {
      const copy = copyOn(documents, prepared)
      if (!(await copy.lockPart(part, lock))) return []
      const changes = await pick()
      const ids = [...new Set(changes.map(({ product_id }) => product_id))]
      if (ids.length > 0) await replaceOn(documents, prepared)(catalogue, { ids })
      return changes
    })
    if (applied.length > 0) await store.forget(applied)
    return applied.length
  }

  /** A document that cannot be written must not hold up the others. */
  const applyOneByOne = async (part: number): Promise<number> => {
    const changes = await store.first(part, OUTBOX.batch)
    for (const change of changes)
      await apply(part, 'wait', async () => [change]).catch(async (err: unknown) => {
        if (isDatabaseUnavailable(err)) throw err
        log.error({ err, productId: change.product_id }, 'A search document cannot be written')
        await store.postpone(change)
      })
    return 0
  }

  const applyFirst = (part: number): Promise<number> =>
    apply(part, 'skip', () => store.first(part, OUTBOX.batch)).catch((err: unknown) => {
      if (isDatabaseUnavailable(err)) throw err
      log.warn({ err, part }, 'Search documents are written one by one')
      return applyOneByOne(part)
    })

  /** Works until nothing is left that others do not work on; returns the number of changes. */
  const drain = async (onBatch?: (changes: number) => void): Promise<number> => {
    let total = 0
    for (const part of await store.parts()) {
      let changes = 0
      do {
        stop.signal.throwIfAborted()
        changes = await applyFirst(part)
        total += changes
        onBatch?.(changes)
      } while (changes === OUTBOX.batch)
    }
    return total
  }

  const work = async () => {
    let isFailing = false
    while (!stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      let restMs: number = OUTBOX.lookEveryMs
      try {
        await drain()
        isFailing = false
      } catch (err) {
        if (stop.signal.aborted) return
        if (!isFailing) log.error({ err }, 'Search documents cannot be written')
        isFailing = true
        restMs = OUTBOX.retryMs
      }
      const rested = new AbortController()
      const signal = AbortSignal.any([stop.signal, rested.signal])
      await Promise.race([delay(restMs, undefined, { signal }).catch(() => undefined), woken])
      rested.abort()
    }
  }

  return {
    drain,
    backlog: store.backlog,

    /** Returns when the search database has these products as the catalogue has them. */
    settle: async (productIds: readonly string[]): Promise<void> => {
      try {
        for (let part = 0; part < OUTBOX_PARTS; part += 1) {
          const ids = productIds.filter((id) => partOf(id) === part)
          for (let first = 0; first < ids.length; first += OUTBOX.batch)
            await apply(part, 'wait', () => store.of(ids.slice(first, first + OUTBOX.batch)))
        }
      } catch (cause) {
        throw isDatabaseUnavailable(cause) ? notApplied(cause) : cause
      }
    },

    /** Returns when everything that has been committed by now is applied. */
    settleAll: async (): Promise<void> => {
      const last = await store.last()
      const deadline = performance.now() + OUTBOX.settleMs
      while (await store.hasUntil(last)) {
        if (performance.now() > deadline) throw notApplied()
        await drain().catch((cause: unknown) => {
          throw isDatabaseUnavailable(cause) ? notApplied(cause) : cause
        })
        await delay(OUTBOX.pollMs)
      }
    },

    start: () => {
      running = work()
    },
    /** Something has changed. */
    wake: () => wake(),

    close: async () => {
      stop.abort(new Error('closing'))
      await running
    },
  }
}
