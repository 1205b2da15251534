import { once } from 'node:events'
import type { MessagePort, Worker } from 'node:worker_threads'

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
