import { once } from 'node:events'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '#server/jobs/listener.ts'
import { openThread } from '#server/threads/open-thread.ts'
import type { MemoryReply, MemoryRequest, MemorySettings } from './memory-messages.ts'
import { readAllVectors, readVectors } from './product-vectors.store.ts'
import type { VectorMatch, VectorSearch } from './vector-search.ts'

export type MemorySearchSettings = MemorySettings & {
  pool: pg.Pool
  listener: Listener
  version: string
  log: Logger
}

/** Vectors in this process: read from the table at the start, kept current by what it announces. */
export const openMemorySearch = async (settings: MemorySearchSettings): Promise<VectorSearch> => {
  const { pool, listener, version, log, dimensions, mayUseGraph } = settings
  const file = new URL('./memory-worker.ts', import.meta.url)
  const worker = openThread<MemorySettings>(file, { dimensions, mayUseGraph })
  const waiting = new Map<number, (matches: VectorMatch[]) => void>()
  const say = (request: MemoryRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer)
  const [ready] = (await once(worker, 'message')) as [MemoryReply]
  worker.on('message', (reply: MemoryReply) => {
    if (reply.type !== 'found') return
    waiting.get(reply.id)?.(reply.matches)
    waiting.delete(reply.id)
  })

  const readAll = async () => {
    const productKeys: string[] = []
    for await (const rows of readAllVectors(pool, version)) {
      productKeys.push(...rows.map(({ productKey }) => productKey))
      say(
        { type: 'put', rows },
        rows.map(({ vector }) => vector.buffer as ArrayBuffer),
      )
    }
    say({ type: 'retain', productKeys })
  }

  const readChanged = async (productKeys: string[]) => {
    const rows = await readVectors(pool, version, productKeys)
    const known = new Set(rows.map(({ productKey }) => productKey))
    say({ type: 'put', rows })
    say({ type: 'remove', productKeys: productKeys.filter((key) => !known.has(key)) })
  }

  // One after another: a late full reading must not undo what was announced meanwhile.
  let reading: Promise<void> = Promise.resolve()
  const afterwards = (read: () => Promise<void>) => {
    reading = reading
      .then(read)
      .catch((err: unknown) => log.error({ err }, 'The product vectors could not be read'))
    return reading
  }
  await listener.listen('product_vectors', {
    onMessage: (keys) => void afterwards(() => readChanged(JSON.parse(keys) as string[])),
    onConnected: () => void afterwards(readAll),
  })
  const firstReading = reading

  let nextId = 1
  return {
    kind: ready.type === 'ready' && ready.hasGraph ? 'usearch' : 'scan',
    search: async (vector, count, filter = {}) => {
      await firstReading
      const id = nextId
      nextId += 1
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        say({ type: 'search', id, vector, count, filter })
      })
    },
    close: async () => {
      await reading
      await worker.terminate()
    },
  }
}
