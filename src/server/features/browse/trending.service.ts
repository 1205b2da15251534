import type { ImageTile } from '#shared/contract/catalog.ts'
import {
  type FeedRequest,
  type ShuffledFeedStore,
  parseCursor,
  type ScoredLook,
  type LookViewsStore,
} from '#server/features/catalog/index.ts'

/** A hash of seed and look, the same on every processor. */
const shuffleHash = (seed: number, id: string): number => {
  let hash = (seed ^ 0x811c9dc5) | 0
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** The most viewed looks first; looks with equal views are shuffled by the seed. */
export const sortByViews = (looks: readonly ScoredLook[], seed: number): string[] =>
  looks
    .toSorted(
      (a, b) =>
        b.views - a.views ||
        shuffleHash(seed, a.id) - shuffleHash(seed, b.id) ||
        a.id.length - b.id.length,
    )
    .map(({ id }) => id)

/** `t`, the time of the order, and the position: among trending looks, or in the shuffle after them. */
const CURSOR = /^t(\d{1,11})\.(\d{1,4}|\d{1,2}\.\d{1,4}\.\d{1,10}\.\d{1,18})$/

type FeedPosition = { takenAt: number; offset: number | null; after: FeedRequest['after'] }

/** Null for a cursor of the shuffle without trending looks. */
const parseTrendingCursor = (cursor: string): FeedPosition | null => {
  const [, takenAt, position = ''] = CURSOR.exec(cursor) ?? []
  if (takenAt === undefined) return null
  if (/^\d+$/.test(position)) return { takenAt: +takenAt, offset: +position, after: null }
  return { takenAt: +takenAt, offset: null, after: parseCursor(position) }
}

type Page = { rows: ImageTile[]; next: string | null }
type FeedPageQuery = {
  seed: number
  total: number
  cursor: string | undefined
  limit: number
  /** Time of the newest order of trending looks. */
  trendingAt: number | null
}

/**
 * The feed of all looks: recently viewed ones first, then the others in the specification's shuffled order.
 * Null if nothing has been viewed or the cursor belongs to the shuffle.
 */
export const createTrendingFeed =
  (feed: Pick<ShuffledFeedStore, 'images'>, store: Pick<LookViewsStore, 'scores' | 'tiles'>) =>
  async ({ seed, total, cursor, limit, trendingAt }: FeedPageQuery): Promise<Page | null> => {
    const position = cursor === undefined ? null : parseTrendingCursor(cursor)
    if (cursor !== undefined && !position) return null
    const takenAt = position?.takenAt ?? trendingAt
    const scores = takenAt === null ? [] : await store.scores(takenAt)
    if (takenAt === null || (scores.length === 0 && !position)) return null
    const order = sortByViews(scores, seed)
    const offset = position ? position.offset : 0
    const pageIds = offset === null ? [] : order.slice(offset, offset + limit)
    const rows = await store.tiles(pageIds)
    const end = offset === null ? order.length : offset + pageIds.length
    if (end < order.length) return { rows, next: `t${takenAt}.${end}` }
    // The page is full; the next one begins with the shuffle.
    if (pageIds.length === limit) return { rows, next: `t${takenAt}.${end}` }
    const rest = await feed.images({
      celebrityIds: null,
      total,
      seed,
      after: position?.after ?? null,
      limit: limit - pageIds.length,
      except: order,
    })
    return {
      rows: [...rows, ...rest.rows],
      next: rest.next === null ? null : `t${takenAt}.${rest.next}`,
    }
  }
export type TrendingFeed = ReturnType<typeof createTrendingFeed>
