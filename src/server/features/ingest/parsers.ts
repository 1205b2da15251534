import { createTaskThreads, TaskEnded, type TaskOptions } from '#server/core/concurrency/threads.ts'
import { getThreadFile } from '#server/core/installation.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { FEED_TEXT } from './feed-messages.ts'
import { BrokenFeedError, type ItemResult } from './feed-item.ts'
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
/** Longest time between two batches: a feed may begin with gigabytes of broken lines. */
const BATCH_MS = 5 * MINUTE_MS
/** A feed that takes longer for its first ten items has no usable ones. */
const PREVIEW_MS = MINUTE_MS
const MEMORY_MB = 256

type Limits = {
  threads: number
  /** Overridden only by tests. */
  pageMs?: number | undefined
  memoryMb?: number | undefined
}

/** Parses input of shops in threads, so that hostile input does not block the server. */
export const createParsers = ({ threads, pageMs = PAGE_MS, memoryMb = MEMORY_MB }: Limits) => {
  const tasks = createTaskThreads(getThreadFile('features/ingest/parser-thread'), {
    threads,
    memoryMb,
  })
  const run = async <T>(task: ParserTask, options: TaskOptions<FeedBatch>): Promise<T> => {
    try {
      const result = await tasks.run<ParserResult<T>, FeedBatch>(task, options)
      if ('broken' in result) throw new BrokenFeedError(result.broken)
      return result.value
    } catch (error) {
      if (!(error instanceof TaskEnded) || error.limit === null) throw error
      const isPage = task.type === 'page'
      const reason =
        error.limit === 'time'
          ? FEED_TEXT[isPage ? 'pageTakesTooLong' : 'takesTooLong']
          : FEED_TEXT[isPage ? 'pageTakesTooMuchMemory' : 'takesTooMuchMemory']
      throw new BrokenFeedError(reason, { cause: error })
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
    countPageProducts: (bytes: Uint8Array) =>
      run<number>({ type: 'count', bytes }, { quietMs: pageMs }),
    close: tasks.close,
  }
}
export type Parsers = ReturnType<typeof createParsers>
