import { once } from 'node:events'
import { threadFile } from '#server/project-root.ts'
import { openThread } from '#server/threads/open-thread.ts'
import type { MemoryReply, MemoryRequest, MemorySettings } from './memory-messages.ts'
import type { ProductVector, VectorFilter, VectorMatch } from './vector-search.ts'

/** The thread that holds vectors, as the rest of the server talks to it. */
export type MemoryThread = {
  hasGraph: boolean
  /** The vectors' memory is handed over. */
  put(rows: ProductVector[]): void
  remove(productKeys: string[]): void
  retain(productKeys: string[]): void
  search(vector: Float32Array, count: number, filter: VectorFilter): Promise<VectorMatch[]>
  /** Until every row is in its graph; searches are answered before that too. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Answer = Exclude<MemoryReply, { type: 'ready' }>

export const openMemoryThread = async (settings: MemorySettings): Promise<MemoryThread> => {
  const worker = openThread(threadFile('vision/vectors/memory-worker'), settings)
  const waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (e: Error) => void }
  >()
  const [ready] = (await once(worker, 'message')) as [MemoryReply]
  let nextId = 1

  const giveUp = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: MemoryReply) => {
    if (reply.type === 'ready') return
    waiting.get(reply.id)?.resolve(reply)
    waiting.delete(reply.id)
  })
  // Whoever waits is told; without vectors the server is better started afresh than left half blind.
  worker.on('error', giveUp)
  worker.on('exit', () => giveUp(new Error('The thread that holds the vectors has ended')))

  const say = (request: MemoryRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer)
  const ask = (request: (id: number) => MemoryRequest) =>
    new Promise<Answer>((resolve, reject) => {
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      say(request(id))
    })

  return {
    hasGraph: ready.type === 'ready' && ready.hasGraph,
    put: (rows) =>
      say(
        { type: 'put', rows },
        rows.map(({ vector }) => vector.buffer as ArrayBuffer),
      ),
    remove: (productKeys) => say({ type: 'remove', productKeys }),
    retain: (productKeys) => say({ type: 'retain', productKeys }),
    search: async (vector, count, filter) => {
      const answer = await ask((id) => ({ type: 'search', id, vector, count, filter }))
      return answer.type === 'found' ? answer.matches : []
    },
    settle: async () => {
      await ask((id) => ({ type: 'settle', id }))
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
