import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { DatabaseUnavailable } from '#server/core/db/pools.ts'
import type { Atomically, CopyConnection } from '#server/core/db/query.ts'
import { type CopyTarget, createCopyStore, createDocumentReplacer } from './search-copy.store.ts'
import { changeNotApplied, isSearchUnavailable } from './search-errors.ts'
import { OUTBOX_PARTS, type OutboxChange, createOutboxStore } from './search-outbox.store.ts'

const OUTBOX = {
  batch: 500,
  /** Polls, because notifications are lost with their connection. */
  lookEveryMs: 5_000,
  /** Pause while the search database is unavailable. */
  retryMs: 1_000,
  pollMs: 50,
  /** How long a removal waits for the search database before it fails. */
  settleMs: 30_000,
} as const

type SearchOutboxDependencies = {
  catalog: Database['pool']
  atomically: Atomically<CopyConnection>
  /** What is copied; null until the tables exist. */
  target: () => CopyTarget | null
  log: Logger
}

const partOf = (productId: string) => Number(BigInt(productId) % BigInt(OUTBOX_PARTS))

/** Applies the changes of products to the search database: at least once, in order for each product. */
export const createSearchOutbox = ({
  catalog,
  atomically,
  target,
  log,
}: SearchOutboxDependencies) => {
  const store = createOutboxStore(catalog)
  const stop = new AbortController()
  let wake = () => {}
  let running: Promise<void> = Promise.resolve()

  /**
   * Locks the part in the search database before it reads the catalogue. Whatever a server that died was
   * writing has then been committed or rolled back, and cannot overwrite newer documents.
   */
  const apply = async (
    part: number,
    lock: 'wait' | 'skip',
    pick: () => Promise<OutboxChange[]>,
  ): Promise<number> => {
    const prepared = target()
    if (!prepared) throw new DatabaseUnavailable('The search database has no tables yet')
    const applied = await atomically(async (documents) => {
      const copy = createCopyStore(documents, prepared)
      if (!(await copy.lockPart(part, lock))) return []
      const changes = await pick()
      const ids = [...new Set(changes.map(({ product_id }) => product_id))]
      if (ids.length > 0) await createDocumentReplacer(documents, prepared)(catalog, { ids })
      return changes
    })
    if (applied.length > 0) await store.remove(applied)
    return applied.length
  }

  /** A document that cannot be written must not hold up the others. */
  const applyOneByOne = async (part: number): Promise<number> => {
    const changes = await store.first(part, OUTBOX.batch)
    for (const change of changes)
      await apply(part, 'wait', async () => [change]).catch(async (err: unknown) => {
        if (isSearchUnavailable(err)) throw err
        log.error({ err, productId: change.product_id }, 'A search document cannot be written')
        await store.postpone(change)
      })
    return 0
  }

  const applyFirst = (part: number): Promise<number> =>
    apply(part, 'skip', () => store.first(part, OUTBOX.batch)).catch((err: unknown) => {
      if (isSearchUnavailable(err)) throw err
      log.warn({ err, part }, 'Search documents are written one by one')
      return applyOneByOne(part)
    })

  /** Applies changes until only those are left that others are applying. Returns their number. */
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

    /** Waits until the search database reflects these products. */
    waitUntilApplied: async (productIds: readonly string[]): Promise<void> => {
      try {
        for (let part = 0; part < OUTBOX_PARTS; part += 1) {
          const ids = productIds.filter((id) => partOf(id) === part)
          for (let first = 0; first < ids.length; first += OUTBOX.batch)
            await apply(part, 'wait', () =>
              store.ofProducts(ids.slice(first, first + OUTBOX.batch)),
            )
        }
      } catch (cause) {
        throw isSearchUnavailable(cause) ? changeNotApplied(cause) : cause
      }
    },

    /** Waits until everything that has been committed so far is applied. */
    waitUntilAllApplied: async (): Promise<void> => {
      const last = await store.last()
      const deadline = performance.now() + OUTBOX.settleMs
      while (await store.hasUntil(last)) {
        if (performance.now() > deadline) throw changeNotApplied()
        await drain().catch((cause: unknown) => {
          throw isSearchUnavailable(cause) ? changeNotApplied(cause) : cause
        })
        await delay(OUTBOX.pollMs)
      }
    },

    start: () => {
      running = work()
    },
    wake: () => wake(),

    close: async () => {
      stop.abort(new Error('closing'))
      await running
    },
  }
}
