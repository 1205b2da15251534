import { closeThread, openThread } from '#server/core/concurrency/threads.ts'
import { getThreadFile } from '#server/core/installation.ts'
import type { VectorMatch } from '#shared/vision/match-order.ts'
import type { ProductVector, VectorFilter } from './vector-search.ts'

export type MemoryIndexOptions = {
  dimensions: number
  mayUseGraph: boolean
  maxRows: number
  /** Where the index is saved, if at all. */
  folder?: string | null
}

export type MemoryRequest =
  | { type: 'put'; rows: ProductVector[] }
  | { type: 'remove'; productKeys: string[] }
  | { type: 'retain'; productKeys: string[] }
  /** Written to the folder unless it is there already. */
  | { type: 'save'; id: number }
  /** Answered once every row is in a graph. */
  | { type: 'wait-for-graphs'; id: number }
  | { type: 'search'; id: number; vector: Float32Array; count: number; filter: VectorFilter }

export type MemoryReply =
  /** `known`: what the folder had, with the transaction that wrote it. */
  | { type: 'ready'; hasGraph: boolean; known: [string, string][] }
  /** More rows were sent than the index may hold. */
  | { type: 'full' }
  | { type: 'graphs-ready' | 'saved'; id: number }
  | { type: 'found'; id: number; matches: VectorMatch[] }

export type MemoryThread = {
  hasGraph: boolean
  known: ReadonlyMap<string, string>
  /** Transfers the vectors' memory. */
  put(rows: ProductVector[]): void
  remove(productKeys: string[]): void
  retain(productKeys: string[]): void
  search(vector: Float32Array, count: number, filter: VectorFilter): Promise<VectorMatch[]>
  /** Resolves once every row is in a graph; searches work before that too. */
  waitForGraphs(): Promise<void>
  save(): Promise<void>
  close(): Promise<void>
}

type Answer = Exclude<MemoryReply, { type: 'ready' | 'full' }>
type Events = {
  /** An unexpected exit, before pending requests are rejected. */
  onEnd?: () => void
  onFull?: () => void
}

export const openMemoryThread = async (
  options: MemoryIndexOptions,
  { onEnd, onFull }: Events = {},
): Promise<MemoryThread> => {
  const worker = openThread(getThreadFile('vision/vectors/memory-worker'), options)
  const waiting = new Map<
    number,
    { resolve: (answer: Answer) => void; reject: (e: Error) => void }
  >()
  let nextId = 1
  let isClosed = false
  let reason: Error = new Error('The thread that holds the vectors has ended')

  worker.on('error', (error) => {
    reason = error
  })
  type Ready = Extract<MemoryReply, { type: 'ready' }>
  const { hasGraph, known } = await new Promise<Ready>((resolve, reject) => {
    worker.on('message', (reply: MemoryReply) => {
      if (reply.type === 'ready') resolve(reply)
      else if (reply.type === 'full') onFull?.()
      else {
        waiting.get(reply.id)?.resolve(reply)
        waiting.delete(reply.id)
      }
    })
    worker.on('exit', () => reject(reason))
  })
  let hasEnded = false
  worker.on('exit', () => {
    hasEnded = true
    if (!isClosed) onEnd?.()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  })

  const send = (request: MemoryRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer)
  const request = (request: (id: number) => MemoryRequest) =>
    new Promise<Answer>((resolve, reject) => {
      if (hasEnded) throw reason
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      send(request(id))
    })

  return {
    hasGraph,
    known: new Map(known),
    put: (rows) =>
      send(
        { type: 'put', rows },
        rows.map(({ vector }) => vector.buffer as ArrayBuffer),
      ),
    remove: (productKeys) => send({ type: 'remove', productKeys }),
    retain: (productKeys) => send({ type: 'retain', productKeys }),
    search: async (vector, count, filter) => {
      const answer = await request((id) => ({ type: 'search', id, vector, count, filter }))
      return answer.type === 'found' ? answer.matches : []
    },
    waitForGraphs: async () => {
      await request((id) => ({ type: 'wait-for-graphs', id }))
    },
    save: async () => {
      await request((id) => ({ type: 'save', id }))
    },
    close: async () => {
      isClosed = true
      await closeThread(worker)
    },
  }
}
