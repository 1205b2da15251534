import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue } from '#server/core/db/sql.ts'
import { TILE_COLUMNS, tileRow } from '#server/features/search/index.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { RETENTION } from '#shared/retention.ts'
import { type FeedRequest, type FeedStore, parseCursor } from './feed.store.ts'

/** A hash of seed and look, the same on every processor. */
const shuffleHash = (seed: number, id: string): number => {
  let hash = (seed ^ 0x811c9dc5) | 0
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** The most viewed looks first; looks with equal views are shuffled by the seed. */
export const trendingOrder = (looks: readonly ScoredLook[], seed: number): string[] =>
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

type Position = { takenAt: number; offset: number | null; after: FeedRequest['after'] }

/** Null for a cursor of the shuffle without trending looks. */
const parseTrendingCursor = (cursor: string): Position | null => {
  const [, takenAt, position = ''] = CURSOR.exec(cursor) ?? []
  if (takenAt === undefined) return null
  if (/^\d+$/.test(position)) return { takenAt: +takenAt, offset: +position, after: null }
  return { takenAt: +takenAt, offset: null, after: parseCursor(position) }
}

type Page = { rows: ImageTile[]; next: string | null }
type FeedPageQuery = { seed: number; total: number; cursor: string | undefined; limit: number }

/**
 * The feed of all looks: recently viewed ones first, then the others in the specification's shuffled order.
 * Null if nothing has been viewed or the cursor belongs to the shuffle.
 */
export const createTrendingFeed =
  (
    feed: Pick<FeedStore, 'images'>,
    store: Pick<TrendingStore, 'newestOrder' | 'scores' | 'tiles'>,
  ) =>
  async ({ seed, total, cursor, limit }: FeedPageQuery): Promise<Page | null> => {
    const position = cursor === undefined ? null : parseTrendingCursor(cursor)
    if (cursor !== undefined && !position) return null
    const takenAt = position?.takenAt ?? (await store.newestOrder())
    const scores = takenAt === null ? [] : await store.scores(takenAt)
    if (takenAt === null || (scores.length === 0 && !position)) return null
    const order = trendingOrder(scores, seed)
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

const scoredRow = z.object({ id: z.string(), views: z.number() })
type ScoredLook = z.infer<typeof scoredRow>

const DAYS = RETENTION.lookViewsMs / 86_400_000
const MAX_LOOKS = 1_000
/** Longer than a visitor pages through the feed. */
const ORDER_KEPT_HOURS = 24

/** Daily counts of views, and the orders of the feed that are derived from them. */
export const createTrendingStore = (connection: Connection) => ({
  countView: (url: string) =>
    execute(connection)`
      INSERT INTO look_views AS counted (day, look_id, views)
      SELECT current_date, id, 1 FROM catalog.looks WHERE url = ${url}
      ON CONFLICT (day, look_id) DO UPDATE SET views = counted.views + 1`,

  /** Time of the newest order in seconds since 1970; null before anything was viewed. */
  newestOrder: (): Promise<number | null> =>
    readValue(connection, z.number().nullable())`
      SELECT extract(epoch FROM max(taken_at))::int FROM trending_looks`,

  scores: (takenAt: number) =>
    readRows(connection, scoredRow)`
      SELECT look_id AS id, views FROM trending_looks WHERE taken_at = to_timestamp(${takenAt})
      ORDER BY views DESC, look_id`,

  /** Tiles in this order, without looks that were removed meanwhile. */
  tiles: (ids: readonly string[]) =>
    readRows(connection, tileRow)`
      SELECT ${raw(TILE_COLUMNS)} FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS ordered (id,
        place)
      JOIN catalog.looks look ON look.id = ordered.id
      JOIN catalog.people person ON person.id = look.person_id ORDER BY ordered.place`,

  /** Makes one order per hour, whichever server comes first. */
  refresh: async () => {
    await execute(connection)`
      INSERT INTO trending_looks (taken_at, look_id, views)
      SELECT date_trunc('hour', now()), look_id, sum(views)::int AS views FROM look_views
      JOIN catalog.looks look ON look.id = look_id
      WHERE day > current_date - ${raw(DAYS)}
        AND NOT EXISTS (SELECT FROM trending_looks WHERE taken_at = date_trunc('hour', now()))
      GROUP BY look_id ORDER BY views DESC, look_id LIMIT ${raw(MAX_LOOKS)}
      ON CONFLICT DO NOTHING`
    await execute(connection)`
      DELETE FROM trending_looks WHERE taken_at < now() - interval '${raw(ORDER_KEPT_HOURS)} hours'
      AND (taken_at < (SELECT max(taken_at) FROM trending_looks)
        OR NOT EXISTS (SELECT FROM look_views WHERE day > current_date - ${raw(DAYS)}))`
  },

  sweep: () => connection.query(`DELETE FROM look_views WHERE day <= current_date - ${DAYS}`),
})
type TrendingStore = ReturnType<typeof createTrendingStore>
