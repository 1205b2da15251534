import type Esbuild from 'esbuild'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type MessagePort, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { toError } from '#server/core/http/errors.ts'
import { createQueue } from './tasks.ts'

/** Starts a worker thread from a built file or a TypeScript one, even if the process runs without tsx. */
export const openThread = (file: URL, settings: object, resourceLimits?: ResourceLimits): Worker =>
  new Worker(file.pathname.endsWith('.ts') ? bundleThread(file) : file, {
    workerData: settings,
    ...(resourceLimits && { resourceLimits }),
  })

const CLOSE = 'close'

/** `worker.terminate()` in the middle of a native call aborts the whole process. */
export const closeThread = async (worker: Worker): Promise<void> => {
  // An ended thread has no id any more, and no exit to wait for.
  if (worker.threadId < 0) return
  const exited = once(worker, 'exit')
  worker.postMessage(CLOSE, [])
  await exited
}

/** Called inside the thread, which then ends between two native calls. */
export const closeThreadOnRequest = (port: MessagePort): void => {
  port.on('message', (message: unknown) => {
    if (message === CLOSE) process.exit()
  })
}

type Reply<Result, Batch> =
  | { type: 'ready' }
  | { type: 'batch'; batch: Batch }
  | { type: 'result'; result: Result }
  | { type: 'failed'; error: Error }

/** The thread was terminated, or crashed, during a task. */
export class TaskEnded extends Error {
  readonly limit: 'time' | 'memory' | null
  constructor(limit: TaskEnded['limit'], detail = '') {
    super(`A thread ended in the middle of its task (${limit ?? 'crash'}) ${detail}`.trimEnd())
    this.limit = limit
  }
}

type Limits = {
  /** How many tasks run concurrently; others wait. */
  threads: number
  memoryMb: number
}

export type TaskOptions<Batch> = {
  /** The longest time without a message from the thread, not counting the time that `onBatch` takes. */
  quietMs: number
  signal?: AbortSignal
  /** The thread continues after this has resolved. */
  onBatch?: (batch: Batch) => Promise<void>
}

const IDLE_MS = 30_000
const MAX_WAITING = 10_000

/**
 * Runs tasks in separate threads with a timeout and a memory limit, so that hostile input can harm only
 * its own task. Threads are reused, and end when they have been idle for a while.
 */
export const createTaskThreads = (file: URL, { threads, memoryMb }: Limits) => {
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
  const alive = new Set<Worker>()
  const inTurn = createQueue(threads, MAX_WAITING)
  let isClosed = false

  const open = async (): Promise<Worker> => {
    const worker = openThread(file, {}, { maxOldGenerationSizeMb: memoryMb })
    alive.add(worker)
    // Without a listener, an error between two tasks would end the process.
    worker.on('error', () => undefined)
    worker.once('exit', () => alive.delete(worker))
    await once(worker, 'message')
    return worker
  }

  const take = async (): Promise<Worker> => {
    const free = idle.pop()
    if (!free) return open()
    clearTimeout(free.timer)
    free.worker.ref()
    return free.worker
  }

  const putBack = (worker: Worker) => {
    worker.unref()
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((thread) => thread.worker === worker),
        1,
      )
      void worker.terminate()
    }, IDLE_MS).unref()
    idle.push({ worker, timer })
  }

  return {
    run: <Result, Batch = never>(task: object, options: TaskOptions<Batch>): Promise<Result> =>
      inTurn(async () => {
        options.signal?.throwIfAborted()
        if (isClosed) throw new Error('The threads have been closed')
        const worker = await take()
        try {
          options.signal?.throwIfAborted()
          return await performTask<Result, Batch>(worker, task, options)
        } finally {
          if (alive.has(worker) && !isClosed) putBack(worker)
        }
      }),

    close: async () => {
      isClosed = true
      for (const { timer } of idle) clearTimeout(timer)
      await Promise.all(Array.from(alive, (worker) => worker.terminate()))
    },
  }
}

/** Settles when the thread has answered, or has exited. */
const performTask = <Result, Batch>(
  worker: Worker,
  task: object,
  { quietMs, signal, onBatch }: TaskOptions<Batch>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let reason: unknown
    const endThread = (cause: unknown) => {
      reason ??= cause
      void worker.terminate()
    }
    const startTimer = () => {
      timer = setTimeout(() => endThread(new TaskEnded('time')), quietMs)
    }
    const onAbort = () => endThread(signal?.reason)
    const onError = (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reason ??= new TaskEnded(isMemory ? 'memory' : null, error.message)
    }
    const settle = (complete: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      complete()
    }
    const onExit = () => settle(() => reject(reason ?? new TaskEnded(null)))
    const onMessage = (reply: Reply<Result, Batch>) => {
      clearTimeout(timer)
      if (reply.type === 'result') settle(() => resolve(reply.result))
      else if (reply.type === 'failed') settle(() => reject(reply.error))
      else if (reply.type === 'batch') void deliver(reply.batch)
    }
    const deliver = async (batch: Batch) => {
      try {
        await onBatch?.(batch)
        startTimer()
        worker.postMessage({ type: 'next' }, [])
      } catch (error) {
        endThread(error)
      }
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    startTimer()
    worker.postMessage({ type: 'task', task }, [])
  })

type Handler<Task, Result, Batch> = (
  task: Task,
  /** Resolves when the main thread has processed the batch. */
  send: (batch: Batch) => Promise<void>,
) => Promise<Result>

/** Called inside the thread, once. */
export const handleTasks = <Task, Result, Batch = never>(
  handle: Handler<Task, Result, Batch>,
): void => {
  const port = parentPort as MessagePort
  const reply = (message: Reply<Result, Batch>) => port.postMessage(message)
  let next: () => void = () => undefined
  const send = (batch: Batch) =>
    new Promise<void>((resolve) => {
      next = resolve
      reply({ type: 'batch', batch })
    })
  port.on('message', (message: { type: 'next' } | { type: 'task'; task: Task }) => {
    if (message.type === 'next') next()
    else
      handle(message.task, send).then(
        (result) => reply({ type: 'result', result }),
        (error: unknown) => reply({ type: 'failed', error: toError(error) }),
      )
  })
  reply({ type: 'ready' })
}

/** Inside the project, so that threads find its packages and files. */
const FOLDER = new URL('../../../../node_modules/.cache/threads/', import.meta.url)
const NATIVE_PACKAGES = ['onnxruntime-node', 'sharp', 'usearch']
const REQUIRE_FOR_PACKAGES =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);"

const bundles = new Map<string, URL>()

/**
 * A thread's TypeScript file as JavaScript, for tests and benchmarks: a thread that transforms its
 * modules by itself takes up to a second of processor time to start.
 */
const bundleThread = (file: URL): URL => {
  const bundle = bundles.get(file.href) ?? writeBundle(fileURLToPath(file))
  bundles.set(file.href, bundle)
  return bundle
}

const writeBundle = (file: string): URL => {
  // Not installed in production, where threads are built.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild
  const [output] = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: NATIVE_PACKAGES,
    banner: { js: REQUIRE_FOR_PACKAGES },
  }).outputFiles
  const contents = output?.contents ?? new Uint8Array()
  const url = new URL(`${createHash('sha256').update(contents).digest('hex')}.mjs`, FOLDER)
  if (!existsSync(url)) {
    mkdirSync(FOLDER, { recursive: true })
    const unfinished = new URL(`${url.href}.${process.pid}`)
    writeFileSync(unfinished, contents)
    renameSync(unfinished, url)
  }
  return url
}
