import { threadFile } from '#server/core/project-root.ts'
import {
  createTaskThreads,
  TaskEnded,
  type TaskOptions,
} from '#server/core/concurrency/task-threads.ts'
import { FeedBroken, type ItemResult } from './feed-item.ts'
import type {
  FeedBatch,
  FeedChanges,
  FeedPreview,
  FeedTask,
  PageTask,
  PreviewTask,
} from './feed-parser.ts'
import type { ParserResult, ParserTask } from './parser-thread.ts'

/** A page takes a fraction of a second; a hostile one is given up. */
const PAGE_MS = 10_000
/** Between two batches. A feed may begin with gigabytes of broken lines. */
const BATCH_MS = 5 * 60_000
/** A feed that takes longer to show ten items has none that can be used. */
const PREVIEW_MS = 60_000
const MEMORY_MB = 256

type Limits = {
  /** Inputs that are read at the same time. */
  threads: number
  /** Overridden only by tests. */
  pageMs?: number | undefined
  memoryMb?: number | undefined
}

/** Parses what shops send, in threads: whatever it contains, the server goes on answering. */
export const createParsers = ({ threads, pageMs = PAGE_MS, memoryMb = MEMORY_MB }: Limits) => {
  const tasks = createTaskThreads(threadFile('features/ingest/parser-thread'), {
    threads,
    memoryMb,
  })
  const run = async <T>(task: ParserTask, options: TaskOptions<FeedBatch>): Promise<T> => {
    try {
      const result = await tasks.run<ParserResult<T>, FeedBatch>(task, options)
      if ('broken' in result) throw new FeedBroken(result.broken)
      return result.value
    } catch (error) {
      if (!(error instanceof TaskEnded) || error.limit === null) throw error
      const what = task.type === 'page' ? 'The page' : 'The feed'
      throw new FeedBroken(
        error.limit === 'time'
          ? `${what} takes too long to read`
          : `${what} needs too much memory to read`,
        { cause: error },
      )
    }
  }
  return {
    feed: (
      task: Omit<FeedTask, 'type'>,
      onBatch: (batch: FeedBatch) => Promise<void>,
      signal: AbortSignal,
    ) => run<FeedChanges>({ type: 'feed', ...task }, { quietMs: BATCH_MS, signal, onBatch }),
    preview: (task: Omit<PreviewTask, 'type'>) =>
      run<FeedPreview>({ type: 'preview', ...task }, { quietMs: PREVIEW_MS }),
    /** Null if the page describes no product. */
    page: (task: Omit<PageTask, 'type'>) =>
      run<ItemResult | null>({ type: 'page', ...task }, { quietMs: pageMs }),
    /** How many products a page of a Shopify shop lists. */
    countProducts: (bytes: Uint8Array) =>
      run<number>({ type: 'count', bytes }, { quietMs: pageMs }),
    close: tasks.close,
  }
}
export type Parsers = ReturnType<typeof createParsers>
