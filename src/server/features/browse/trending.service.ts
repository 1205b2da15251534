import type { ImageTile } from '#shared/contract/catalog.ts'
import { type FeedRequest, type FeedStore, parseCursor } from './feed.store.ts'
import type { ScoredLook, TrendingStore } from './trending.store.ts'

/** The same for a seed and a look on every processor. */
const mixed = (seed: number, id: string): number => {
  let hash = (seed ^ 0x811c9dc5) | 0
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** What was looked at most comes first; equals are shuffled by the seed. */
export const trendingOrder = (looks: readonly ScoredLook[], seed: number): string[] =>
  looks
    .toSorted(
      (a, b) =>
        b.views - a.views || mixed(seed, a.id) - mixed(seed, b.id) || a.id.length - b.id.length,
    )
    .map(({ id }) => id)

/** `t`, when the order was made, and the position: among what is trending, or in the shuffle after it. */
const CURSOR = /^t(\d{1,11})\.(\d{1,4}|\d{1,2}\.\d{1,4}\.\d{1,10}\.\d{1,18})$/

type Position = { takenAt: number; offset: number | null; after: FeedRequest['after'] }

/** Null for a cursor of the plain shuffle. */
const parseTrendingCursor = (cursor: string): Position | null => {
  const [, takenAt, position = ''] = CURSOR.exec(cursor) ?? []
  if (takenAt === undefined) return null
  if (/^\d+$/.test(position)) return { takenAt: +takenAt, offset: +position, after: null }
  return { takenAt: +takenAt, offset: null, after: parseCursor(position) }
}

type Page = { rows: ImageTile[]; next: string | null }
type FeedPageQuery = { seed: number; total: number; cursor: string | undefined; limit: number }

/**
 * The feed of everything, ordered by what was looked at lately and shuffled within equals. Nobody has
 * looked at most of it, so that most of it is the shuffle of the specification; all of it, if there
 * were no visits at all.
 */
export const createTrendingFeed =
  (feed: Pick<FeedStore, 'images'>, store: Pick<TrendingStore, 'newest' | 'scores' | 'tiles'>) =>
  async ({ seed, total, cursor, limit }: FeedPageQuery): Promise<Page | null> => {
    const position = cursor === undefined ? null : parseTrendingCursor(cursor)
    if (cursor !== undefined && !position) return null
    const takenAt = position?.takenAt ?? (await store.newest())
    const scores = takenAt === null ? [] : await store.scores(takenAt)
    if (takenAt === null || (scores.length === 0 && !position)) return null
    const order = trendingOrder(scores, seed)
    const offset = position ? position.offset : 0
    const wanted = offset === null ? [] : order.slice(offset, offset + limit)
    const rows = await store.tiles(wanted)
    const end = offset === null ? order.length : offset + wanted.length
    if (end < order.length) return { rows, next: `t${takenAt}.${end}` }
    // The page is full, and what follows begins with the shuffle.
    if (wanted.length === limit) return { rows, next: `t${takenAt}.${end}` }
    const rest = await feed.images({
      celebrityIds: null,
      total,
      seed,
      after: position?.after ?? null,
      limit: limit - wanted.length,
      except: order,
    })
    return {
      rows: [...rows, ...rest.rows],
      next: rest.next === null ? null : `t${takenAt}.${rest.next}`,
    }
  }
export type TrendingFeed = ReturnType<typeof createTrendingFeed>
