import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
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
  ofSearches: () => readRows(client, waitingRow)`${raw(WAITING_ALERTS)} AND search IS NOT NULL`,
  ofSearchesById: (ids: readonly string[]) => readRows(client, waitingRow)`
    ${raw(WAITING_ALERTS)} AND search IS NOT NULL AND alerts.id = ANY (${ids}::uuid[])`,

  /** Changes that searches could not be compared with, by alert; each is compared once more. */
  takeRetries: async () => {
    const due = await readRows(client, retryRow)`
      WITH due AS (SELECT id, retry_events FROM alerts WHERE retry_at <= now()
          ORDER BY retry_at LIMIT ${ALERTS.retriesAtOnce} FOR UPDATE),
        done AS (UPDATE alerts SET retry_at = NULL, retry_events = '{}'
          WHERE id IN (SELECT id FROM due))
      SELECT id AS "alertId", retry_events::text[] AS "eventIds" FROM due`
    if (due.length === 0) return []
    const eventIds = due.flatMap((retry) => retry.eventIds)
    const changes = await readEvents(client, [...new Set(eventIds)], ALERTS.newsMs)
    return due.map((retry) => {
      const ids = new Set<string | null>(retry.eventIds)
      return { alertId: retry.alertId, changes: changes.filter(({ eventId }) => ids.has(eventId)) }
    })
  },
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
      ON CONFLICT (alert_id, product_id) WHERE mailed_at IS NULL
        DO UPDATE SET finding = excluded.finding, at = now()`
  },

  /** Limits how many products one search reports when it suddenly finds hundreds. */
  countPending: async (alertId: string): Promise<number> =>
    (await readValue(client, z.number())`
      SELECT count(*)::int FROM alert_matches WHERE alert_id = ${alertId} AND mailed_at IS NULL
        AND at > now() - ${ALERTS.newsMs} * interval '1 ms'`) ?? 0,
})
