import { Worker } from 'node:worker_threads'

export type ThreadData<T> = { file: string; settings: T }

/** A worker thread that runs a TypeScript file, whether or not the process itself was started with tsx. */
export const openThread = <T>(file: URL, settings: T): Worker =>
  new Worker(new URL('./thread-entry.mjs', import.meta.url), {
    workerData: { file: file.href, settings } satisfies ThreadData<T>,
  })
