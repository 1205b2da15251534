import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { type MemoryIndexOptions, type MemoryThread, openMemoryThread } from './memory-thread.ts'
import { createProductVectorsStore, type HistoryPosition } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'
import { VISION_TEXT } from '#server/vision/vision-messages.ts'

export type MemorySearchDependencies = Omit<MemoryIndexOptions, 'maxRows'> & {
  pool: Connection
  listener: Listener
  version: string
  log: Logger
  maxRows?: number
}

/** Beyond this, about 500 MB of memory, the database needs pgvector. */
const MAX_ROWS = 200_000
const SAVE_EVERY_MS = HOUR_MS

const searchUnavailableError = (message: string, retryAfterSeconds: number) =>
  new AppError(503, message, { retryAfterSeconds, code: 'vectors-unavailable' })
/** Until the saved vectors are compared with the database, or all are read for the first time. */
const notLoadedError = () => searchUnavailableError(VISION_TEXT.vectorsNotLoaded, 5)
const tooManySearchesError = () => searchUnavailableError(VISION_TEXT.catalogTooLarge, 3_600)

/** Without a delay, a thread that keeps dying would be restarted, and the table read, in a tight loop. */
const RESTART_DELAY_MS = 200
/** How long a search waits for the vectors to be loaded for the first time. */
const FIRST_LOAD_WAIT_MS = 5_000
const RETRY_DELAY_MS = 2_000
/** In case a notification was lost, and so that the history of deletions is never outlived. */
const READ_EVERY_MS = 10 * MINUTE_MS

/**
 * Vectors in this process, saved to disk. At startup, and after a lost connection, only what has changed
 * since is read.
 */
export const openMemorySearch = async (
  dependencies: MemorySearchDependencies,
): Promise<VectorSearch> => {
  const { pool, listener, version, log, maxRows = MAX_ROWS } = dependencies
  const { dimensions, mayUseGraph, folder = null } = dependencies
  const vectors = createProductVectorsStore(pool)
  const stop = new AbortController()
  let isFull = false
  /** Null while a crashed thread is being replaced. */
  let thread: MemoryThread | null = null
  /** What the thread has seen; null while it is being filled. */
  let position: HistoryPosition | null = null

  const mayRead = () => !stop.signal.aborted && !isFull
  const pause = (ms: number) =>
    // Closing ends the pause.
    wait(ms, undefined, { signal: stop.signal }).catch(() => undefined)

  const readAll = async (into: MemoryThread) => {
    const all: string[] = []
    for await (const { productKeys, rows } of vectors.readAll(version, into.known)) {
      if (!mayRead() || into !== thread) return
      all.push(...productKeys)
      if (rows.length > 0) into.put(rows)
    }
    into.retain(all)
  }

  const readChanges = async (into: MemoryThread, from: HistoryPosition) => {
    for await (const productKeys of vectors.readRemoved(version, from)) into.remove(productKeys)
    for await (const rows of vectors.readChanged(version, from)) into.put(rows)
  }

  const read = async () => {
    const into = thread
    if (!into) return
    const from = position
    // Taken first: what changes during the reading is read again.
    const { canContinue, ...here } = await vectors.position(from)
    if (from && canContinue) await readChanges(into, from)
    else {
      await readAll(into)
      // What changed meanwhile.
      await readChanges(into, here)
    }
    if (into === thread && !isFull) position = here
  }

  // One reading at a time; a change during it starts another one afterwards.
  let reading: Promise<void> | null = null
  let isDue = false
  const readAllDue = async () => {
    while (isDue && mayRead()) {
      isDue = false
      try {
        await read()
      } catch (err) {
        log.error({ err }, 'Could not read the product vectors')
        isDue = true
        await pause(RETRY_DELAY_MS)
      }
    }
    reading = null
  }
  const readSoon = () => {
    isDue = true
    reading ??= readAllDue()
  }

  const handleFull = () => {
    if (isFull) return
    isFull = true
    position = null
    log.error(
      { maxRows },
      'There are more product vectors than this process holds, so nothing is searched by pictures. Install pgvector in the database and restart.',
    )
    void thread?.close()
  }
  const replaceThread = async (): Promise<void> => {
    log.error('The thread that holds the vectors has ended and is replaced')
    position = null
    await pause(RESTART_DELAY_MS)
    if (!mayRead()) return
    try {
      thread = await openThread()
    } catch (err) {
      log.error({ err }, 'The thread that holds the vectors could not be opened')
      return replaceThread()
    }
    readSoon()
  }
  let replacing: Promise<void> = Promise.resolve()
  const openThread = () =>
    openMemoryThread(
      { dimensions, mayUseGraph, folder, maxRows },
      {
        onFull: handleFull,
        onEnd: () => {
          thread = null
          replacing = replaceThread()
        },
      },
    )

  const first = await openThread()
  thread = first
  await listener.listen('vectors_changed', { onMessage: readSoon, onConnected: readSoon })
  // What is not saved, or saved late, is read from the database by the next start.
  const save = async () => {
    if (position && thread)
      await thread.save().catch((err: unknown) => {
        log.warn({ err }, 'Could not save the vectors')
      })
  }
  const timers = [
    setInterval(readSoon, READ_EVERY_MS),
    setInterval(() => void save(), SAVE_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    kind: first.hasGraph ? 'usearch' : 'scan',
    search: async (vector, count, filter = {}) => {
      if (!position && reading) await Promise.race([reading, pause(FIRST_LOAD_WAIT_MS)])
      if (isFull) throw tooManySearchesError()
      const searcher = position && thread
      if (!searcher) throw notLoadedError()
      try {
        return await searcher.search(vector, count, filter)
      } catch (error) {
        throw searcher === thread && !isFull ? error : notLoadedError()
      }
    },
    loaded: async () => {
      await reading
    },
    waitUntilIndexed: async () => {
      await reading
      await thread?.waitForGraphs()
    },
    close: async () => {
      stop.abort()
      for (const timer of timers) clearInterval(timer)
      await replacing
      await reading
      await save()
      await thread?.close()
    },
  }
}
