import { handleTasks } from '#server/core/concurrency/threads.ts'
import { BrokenFeedError } from './feed-item.ts'
import {
  countPageProducts,
  type CountTask,
  type FeedBatch,
  type FeedTask,
  type PageTask,
  parseFeed,
  parsePage,
  previewFeed,
  type PreviewTask,
} from './feed-parser.ts'

export type ParserTask = FeedTask | PreviewTask | PageTask | CountTask
/** Errors lose their class between threads. */
export type ParserResult<T> = { value: T } | { broken: string }

handleTasks<ParserTask, ParserResult<unknown>, FeedBatch>(async (task, send) => {
  try {
    if (task.type === 'feed') return { value: await parseFeed(task, send) }
    if (task.type === 'preview') return { value: await previewFeed(task) }
    return { value: await (task.type === 'page' ? parsePage(task) : countPageProducts(task)) }
  } catch (error) {
    if (error instanceof BrokenFeedError) return { broken: error.message }
    throw error
  }
})
