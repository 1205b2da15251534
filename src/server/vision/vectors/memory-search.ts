import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '#server/db/transaction.ts'
import type { Logger } from 'pino'
import type { Listener } from '#server/jobs/listener.ts'
import type { MemorySettings } from './memory-messages.ts'
import { openMemoryThread } from './memory-thread.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'

export type MemorySearchSettings = MemorySettings & {
  pool: Connection
  listener: Listener
  version: string
  log: Logger
}

/** Without a delay, a thread that keeps dying would be restarted, and the table read, in a tight loop. */
const RESTART_DELAY_MS = 200

/**
 * Vectors in this process: read from the table at startup and kept current by its notifications. A
 * thread that dies is replaced and reloaded; searches wait for it meanwhile.
 */
export const openMemorySearch = async (settings: MemorySearchSettings): Promise<VectorSearch> => {
  const { pool, listener, version, log, dimensions, mayUseGraph } = settings
  const vectors = createProductVectorsStore(pool)
  let isClosed = false
  const openThread = () => openMemoryThread({ dimensions, mayUseGraph }, replaceThread)
  let thread = await openThread()
  let complete: Promise<void> = Promise.resolve()

  const readAll = async () => {
    const productKeys: string[] = []
    for await (const rows of vectors.readAll(version)) {
      productKeys.push(...rows.map(({ productKey }) => productKey))
      thread.put(rows)
    }
    thread.retain(productKeys)
  }

  const readChanged = async (productKeys: string[]) => {
    const rows = await vectors.read(version, productKeys)
    const known = new Set(rows.map(({ productKey }) => productKey))
    thread.put(rows)
    thread.remove(productKeys.filter((key) => !known.has(key)))
  }

  // In sequence: a slow full read must not overwrite later notifications.
  let reading: Promise<void> = Promise.resolve()
  const inTurn = async (before: Promise<void>, read: () => Promise<void>) => {
    await before
    if (isClosed) return
    try {
      await read()
    } catch (err) {
      log.error({ err }, 'The product vectors could not be read')
    }
  }
  const afterwards = (read: () => Promise<void>) => {
    reading = inTurn(reading, read)
  }
  const reopen = async (): Promise<void> => {
    await wait(RESTART_DELAY_MS)
    if (isClosed) return
    try {
      thread = await openThread()
    } catch (err) {
      log.error({ err }, 'The thread that holds the vectors could not be opened')
      return reopen()
    }
    afterwards(readAll)
    await reading
  }
  function replaceThread() {
    log.error('The thread that holds the vectors has ended and is replaced')
    complete = reopen()
  }

  await listener.listen('product_vectors', {
    onMessage: (payload) => {
      const productKeys = JSON.parse(payload) as string[] | null
      afterwards(productKeys ? () => readChanged(productKeys) : readAll)
    },
    onConnected: () => afterwards(readAll),
  })
  complete = complete.then(() => reading)

  return {
    kind: thread.hasGraph ? 'usearch' : 'scan',
    search: async (vector, count, filter = {}) => {
      await complete
      const asked = thread
      try {
        return await asked.search(vector, count, filter)
      } catch (error) {
        await complete
        if (thread === asked) throw error
        return thread.search(vector, count, filter)
      }
    },
    close: async () => {
      isClosed = true
      await complete
      await reading
      await thread.close()
    },
  }
}
