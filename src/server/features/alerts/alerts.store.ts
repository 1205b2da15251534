import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  matchesRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { productIdOf } from '#server/features/search/index.ts'
import { ALERTS } from '#shared/constants.ts'
import {
  type AlertList,
  alertMatchSchema,
  alertSchema,
  type AlertTerms,
  alertTermsSchema,
  type Finding,
  type SavedSearch,
} from '#shared/contract/alerts.ts'
import { offerSchema } from '#shared/contract/catalog.ts'
import type { ComparedOffer } from '#shared/domain/alert.ts'
import { RETENTION } from '#shared/retention.ts'

/** Columns of the table `alerts` that make up its terms. */
export const TERMS =
  'alerts.kind, alerts.amount::float8, alerts.currency, alerts.percent, alerts.size'

/** The product joined as `product`; null if it was removed. */
const PRODUCT = `CASE WHEN product.id IS NOT NULL THEN jsonb_build_object(
  'id', product.id::text, 'name', product.title, 'picture', product.pictures[1]) END AS product`

const subscriberRow = z.object({ id: z.string(), isUser: z.boolean(), wantsMail: z.boolean() })
export type Subscriber = z.output<typeof subscriberRow>

const SUBSCRIBER = 'id, user_id IS NOT NULL AS "isUser", wants_mail AS "wantsMail"'
const MAX_MATCHES = 50

type NewAlert = {
  subscriberId: string
  on: { product: string } | { search: SavedSearch }
  terms: AlertTerms
  isImmediate: boolean
  isMet: boolean
  isConfirmed: boolean
}

