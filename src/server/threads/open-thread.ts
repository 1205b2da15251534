import { Worker } from 'node:worker_threads'

export type ThreadData<T> = { file: string; settings: T }

/** A worker thread that runs a TypeScript file (also where the process was not started with tsx) or a built one. */
export const openThread = (file: URL, settings: object): Worker =>
  new Worker(
    file.pathname.endsWith('.ts') ? new URL('./thread-entry.mjs', import.meta.url) : file,
    {
      workerData: { file: file.href, settings } satisfies ThreadData<object>,
    },
  )
