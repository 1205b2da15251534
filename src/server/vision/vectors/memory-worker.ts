import { parentPort, workerData } from 'node:worker_threads'
import { closeThreadOnRequest } from '#server/core/concurrency/threads.ts'
import { loadGraphs } from './shard.ts'
import { MemoryIndex } from './memory-index.ts'
import type { MemoryReply, MemoryRequest, MemoryIndexOptions } from './memory-thread.ts'

/** Holds the vectors in a worker thread, so that neither scans nor graph building delay requests. */

if (!parentPort) throw new Error('This file runs as a worker only')
const port = parentPort
closeThreadOnRequest(port)
const { dimensions, mayUseGraph, maxRows, folder = null } = workerData as MemoryIndexOptions
const makeGraph = mayUseGraph ? loadGraphs() : null
const restoreIndex = () => {
  const index = new MemoryIndex(dimensions, makeGraph, maxRows)
  try {
    if (folder !== null) index.restore(folder)
    return index
  } catch {
    // Never saved, by another version or not completely: everything is read again.
    return new MemoryIndex(dimensions, makeGraph, maxRows)
  }
}
const index = restoreIndex()

/** Rows per slice of graph building; searches are answered between slices. */
const SLICE = 20
let isGrowing = false
const idsWaitingForGraphs: number[] = []

const growIndex = () => {
  isGrowing = index.growGraphs(SLICE)
  if (isGrowing) setImmediate(growIndex)
  else for (const id of idsWaitingForGraphs.splice(0)) sendReply({ type: 'graphs-ready', id })
}

const sendReply = (message: MemoryReply) => port.postMessage(message)

const handleRequest = (request: MemoryRequest) => {
  if (request.type === 'search') {
    const { id, vector, count, filter } = request
    const matches = index.search(vector, count, filter)
    sendReply({ type: 'found', id, matches })
    return
  }
  if (request.type === 'put') {
    const isFull = !request.rows.every((row) => index.put(row))
    if (isFull) sendReply({ type: 'full' })
  } else if (request.type === 'remove') for (const key of request.productKeys) index.remove(key)
  else if (request.type === 'retain') index.retain(new Set(request.productKeys))
  else if (request.type === 'save') {
    if (folder !== null) index.save(folder)
    sendReply({ type: 'saved', id: request.id })
    return
  } else idsWaitingForGraphs.push(request.id)
  if (!isGrowing) growIndex()
}

port.on('message', handleRequest)
sendReply({ type: 'ready', hasGraph: makeGraph !== null, known: index.changes() })
if (index.size > 0) growIndex()
