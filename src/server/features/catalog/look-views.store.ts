import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows } from '#server/core/db/sql.ts'
import { DAY_MS } from '#shared/durations.ts'
import { RETENTION } from '#shared/retention.ts'
import { TILE_COLUMNS, tileRow } from './cards.store.ts'

const scoredRow = z.object({ id: z.string(), views: z.number() })
export type ScoredLook = z.infer<typeof scoredRow>

const DAYS = RETENTION.lookViewsMs / DAY_MS
const MAX_LOOKS = 1_000
/** Longer than a visitor pages through the feed. */
const ORDER_KEPT_HOURS = 24

/** Daily counts of views, and the orders of the feed that are derived from them. */
export const createLookViewsStore = (connection: Connection) => ({
  countView: (url: string) =>
    execute(connection)`
      INSERT INTO look_views AS counted (day, look_id, views)
      SELECT current_date, id, 1 FROM catalog.looks WHERE url = ${url}
      ON CONFLICT (day, look_id) DO UPDATE SET views = counted.views + 1`,

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
export type LookViewsStore = ReturnType<typeof createLookViewsStore>
