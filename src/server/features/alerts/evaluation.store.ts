import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  raw,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { type CatalogChange, readChanges, readEvents } from '#server/features/catalog/index.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { alertTermsSchema, type Finding } from '#shared/contract/alerts.ts'
import { TERMS } from './alerts.store.ts'

/** One server at a time compares changes with alerts. */
const ALERTS_LOCK = 7_341_031
/** The key of a job is the id of the subscriber or of the device. */
export const MAIL_QUEUE = 'alert-mail'
export const PUSH_QUEUE = 'alert-push'

const takenRow = z.object({ productId: z.string(), eventId: z.string().nullable() })

const retryRow = z.object({ alertId: z.string(), eventIds: z.array(z.string()) })
const runRow = z.object({
  id: z.string(),
  at: z.date(),
  eventIds: z.array(z.string()),
  position: z.string().nullable(),
})
export type SearchRun = z.output<typeof runRow>

const waitingRow = alertTermsSchema.extend({
  id: z.string(),
  product_id: z.string().nullable(),
  // Not read more closely here, so that one broken row does not stop the others.
  search: z.unknown(),
  is_met: z.boolean(),
})
export type WaitingAlert = z.output<typeof waitingRow>

const WAITING_ALERTS = `SELECT alerts.id, product_id, search, is_met, ${TERMS}
  FROM alerts WHERE confirmed_at IS NOT NULL AND ended_at IS NULL`

export type NewMatch = { alertId: string; productId: string; finding: Finding }

