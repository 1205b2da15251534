import { z } from 'zod'
import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

/** Channels: both carry the id of a scan. */
export const SCAN_SAID = 'scan_said'
export const SCAN_CANCELLED = 'scan_cancelled'

const idRow = z.object({ id: z.string() })
const stateRow = z.object({ isOver: z.boolean(), isLost: z.boolean() })
/** Handed on unread: a newer server may say what only newer readers know. */
const eventRow = z
  .object({ event: z.string() })
  .transform(({ event }) => JSON.parse(event) as ScanEvent)
const readRowSchema = z.object({ isRead: z.boolean() })

const MS = "* interval '1 ms'"

/** Scans of all servers and their events. */
export const createScansStore = (connection: Connection) => ({
  /**
   * Of the user's scans on all servers, the oldest beyond `perOwner` are cancelled. A visitor has no
   * owner: visitors who share an address must not stop each other.
   */
  start: async (id: string, owner: string | null, perOwner: number) => {
    await connection.query(
      `WITH surplus AS (UPDATE scans SET cancelled_at = now()
          WHERE id IN (SELECT id FROM scans WHERE user_id = $2 AND ended_at IS NULL
            AND cancelled_at IS NULL AND alive_at > now() - $4::int ${MS}
            ORDER BY started_at DESC OFFSET $3::int - 1) RETURNING id),
        told AS (SELECT pg_notify('${SCAN_CANCELLED}', id::text) FROM surplus),
        counted AS (SELECT count(*) FROM told)
      INSERT INTO scans (id, user_id) SELECT $1, $2::text FROM counted`,
      [id, owner, perOwner, SCAN.lostAfterMs],
    )
  },

  append: async (id: string, events: readonly { seq: number; text: string }[]) => {
    await connection.query(
      `WITH said AS (INSERT INTO scan_events (scan_id, seq, event)
        SELECT id, seq, event FROM scans, unnest($2::int[], $3::text[]) AS given(seq, event)
        WHERE id = $1 ON CONFLICT DO NOTHING)
      SELECT pg_notify('${SCAN_SAID}', $1::text)`,
      [id, events.map(({ seq }) => seq), events.map(({ text }) => text)],
    )
  },

  end: async (id: string) => {
    await connection.query(
      `WITH ended AS (UPDATE scans SET ended_at = now() WHERE id = $1)
      SELECT pg_notify('${SCAN_SAID}', $1::text)`,
      [id],
    )
  },

  /** Says that these still run; returns those that were cancelled through another server. */
  renew: async (ids: readonly string[]): Promise<string[]> => {
    const cancelled = await readRows(
      connection,
      idRow,
      `WITH renewed AS (UPDATE scans SET alive_at = now() WHERE id = ANY ($1::uuid[])
        RETURNING id, cancelled_at)
      SELECT id FROM renewed WHERE cancelled_at IS NOT NULL`,
      [ids],
    )
    return cancelled.map(({ id }) => id)
  },

  isRead: async (id: string, withinMs: number): Promise<boolean> =>
    (
      await readRow(
        connection,
        readRowSchema,
        `SELECT coalesce(read_at > now() - $2 ${MS}, false) AS "isRead" FROM scans WHERE id = $1`,
        [id, withinMs],
      )
    )?.isRead ?? false,

  /** Tells the server that runs it that somebody reads; null if the owner has no such scan. */
  touch: (owner: string | null, id: string) =>
    readRow(
      connection,
      stateRow,
      `UPDATE scans SET read_at = now() WHERE id = $1 AND user_id IS NOT DISTINCT FROM $2
      RETURNING ended_at IS NOT NULL AS "isOver", alive_at < now() - $3 ${MS} AS "isLost"`,
      [id, owner, SCAN.lostAfterMs],
    ),

  eventsAfter: (id: string, after: number): Promise<ScanEvent[]> =>
    readRows(
      connection,
      eventRow,
      'SELECT event FROM scan_events WHERE scan_id = $1 AND seq > $2 ORDER BY seq LIMIT 50',
      [id, after],
    ),

  /** Ends a scan whose server is gone with a last event; only one of its readers succeeds. */
  giveUp: async (id: string, error: string) => {
    await connection.query(
      `WITH lost AS (UPDATE scans SET ended_at = now()
          WHERE id = $1 AND ended_at IS NULL AND alive_at < now() - $3 ${MS} RETURNING id),
        last AS (SELECT id, $4::int AS seq FROM lost)
      INSERT INTO scan_events (scan_id, seq, event)
        SELECT id, seq, json_build_object('type', 'failed', 'seq', seq, 'error', $2::text) FROM last`,
      // After all others: a server may have told events that it had no time to write down.
      [id, error, SCAN.lostAfterMs, SCAN.lastEvent],
    )
  },

  /** False if the owner has no such scan. */
  cancel: async (owner: string | null, id: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `WITH cancelled AS (UPDATE scans SET cancelled_at = now()
        WHERE id = $1 AND user_id IS NOT DISTINCT FROM $2 RETURNING id)
      SELECT pg_notify('${SCAN_CANCELLED}', id::text) FROM cancelled`,
      [id, owner],
    )
    return rowCount === 1
  },

  /** Removes a visitor's scan with its events. */
  forget: async (id: string) => {
    await connection.query('DELETE FROM scans WHERE id = $1 AND user_id IS NULL', [id])
  },

  /** Events contain what was seen in a private photo, so they go soon. */
  sweep: async () => {
    await connection.query(
      `DELETE FROM scans WHERE ended_at < now() - $1 ${MS} OR alive_at < now() - $1 ${MS}`,
      [SCAN.keptMs + SCAN.lostAfterMs],
    )
  },
})
export type ScansStore = ReturnType<typeof createScansStore>
