import type { Worker } from 'node:worker_threads'
import { closeThread, openThread } from '#server/core/concurrency/threads.ts'
import { AppError } from '#server/core/http/errors.ts'
import { getThreadFile } from '#server/core/installation.ts'
import type {
  DetectOutput,
  EmbedOutput,
  ModelOutput,
  ModelSession,
  ModelTask,
  ModelTime,
  Priority,
  ModelOptions,
} from '#shared/vision/model-session.ts'
import { VISION_TEXT } from './vision-messages.ts'

/** Messages between the server and its model worker. Pixels and vectors are transferred, not copied. */

export type WorkerRequest = { id: number; task: ModelTask }
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'unavailable'; reason: string }
  | { type: 'done'; id: number; output: ModelOutput }
  | { type: 'failed'; id: number; reason: string }

export type ModelWorkerOptions = { modelDir: string; threads: number }

export type ModelPoolOptions = ModelWorkerOptions & {
  workers: number
  /** Maximum number of waiting interactive tasks; further ones get a 503. */
  queueLimit: number
  workerFile?: URL
}

type QueuedTask = {
  task: ModelTask
  signal: AbortSignal | undefined
  resolve: (output: ModelOutput) => void
  reject: (error: unknown) => void
  /** Null once settled; a long-lived signal must not accumulate listeners. */
  stopListening: (() => void) | null
}

type Slot = { worker: Worker; isReady: boolean; current: { id: number; entry: QueuedTask } | null }

const RESTART_DELAY_MS = 1_000
const EXPECTED_TASK_MS = 500

export const visionBusyError = (retryAfterSeconds: number, code = 'vision-busy') =>
  new AppError(503, VISION_TEXT.busy, {
    retryAfterSeconds,
    code,
  })

export const visionUnavailableError = (reason: string) =>
  new AppError(503, VISION_TEXT.notScanned, {
    retryAfterSeconds: 2,
    code: 'vision-unavailable',
    cause: reason,
  })

/** Model workers behind a bounded, abortable queue. Interactive tasks come first; crashed workers are replaced. */
export const createModelPool = (options: ModelPoolOptions): ModelSession => {
  const queues: Record<Priority, QueuedTask[]> = { interactive: [], background: [] }
  const slots = new Set<Slot>()
  const file = options.workerFile ?? getThreadFile('vision/worker')
  let nextId = 1
  let usualMs = EXPECTED_TASK_MS
  let isClosed = false

  const settleTask = (entry: QueuedTask, complete: () => void) => {
    if (!entry.stopListening) return
    entry.stopListening()
    entry.stopListening = null
    complete()
  }

  const rejectWaiting = (reason: string) => {
    for (const queue of Object.values(queues))
      for (const entry of queue.splice(0))
        settleTask(entry, () => entry.reject(visionUnavailableError(reason)))
  }

  const dispatch = () => {
    for (const slot of slots) {
      if (!slot.isReady || slot.current) continue
      const entry = queues.interactive.shift() ?? queues.background.shift()
      if (!entry) return
      const id = nextId
      nextId += 1
      slot.current = { id, entry }
      const started = performance.now()
      const { resolve } = entry
      entry.resolve = (output) => {
        usualMs = 0.8 * usualMs + 0.2 * (performance.now() - started)
        resolve(output)
      }
      slot.worker.postMessage({ id, task: entry.task }, [entry.task.pixels.buffer as ArrayBuffer])
    }
  }

  const handleReply = (slot: Slot, reply: WorkerReply) => {
    if (reply.type === 'ready') slot.isReady = true
    else if (reply.type === 'unavailable') rejectWaiting(reply.reason)
    else if (slot.current?.id === reply.id) {
      const { entry } = slot.current
      slot.current = null
      settleTask(entry, () =>
        reply.type === 'done'
          ? entry.resolve(reply.output)
          : entry.reject(visionUnavailableError(reply.reason)),
      )
    }
    dispatch()
  }

  const start = () => {
    if (isClosed) return
    const { modelDir, threads } = options
    const worker = openThread(file, { modelDir, threads } satisfies ModelWorkerOptions)
    const slot: Slot = { worker, isReady: false, current: null }
    slots.add(slot)
    let reason = 'The model worker ended'
    worker.on('message', (reply: WorkerReply) => handleReply(slot, reply))
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      slots.delete(slot)
      if (slot.current) {
        const { entry } = slot.current
        settleTask(entry, () => entry.reject(visionUnavailableError(reason)))
      }
      // A worker that crashes during startup would crash again, so waiting tasks fail now.
      if (!slot.isReady) rejectWaiting(reason)
      if (!isClosed) setTimeout(start, slot.isReady ? 0 : RESTART_DELAY_MS).unref()
    })
  }

  const enqueue = (entry: QueuedTask, priority: Priority) => {
    const queue = queues[priority]
    if (priority === 'interactive' && queue.length >= options.queueLimit)
      throw visionBusyError(Math.max(1, (queue.length * usualMs) / 1_000 / options.workers))
    queue.push(entry)
    const { signal } = entry
    const giveUp = () => {
      // A running task cannot be stopped; its result is discarded.
      const index = queue.indexOf(entry)
      if (index >= 0) queue.splice(index, 1)
      settleTask(entry, () => entry.reject(signal?.reason))
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    entry.stopListening = () => signal?.removeEventListener('abort', giveUp)
    dispatch()
  }

  for (let count = 0; count < options.workers; count += 1) start()

  const run = async (task: ModelTask, { signal, priority = 'interactive' }: ModelOptions = {}) => {
    signal?.throwIfAborted()
    if (isClosed) throw visionUnavailableError('closed')
    return new Promise<ModelOutput>((resolve, reject) => {
      enqueue({ task, signal, resolve, reject, stopListening: null }, priority)
    })
  }

  return {
    detect: async (input, options) =>
      (await run({ type: 'detect', ...input }, options)) as DetectOutput & ModelTime,
    embed: async (input, options) =>
      (await run({ type: 'embed', ...input }, options)) as EmbedOutput & ModelTime,
    close: async () => {
      isClosed = true
      rejectWaiting('closed')
      await Promise.all([...slots].map(({ worker }) => closeThread(worker)))
    },
  }
}