export const createAlertsStore = (connection: Connection) => ({
  findByUser: (uid: string) =>
    readRow(connection, subscriberRow)`
      SELECT ${raw(SUBSCRIBER)} FROM alert_subscribers WHERE user_id = ${uid}`,
  find: (id: string) =>
    readRow(connection, subscriberRow)`
      SELECT ${raw(SUBSCRIBER)} FROM alert_subscribers WHERE id = ${id}`,

  /** Finds or creates the subscriber, and locks the row so that limits hold for concurrent requests. */
  subscribe: async (who: { uid: string } | { email: string }): Promise<string> => {
    const [column, value] = 'uid' in who ? ['user_id', who.uid] : ['email', who.email]
    const id = await readValue(connection, z.string())`
      INSERT INTO alert_subscribers (${raw(column)}) VALUES (${value})
      ON CONFLICT (${raw(column)}) DO UPDATE SET used_at = alert_subscribers.used_at RETURNING id`
    if (id === null) throw new Error('The subscriber was not stored')
    return id
  },

  /** Opening the list, confirming and setting alerts count as use. */
  noteUse: (subscriberId: string) =>
    execute(connection)`UPDATE alert_subscribers SET used_at = now() WHERE id = ${subscriberId}`,

  setMail: (subscriberId: string, wantsMail: boolean) =>
    execute(connection)`
      UPDATE alert_subscribers SET wants_mail = ${wantsMail} WHERE id = ${subscriberId}`,

  /** Also deletes everything that belongs to the subscriber. */
  removeSubscriber: (subscriberId: string) =>
    execute(connection)`DELETE FROM alert_subscribers WHERE id = ${subscriberId}`,

  counts: async (subscriberId: string) =>
    (await readRow(connection, z.object({ all: z.number(), unconfirmed: z.number() }))`
      SELECT count(*)::int AS all,
        (count(*) FILTER (WHERE confirmed_at IS NULL))::int AS unconfirmed
      FROM alerts WHERE subscriber_id = ${subscriberId}`) ?? { all: 0, unconfirmed: 0 },

  /** Setting the same alert again only changes how it is delivered. Returns its id. */
  add: async ({ subscriberId, on, terms, isImmediate, isMet, isConfirmed }: NewAlert) => {
    const product = 'product' in on ? on.product : null
    const search = 'search' in on ? JSON.stringify(on.search) : null
    const { kind, amount, currency, percent, size } = terms
    // Somebody who has not confirmed the address must not change its owner's alerts.
    const sameAlertId = await readValue(connection, z.string())`
      UPDATE alerts SET is_immediate = CASE WHEN ${isConfirmed} OR confirmed_at IS NULL
          THEN ${isImmediate} ELSE is_immediate END,
        confirmed_at = CASE WHEN ${isConfirmed} THEN coalesce(confirmed_at, now()) ELSE confirmed_at END
      WHERE subscriber_id = ${subscriberId} AND product_id IS NOT DISTINCT FROM ${product}::bigint
        AND search IS NOT DISTINCT FROM ${search}::jsonb
        AND (kind, amount, currency, percent, size) IS NOT DISTINCT FROM
          (${kind}, ${amount}::numeric, ${currency}, ${percent}::smallint, ${size})
      RETURNING id`
    if (sameAlertId !== null) return sameAlertId
    const id = await readValue(connection, z.string())`
      INSERT INTO alerts (subscriber_id, product_id, search, kind, amount, currency, percent, size,
        is_immediate, confirmed_at, is_met)
      VALUES (${subscriberId}, ${product}, ${search}, ${kind}, ${amount}, ${currency}, ${percent},
        ${size}, ${isImmediate}, CASE WHEN ${isConfirmed} THEN now() END, ${isMet}) RETURNING id`
    return id ?? ''
  },

  /** Returns the subscriber's id; null if the alert is gone. Queues the product for an immediate comparison. */
  confirm: (alertId: string): Promise<string | null> =>
    readValue(connection, z.string())`
      WITH confirmed AS (
        UPDATE alerts SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = ${alertId}
        RETURNING subscriber_id, product_id
      ), queued AS (
        INSERT INTO alert_changes (product_id)
        SELECT product_id FROM confirmed WHERE product_id IS NOT NULL
      )
      SELECT subscriber_id FROM confirmed`,

  remove: (subscriberId: string, alertId: string): Promise<boolean> =>
    matchesRow(connection)`
      DELETE FROM alerts WHERE id = ${alertId} AND subscriber_id = ${subscriberId}`,

  list: async (subscriberId: string): Promise<Pick<AlertList, 'alerts' | 'matches'>> => ({
    alerts: await readRows(
      connection,
      alertSchema.extend({ search: z.custom<SavedSearch | null>(), createdAt: isoTime }),
    )`
      SELECT alerts.id, ${raw(TERMS)}, alerts.search, is_immediate AS immediate, is_met AS "isMet",
        alerts.created_at AS "createdAt", ${raw(PRODUCT)}
      FROM alerts LEFT JOIN catalog.products product ON product.id = alerts.product_id
      WHERE subscriber_id = ${subscriberId} AND confirmed_at IS NOT NULL
        ORDER BY alerts.created_at DESC`,
    matches: await readRows(
      connection,
      alertMatchSchema.extend({ at: isoTime, mailedAt: isoTime.nullable() }),
    )`
      SELECT match.id, alerts.kind, match.finding, match.at, match.mailed_at AS "mailedAt",
        ${raw(PRODUCT)}
      FROM alert_matches match JOIN alerts ON alerts.id = match.alert_id
      JOIN catalog.products product ON product.id = match.product_id
      WHERE subscriber_id = ${subscriberId} ORDER BY match.id DESC LIMIT ${MAX_MATCHES}`,
  }),

  /** `id`: of the product or of a worn item. */
  productOf: (id: string) =>
    readRow(connection, z.object({ id: z.string(), name: z.string() }))`
      SELECT id, title AS name FROM catalog.products
      WHERE id = ${productIdOf(id)}`,

  sweep: async () => {
    await execute(connection)`
      DELETE FROM alerts WHERE confirmed_at IS NULL
        AND created_at < now() - ${ALERTS.unconfirmedMs} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM alert_subscribers WHERE email IS NOT NULL
        AND (used_at < now() - ${RETENTION.unusedAlertsMs} * interval '1 ms'
          OR NOT EXISTS (SELECT FROM alerts WHERE subscriber_id = alert_subscribers.id))`
    await execute(connection)`
      DELETE FROM alert_matches WHERE at < now() - ${RETENTION.alertMatchesMs} * interval '1 ms'`
  },
})

