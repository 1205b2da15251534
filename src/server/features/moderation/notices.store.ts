import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, affectsRow, raw, readRow, readRows, readValue, sql } from '#server/core/db/sql.ts'
import {
  adminNoticeSchema,
  type Notice,
  NOTICE_KINDS,
  type NoticeState,
} from '#shared/contract/takedown.ts'

const noticeRow = adminNoticeSchema.extend({ receivedAt: isoTime })

const { receivedAt: _, ...columns } = noticeRow.shape
const COLUMNS = `${Object.keys(columns).join(', ')}, received_at AS "receivedAt"`

const countRow = z.object({
  year: z.number(),
  kind: z.enum(NOTICE_KINDS),
  notices: z.number(),
  removed: z.number(),
  declined: z.number(),
})
const removedRow = z.object({
  year: z.number(),
  own_initiative: z.number(),
  restored: z.number(),
})
const durationRow = z.object({ year: z.number(), median_hours: z.number().nullable() })

export const createNoticesStore = (connection: Connection) => ({
  /** `language`: of the page with the form. */
  add: (reference: string, notice: Notice, language: string) =>
    execute(connection)`
      INSERT INTO notices (reference, kind, address, explanation, work, name, email, contact,
        signature, language)
      VALUES (${reference}, ${notice.kind}, ${notice.address}, ${notice.explanation},
        ${notice.work}, ${notice.name}, ${notice.email}, ${notice.contact}, ${notice.signature},
        ${language})`,

  find: (id: string) =>
    readRow(connection, noticeRow)`SELECT ${raw(COLUMNS)} FROM notices WHERE id = ${id}`,

  languageOf: (id: string): Promise<string | null> =>
    readValue(connection, z.string().nullable())`SELECT language FROM notices WHERE id = ${id}`,

  list: (state: NoticeState | null, after: string | null, limit: number) =>
    readRows(connection, noticeRow)`
      SELECT ${raw(COLUMNS)} FROM notices
      WHERE id < COALESCE(${after}::bigint, 9223372036854775807)
        ${state ? sql`AND state = ${state}` : raw('')}
      ORDER BY id DESC LIMIT ${limit}`,

  /** False if the notice has been decided meanwhile. */
  decide: (id: string, from: NoticeState, to: NoticeState, reason: string) =>
    affectsRow(connection)`
      UPDATE notices SET state = ${to}, reason = ${reason}, decided_at = COALESCE(decided_at, now())
      WHERE id = ${id} AND state = ${from}`,

  countsByKind: () =>
    readRows(connection, countRow)`
      SELECT year, kind, sum(notices)::int AS notices,
        coalesce(sum(notices) FILTER (WHERE state IN ('removed', 'restored')), 0)::int AS removed,
        coalesce(sum(notices) FILTER (WHERE state = 'declined'), 0)::int AS declined
      FROM notice_counts GROUP BY year, kind HAVING sum(notices) > 0 ORDER BY year DESC, kind`,

  countsOfRemovals: () =>
    readRows(connection, removedRow)`
      SELECT extract(year FROM removed_at AT TIME ZONE 'UTC')::int AS year,
        count(*) FILTER (WHERE notice_id IS NULL)::int AS own_initiative,
        count(*) FILTER (WHERE restored_at IS NOT NULL)::int AS restored
      FROM takedowns WHERE NOT is_withdrawal GROUP BY 1 ORDER BY 1 DESC`,

  /** Reads the median from the index, because sorting all durations would take too long. */
  durations: () =>
    readRows(connection, durationRow)`
      SELECT decided.year, (SELECT avg(hours) FROM (
          SELECT hours FROM notices WHERE notices.year = decided.year AND hours IS NOT NULL
          ORDER BY hours OFFSET (decided.notices - 1) / 2 LIMIT 2 - decided.notices % 2) middle
        ) AS median_hours
      FROM (SELECT year, sum(notices) AS notices FROM notice_counts WHERE state <> 'open'
        GROUP BY year HAVING sum(notices) > 0) decided`,
})
