import { z } from 'zod'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'

/** PostgreSQL channels; both carry the id of a scan. Servers of earlier versions use the same names. */
export const SCAN_EVENT_ADDED = 'scan_said'
export const SCAN_CANCELED = 'scan_cancelled'

const stateRow = z.object({ isOver: z.boolean(), isLost: z.boolean() })
/** Not validated: a newer server may write events that only newer clients know. */
const eventRow = z
  .object({ event: z.string() })
  .transform(({ event }) => JSON.parse(event) as ScanEvent)

const MS = "* interval '1 ms'"

/** Scans of all servers and their events. */
export const createRunningScansStore = (connection: Connection) => ({
  /**
   * Cancels the user's oldest scans, on all servers, beyond `perOwner`. Scans of visitors have no owner:
   * visitors who share an address must not stop each other's scans.
   */
  start: (id: string, owner: string | null, perOwner: number) =>
    execute(connection)`
      WITH surplus AS (UPDATE scans SET cancelled_at = now()
          WHERE id IN (SELECT id FROM scans WHERE user_id = ${owner} AND ended_at IS NULL
            AND cancelled_at IS NULL AND alive_at > now() - ${SCAN.lostAfterMs}::int ${raw(MS)}
            ORDER BY started_at DESC OFFSET ${perOwner}::int - 1) RETURNING id),
        told AS (SELECT pg_notify(${SCAN_CANCELED}, id::text) FROM surplus),
        counted AS (SELECT count(*) FROM told)
      INSERT INTO scans (id, user_id) SELECT ${id}, ${owner}::text FROM counted`,

  append: (id: string, events: readonly { seq: number; text: string }[]) =>
    execute(connection)`
      WITH said AS (INSERT INTO scan_events (scan_id, seq, event)
        SELECT id, seq, event FROM scans, unnest(${events.map(({ seq }) => seq)}::int[],
          ${events.map(({ text }) => text)}::text[]) AS given(seq, event)
        WHERE id = ${id} ON CONFLICT DO NOTHING)
      SELECT pg_notify(${SCAN_EVENT_ADDED}, ${id}::text)`,

  end: (id: string) =>
    execute(connection)`
      WITH ended AS (UPDATE scans SET ended_at = now() WHERE id = ${id})
      SELECT pg_notify(${SCAN_EVENT_ADDED}, ${id}::text)`,

  /** Marks these scans as running; returns those that were cancelled through another server. */
  renew: (ids: readonly string[]): Promise<string[]> =>
    readValues(connection, z.string())`
      WITH renewed AS (UPDATE scans SET alive_at = now() WHERE id = ANY (${ids}::uuid[])
        RETURNING id, cancelled_at)
      SELECT id FROM renewed WHERE cancelled_at IS NOT NULL`,

  isRead: async (id: string, withinMs: number): Promise<boolean> =>
    (await readValue(connection, z.boolean())`
      SELECT coalesce(read_at > now() - ${withinMs} ${raw(MS)}, false) FROM scans
      WHERE id = ${id}`) ?? false,

  /** Tells the server that runs the scan that it has a reader; null if the owner has no such scan. */
  touch: (owner: string | null, id: string) =>
    readRow(connection, stateRow)`
      UPDATE scans SET read_at = now() WHERE id = ${id} AND user_id IS NOT DISTINCT FROM ${owner}
      RETURNING ended_at IS NOT NULL AS "isOver",
        alive_at < now() - ${SCAN.lostAfterMs} ${raw(MS)} AS "isLost"`,

  eventsAfter: (id: string, after: number): Promise<ScanEvent[]> =>
    readRows(connection, eventRow)`
      SELECT event FROM scan_events WHERE scan_id = ${id} AND seq > ${after} ORDER BY seq LIMIT 50`,

  /** Ends a scan whose server has stopped with a last event; only one of its readers succeeds. */
  giveUp: (id: string, error: string) =>
    execute(connection)`
      WITH lost AS (UPDATE scans SET ended_at = now()
          WHERE id = ${id} AND ended_at IS NULL
            AND alive_at < now() - ${SCAN.lostAfterMs} ${raw(MS)} RETURNING id),
        last AS (SELECT id, ${SCAN.maxEventNumber}::int AS seq FROM lost)
      INSERT INTO scan_events (scan_id, seq, event)
        SELECT id, seq, json_build_object('type', 'failed', 'seq', seq, 'error', ${error}::text)
          FROM last`,

  /** False if the owner has no such scan. */
  cancel: (owner: string | null, id: string): Promise<boolean> =>
    affectsRow(connection)`
      WITH cancelled AS (UPDATE scans SET cancelled_at = now()
        WHERE id = ${id} AND user_id IS NOT DISTINCT FROM ${owner} RETURNING id)
      SELECT pg_notify(${SCAN_CANCELED}, id::text) FROM cancelled`,

  /** Removes a visitor's scan with its events. */
  forget: (id: string) =>
    execute(connection)`DELETE FROM scans WHERE id = ${id} AND user_id IS NULL`,

  /** Events describe the contents of private photos, so they are deleted soon. */
  sweep: () => {
    const ms = SCAN.keptMs + SCAN.lostAfterMs
    return execute(connection)`
      DELETE FROM scans
      WHERE ended_at < now() - ${ms} ${raw(MS)} OR alive_at < now() - ${ms} ${raw(MS)}`
  },
})
export type ScansStore = ReturnType<typeof createRunningScansStore>
