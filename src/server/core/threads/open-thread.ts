import { Worker } from 'node:worker_threads'

export type ThreadData<T> = { file: string; settings: T }

/** Starts a worker thread from a built file or a TypeScript one, even if the process runs without tsx. */
export const openThread = (file: URL, settings: object): Worker =>
  new Worker(
    file.pathname.endsWith('.ts') ? new URL('./thread-entry.mjs', import.meta.url) : file,
    {
      workerData: { file: file.href, settings } satisfies ThreadData<object>,
    },
  )