/** One server at a time compares changes with alerts. */
const ALERTS_LOCK = 7_341_031
/** The key of a job is the id of the subscriber or of the device. */
export const MAIL_QUEUE = 'alert-mail'
export const PUSH_QUEUE = 'alert-push'

const changeRow = z.object({
  product_id: z.string(),
  product_key: z.string().nullable(),
  kind: z.enum(['product-added', 'price-changed', 'back-in-stock']).nullable(),
  detail: z
    .object({
      former_amount: z.number().optional(),
      former_currency: z.string().optional(),
      amount: z.number().optional(),
      currency: z.string().optional(),
      size: z.string().optional(),
    })
    .nullable(),
})
export type CatalogChange = z.output<typeof changeRow>

const waitingRow = alertTermsSchema.extend({
  id: z.string(),
  product_id: z.string().nullable(),
  search: z.record(z.string(), z.string()).nullable(),
  is_met: z.boolean(),
})
export type WaitingAlert = z.output<typeof waitingRow>

const offerRow = offerSchema
  .pick({ shop: true, amount: true, currency: true, availability: true })
  .extend({
    product_id: z.string(),
    sizes: z.array(z.string()).nullable(),
    last_seen_at: z.date(),
    last_checked_at: z.date().nullable(),
  })
  .transform(({ product_id, sizes, last_seen_at, last_checked_at, ...offer }) => ({
    productId: product_id,
    offer: {
      ...offer,
      sizes: sizes ?? [],
      seenAt: last_seen_at.toISOString(),
      checkedAt: last_checked_at?.toISOString() ?? null,
    } satisfies ComparedOffer,
  }))

const WAITING_ALERTS = `SELECT alerts.id, product_id, search, is_met, ${TERMS}
  FROM alerts WHERE confirmed_at IS NOT NULL AND ended_at IS NULL`

export type NewMatch = { alertId: string; productId: string; finding: Finding }

export const readOffers = async (connection: Connection, productIds: readonly string[]) => {
  const offers = new Map<string, ComparedOffer[]>()
  const rows = await readRows(connection, offerRow)`
    SELECT offer.product_id, coalesce(shop.name, '') AS shop, price_amount::float8 AS amount,
      currency, availability, sizes, last_seen_at, last_checked_at
    FROM catalog.offers offer LEFT JOIN catalog.shops shop ON shop.id = offer.shop_id
    WHERE product_id = ANY (${productIds}::bigint[]) ORDER BY offer.id`
  for (const { productId, offer } of rows)
    offers.set(productId, [...(offers.get(productId) ?? []), offer])
  return offers
}

/** Runs inside one transaction, so that changes are taken and compared, or stay in the queue. */
export const createEvaluationStore = (client: Connection) => ({
  /** One server compares at a time. */
  lock: async (): Promise<boolean> =>
    (await readValue(
      client,
      z.boolean(),
    )`SELECT pg_try_advisory_xact_lock(${ALERTS_LOCK}) AS locked`) ?? false,

  /** Products whose documents are not written yet wait: a search would not find them. */
  takeChanges: (limit: number) =>
    readRows(client, changeRow)`
      WITH taken AS (
        DELETE FROM alert_changes WHERE id IN (
          SELECT id FROM alert_changes change
          WHERE event_id IS NULL
            OR NOT EXISTS (SELECT FROM search.changes WHERE product_id = change.product_id)
              AND NOT EXISTS (SELECT FROM search.outbox WHERE product_id = change.product_id)
          ORDER BY id LIMIT ${limit})
        RETURNING product_id, event_id
      )
      SELECT DISTINCT taken.product_id, product.product_key, event.kind, event.detail
      FROM taken LEFT JOIN catalog.events event ON event.id = taken.event_id
      LEFT JOIN catalog.products product ON product.id = taken.product_id
      WHERE taken.event_id IS NULL OR event.id IS NOT NULL`,

  ofProducts: (productIds: readonly string[]) =>
    readRows(client, waitingRow)`
      ${raw(WAITING_ALERTS)} AND product_id = ANY (${productIds}::bigint[]) FOR UPDATE`,
  ofSearches: () => readRows(client, waitingRow)`${raw(WAITING_ALERTS)} AND search IS NOT NULL`,

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