/** Runs inside one transaction, so that changes are taken and compared, or stay in the queue. */
export const createEvaluationStore = (client: Connection) => ({
  /** One server compares at a time. */
  lock: async (): Promise<boolean> =>
    (await readValue(
      client,
      z.boolean(),
    )`SELECT pg_try_advisory_xact_lock(${ALERTS_LOCK}) AS locked`) ?? false,

  /** Products whose documents are not written yet wait: a search would not find them. */
  takeChanges: async (limit: number) =>
    readChanges(
      client,
      await readRows(client, takenRow)`
        DELETE FROM alert_changes WHERE id IN (
          SELECT id FROM alert_changes change
          WHERE event_id IS NULL
            OR NOT EXISTS (SELECT FROM search.changes WHERE product_id = change.product_id)
              AND NOT EXISTS (SELECT FROM search.outbox WHERE product_id = change.product_id)
          ORDER BY id LIMIT ${limit})
        RETURNING product_id AS "productId", event_id AS "eventId"`,
    ),

  ofProducts: (productIds: readonly string[]) =>
    readRows(client, waitingRow)`
      ${raw(WAITING_ALERTS)} AND product_id = ANY (${productIds}::bigint[]) FOR UPDATE`,
  ofSearch: async (id: string): Promise<WaitingAlert | undefined> =>
    (
      await readRows(client, waitingRow)`
        ${raw(WAITING_ALERTS)} AND search IS NOT NULL AND alerts.id = ${id}`
    )[0],

  /** Saved searches are compared with these changes later. A run that nobody has begun takes more. */
  enqueueSearches: async (changes: readonly CatalogChange[]) => {
    const eventIds = changes.flatMap(({ eventId }) => eventId ?? [])
    await execute(client)`
      WITH saved AS (SELECT FROM alerts WHERE search IS NOT NULL AND ended_at IS NULL LIMIT 1),
        unbegun AS (SELECT id FROM alert_search_runs WHERE position IS NULL AND taken_until IS NULL
            AND cardinality(event_ids) + ${eventIds.length} <= ${ALERTS.changesPerRun}
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED),
        extended AS (UPDATE alert_search_runs
          SET event_ids = event_ids || ${eventIds}::bigint[], at = now()
          WHERE id IN (SELECT id FROM unbegun) RETURNING id)
      INSERT INTO alert_search_runs (event_ids)
      SELECT ${eventIds}::bigint[] FROM saved WHERE NOT EXISTS (SELECT FROM extended)`
  },

  /** The oldest run that no server is at, which is this server's for a while. */
  takeRun: async (): Promise<SearchRun | undefined> => {
    await execute(client)`
      DELETE FROM alert_search_runs WHERE at < now() - ${ALERTS.newsMs} * interval '1 ms'`
    return (
      await readRows(client, runRow)`
        UPDATE alert_search_runs SET taken_until = now() + ${ALERTS.runLeaseMs} * interval '1 ms'
        WHERE id = (SELECT id FROM alert_search_runs
          WHERE taken_until IS NULL OR taken_until < now() ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, at, event_ids::text[] AS "eventIds", position`
    )[0]
  },
  /** Saved before the changes of the run, after those that were compared with them. */
  searchesAfter: ({ at }: SearchRun, position: string | null) =>
    readRows(client, waitingRow)`
      ${raw(WAITING_ALERTS)} AND search IS NOT NULL AND confirmed_at <= ${at}
        AND (${position}::uuid IS NULL OR alerts.id > ${position})
      ORDER BY alerts.id LIMIT ${ALERTS.searchesAtOnce}`,
  /** False if another server has taken the run meanwhile. */
  advanceRun: async ({ id }: SearchRun, from: string | null, to: string): Promise<boolean> =>
    (await countAffectedRows(client)`
      UPDATE alert_search_runs SET position = ${to},
        taken_until = now() + ${ALERTS.runLeaseMs} * interval '1 ms'
      WHERE id = ${id} AND position IS NOT DISTINCT FROM ${from}::uuid`) > 0,
  leaveRun: ({ id }: SearchRun) =>
    execute(client)`UPDATE alert_search_runs SET taken_until = NULL WHERE id = ${id}`,
  endRun: ({ id }: SearchRun) => execute(client)`DELETE FROM alert_search_runs WHERE id = ${id}`,

  changesOf: (eventIds: readonly string[]) => readEvents(client, eventIds, ALERTS.newsMs),

  /** A search that could not be compared, with the changes it has missed. It is tried again later anyway. */
  takeRetry: async () =>
    (
      await readRows(client, retryRow)`
        UPDATE alerts SET retry_at = now() + ${ALERTS.retryMs} * interval '1 ms'
        WHERE id = (SELECT id FROM alerts WHERE retry_at <= now()
          ORDER BY retry_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id AS "alertId", retry_events::text[] AS "eventIds"`
    )[0],
  endRetry: ({ alertId, eventIds }: z.output<typeof retryRow>) =>
    execute(client)`
      WITH missed AS (SELECT ARRAY(SELECT unnest(retry_events) FROM alerts WHERE id = ${alertId}
        EXCEPT SELECT unnest(${eventIds}::bigint[])) AS events)
      UPDATE alerts SET retry_events = events,
        retry_at = CASE WHEN cardinality(events) > 0 THEN retry_at END
      FROM missed WHERE id = ${alertId}`,
  retryLater: (alertIds: readonly string[], changes: readonly CatalogChange[]) =>
    execute(client)`
      UPDATE alerts SET retry_at = now() + ${ALERTS.retryMs} * interval '1 ms',
        retry_events = ARRAY(SELECT DISTINCT id FROM
          unnest(retry_events || ${changes.flatMap(({ eventId }) => eventId ?? [])}::bigint[]) AS id
          ORDER BY id DESC LIMIT ${ALERTS.retryChanges})
      WHERE id = ANY (${alertIds}::uuid[])`,

  setMet: async (alertIds: readonly string[], isMet: boolean) => {
    await execute(client)`UPDATE alerts SET is_met = ${isMet} WHERE id = ANY (${alertIds}::uuid[])`
    // Matches that were never sent and no longer hold.
    if (!isMet)
      await execute(client)`
        DELETE FROM alert_matches WHERE alert_id = ANY (${alertIds}::uuid[]) AND mailed_at IS NULL`
  },

  /** For the matches of these alerts that have not been emailed. */
  enqueueDeliveries: async (alertIds: readonly string[]) => {
    const subscriberIds = await readValues(client, z.string())`
      SELECT DISTINCT subscriber_id FROM alerts JOIN alert_matches match ON alert_id = alerts.id
      WHERE alerts.id = ANY (${alertIds}::uuid[]) AND mailed_at IS NULL`
    if (subscriberIds.length === 0) return
    await execute(client)`SELECT ask_for_jobs(${MAIL_QUEUE}, ${subscriberIds})`
    await execute(client)`
      SELECT ask_for_jobs(${PUSH_QUEUE}, array_agg(id::text)) FROM push_devices
      WHERE subscriber_id = ANY (${subscriberIds}::uuid[]) HAVING count(*) > 0`
  },

  /** A newer match of the same alert and product replaces the pending one. */
  addMatches: async (matches: readonly NewMatch[]) => {
    if (matches.length === 0) return
    await execute(client)`
      INSERT INTO alert_matches (alert_id, product_id, finding)
      SELECT "alertId", "productId", finding FROM json_to_recordset(${JSON.stringify(matches)}::json)
        AS new("alertId" uuid, "productId" bigint, finding jsonb)
      JOIN alerts ON alerts.id = "alertId" AND alerts.ended_at IS NULL
      FOR KEY SHARE OF alerts
      ON CONFLICT (alert_id, product_id) WHERE mailed_at IS NULL
        DO UPDATE SET finding = excluded.finding, at = now()`
  },

  /** Limits how many products one search reports when it suddenly finds hundreds. */
  countPending: async (alertId: string): Promise<number> =>
    (await readValue(client, z.number())`
      SELECT count(*)::int FROM alert_matches WHERE alert_id = ${alertId} AND mailed_at IS NULL
        AND at > now() - ${ALERTS.newsMs} * interval '1 ms'`) ?? 0,
})
