import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads'
import { once } from 'node:events'

export type ThreadData<T> = { file: string; settings: T }

/** Starts a worker thread from a built file or a TypeScript one, even if the process runs without tsx. */
export const openThread = (file: URL, settings: object, resourceLimits?: ResourceLimits): Worker =>
  new Worker(
    file.pathname.endsWith('.ts') ? new URL('./thread-entry.mjs', import.meta.url) : file,
    {
      workerData: { file: file.href, settings } satisfies ThreadData<object>,
      ...(resourceLimits && { resourceLimits }),
    },
  )

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
export const closeOnRequest = (port: MessagePort): void => {
  port.on('message', (message: unknown) => {
    if (message === CLOSE) process.exit()
  })
}
