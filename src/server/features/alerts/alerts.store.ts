import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import {
  type AlertList,
  alertMatchSchema,
  alertSchema,
  type AlertTerms,
  type SavedSearch,
} from '#shared/contract/alerts.ts'
import { RETENTION } from '#shared/retention.ts'
import type { PushDevice } from './push.ts'

/** Columns of the table `alerts` that make up its terms. */
export const TERMS =
  'alerts.kind, alerts.amount::float8, alerts.currency, alerts.percent, alerts.size'

const ALERTS_LISTED = `SELECT alerts.id, ${TERMS}, alerts.search, is_immediate AS immediate,
    is_met AS "isMet", alerts.created_at AS "createdAt", product_id AS "productId",
    person_id AS "personId" FROM alerts`

const alertRow = alertSchema.omit({ product: true, person: true }).extend({
  search: z.custom<SavedSearch | null>(),
  createdAt: isoTime,
  productId: z.string().nullable(),
  personId: z.number().nullable(),
})
const matchRow = alertMatchSchema.omit({ product: true }).extend({
  at: isoTime,
  mailedAt: isoTime.nullable(),
  productId: z.string(),
})

const subscriberRow = z.object({ id: z.string(), isUser: z.boolean(), wantsMail: z.boolean() })
export type Subscriber = z.output<typeof subscriberRow>

const SUBSCRIBER = 'id, user_id IS NOT NULL AS "isUser", wants_mail AS "wantsMail"'
const MAX_MATCHES = 50

type NewAlert = {
  subscriberId: string
  on: { product: string } | { search: SavedSearch } | { person: number }
  terms: AlertTerms
  isImmediate: boolean
  isMet: boolean
  /** Who asked on behalf of an address that has not confirmed it; null if it needs no confirmation. */
  requestedBy: string | null
}

/** The emails and notifications of an account are in the language of the account. */
const noteLanguage = (connection: Connection, subscriberId: string, language: string | null) =>
  execute(connection)`
    UPDATE alert_subscribers SET language = ${language} WHERE id = ${subscriberId}
      AND user_id IS NULL`

/** The subscriber of a browser without an account; its row is locked, like those of others. */
const subscribeDevice = async (
  connection: Connection,
  { endpoint, publicKey, authSecret }: PushDevice,
  language: string | null,
) => {
  const existingId = await readValue(connection, z.string())`
    SELECT subscriber.id FROM alert_subscribers subscriber
    JOIN push_devices device ON device.subscriber_id = subscriber.id
    WHERE user_id IS NULL AND email IS NULL AND endpoint = ${endpoint}
      AND public_key = ${publicKey} AND auth_secret = ${authSecret} FOR UPDATE OF subscriber`
  if (existingId !== null) {
    await noteLanguage(connection, existingId, language)
    return existingId
  }
  const id = await readValue(connection, z.string())`
    INSERT INTO alert_subscribers (language) VALUES (${language}) RETURNING id`
  return id ?? ''
}

export const createAlertsStore = (connection: Connection) => ({
  findByUser: (uid: string) =>
    readRow(connection, subscriberRow)`
      SELECT ${raw(SUBSCRIBER)} FROM alert_subscribers WHERE user_id = ${uid}`,
  find: (id: string) =>
    readRow(connection, subscriberRow)`
      SELECT ${raw(SUBSCRIBER)} FROM alert_subscribers WHERE id = ${id}`,

  /** Finds or creates the subscriber, and locks the row so that limits hold for concurrent requests. */
  subscribe: async (
    who: { uid: string } | { email: string } | { device: PushDevice },
    /** Of the page that asks. Anybody can enter an address, so it does not replace an earlier one. */
    language: string | null = null,
  ) => {
    if ('device' in who) return subscribeDevice(connection, who.device, language)
    const [column, value] = 'uid' in who ? ['user_id', who.uid] : ['email', who.email]
    const id = await readValue(connection, z.string())`
      INSERT INTO alert_subscribers (${raw(column)}, language) VALUES (${value}, ${language})
      ON CONFLICT (${raw(column)}) DO UPDATE
        SET language = coalesce(alert_subscribers.language, excluded.language) RETURNING id`
    if (id === null) throw new Error('The subscriber was not stored')
    return id
  },

  /** Opening the list, confirming and setting alerts count as use. */
  noteUse: (subscriberId: string) =>
    execute(connection)`UPDATE alert_subscribers SET used_at = now() WHERE id = ${subscriberId}`,

  /** Of the page on which the owner opened the list. */
  noteLanguage: (subscriberId: string, language: string) =>
    noteLanguage(connection, subscriberId, language),

  setMail: (subscriberId: string, wantsMail: boolean) =>
    execute(connection)`
      UPDATE alert_subscribers SET wants_mail = ${wantsMail} WHERE id = ${subscriberId}`,

  /** Also deletes everything that belongs to the subscriber. */
  removeSubscriber: (subscriberId: string) =>
    execute(connection)`DELETE FROM alert_subscribers WHERE id = ${subscriberId}`,

  /** `requested`: the unconfirmed ones of one requester, so that others do not use up the owner's. */
  counts: async (subscriberId: string, requestedBy: string | null) =>
    (await readRow(connection, z.object({ confirmed: z.number(), requested: z.number() }))`
      SELECT count(confirmed_at)::int AS confirmed, (count(*) FILTER
        (WHERE confirmed_at IS NULL AND requested_by = ${requestedBy}))::int AS requested
      FROM alerts WHERE subscriber_id = ${subscriberId}`) ?? { confirmed: 0, requested: 0 },

  /** Setting the same alert again only changes how it is delivered. Returns its id. */
  add: async ({ subscriberId, on, terms, isImmediate, isMet, requestedBy }: NewAlert) => {
    const isConfirmed = requestedBy === null
    const product = 'product' in on ? on.product : null
    const search = 'search' in on ? JSON.stringify(on.search) : null
    const person = 'person' in on ? on.person : null
    const { kind, amount, currency, percent, size } = terms
    // Somebody who has not confirmed the address must not change its owner's alerts.
    const sameAlertId = await readValue(connection, z.string())`
      UPDATE alerts SET is_immediate = CASE WHEN ${isConfirmed} OR confirmed_at IS NULL
          THEN ${isImmediate} ELSE is_immediate END,
        created_at = CASE WHEN confirmed_at IS NULL THEN now() ELSE created_at END,
        confirmed_at = CASE WHEN ${isConfirmed} THEN coalesce(confirmed_at, now()) ELSE confirmed_at END
      WHERE subscriber_id = ${subscriberId} AND product_id IS NOT DISTINCT FROM ${product}::bigint
        AND search IS NOT DISTINCT FROM ${search}::jsonb
        AND person_id IS NOT DISTINCT FROM ${person}::int
        AND (kind, amount, currency, percent, size) IS NOT DISTINCT FROM
          (${kind}, ${amount}::numeric, ${currency}, ${percent}::smallint, ${size})
      RETURNING id`
    if (sameAlertId !== null) return sameAlertId
    const id = await readValue(connection, z.string())`
      INSERT INTO alerts (subscriber_id, product_id, search, person_id, kind, amount, currency, percent, size,
        is_immediate, requested_by, confirmed_at, is_met)
      VALUES (${subscriberId}, ${product}, ${search}, ${person}, ${kind}, ${amount}, ${currency}, ${percent},
        ${size}, ${isImmediate}, ${requestedBy}, CASE WHEN ${isConfirmed} THEN now() END, ${isMet}) RETURNING id`
    return id ?? ''
  },

  /** Whoever has alerts on both keeps one of them, with the looks that neither has told yet. */
  movePerson: async (fromId: number, intoId: number) => {
    const paired = sql`FROM alerts former JOIN alerts kept USING (subscriber_id)
      WHERE former.person_id = ${fromId} AND kept.person_id = ${intoId}`
    await execute(connection)`
      INSERT INTO alert_looks (alert_id, look_id, at, mailed_at)
      SELECT known.kept_id, look.look_id, look.at, look.mailed_at
      FROM (SELECT former.id AS former_id, kept.id AS kept_id ${paired}) known
        JOIN alert_looks look ON look.alert_id = known.former_id
      ON CONFLICT DO NOTHING`
    await execute(connection)`
      UPDATE alerts SET confirmed_at = coalesce(alerts.confirmed_at, known.confirmed_at)
      FROM (SELECT kept.id, former.confirmed_at ${paired}) known WHERE alerts.id = known.id`
    await execute(connection)`
      DELETE FROM alerts WHERE id IN (SELECT former.id ${paired})`
    await execute(connection)`
      UPDATE alerts SET person_id = ${intoId} WHERE person_id = ${fromId}`
  },

  /**
   * Returns the subscriber's id, null if the alert is gone or another subscriber's, or 'full' if there
   * are too many already. Queues the product for an immediate comparison.
   */
  confirm: (alertId: string, subscriberId: string | null): Promise<string | null> =>
    readValue(connection, z.string())`
      WITH requested AS (
        SELECT id, subscriber_id, confirmed_at IS NOT NULL OR (SELECT count(confirmed_at) FROM alerts
          others WHERE others.subscriber_id = alerts.subscriber_id) < ${raw(ALERTS.perSubscriber)}
            AS has_room
        FROM alerts WHERE id = ${alertId}
          AND (${subscriberId}::uuid IS NULL OR subscriber_id = ${subscriberId})
      ), confirmed AS (
        UPDATE alerts SET confirmed_at = coalesce(confirmed_at, now())
        FROM requested WHERE alerts.id = requested.id AND has_room RETURNING alerts.product_id
      ), queued AS (
        INSERT INTO alert_changes (product_id)
        SELECT product_id FROM confirmed WHERE product_id IS NOT NULL
      )
      SELECT CASE WHEN has_room THEN subscriber_id::text ELSE 'full' END FROM requested`,

  /** False if the last shared email was sent a short time ago. */
  beginSharedMail: (subscriberId: string) =>
    affectsRow(connection)`
      UPDATE alert_subscribers SET shared_mail_at = now() WHERE id = ${subscriberId}
        AND (shared_mail_at < now() - ${ALERTS.sharedMailMs} * interval '1 ms') IS NOT FALSE`,

  /** For an email that could not be sent. */
  cancelSharedMail: (subscriberId: string) =>
    execute(connection)`
      UPDATE alert_subscribers SET shared_mail_at = NULL WHERE id = ${subscriberId}`,

  remove: (subscriberId: string, alertId: string): Promise<boolean> =>
    affectsRow(connection)`
      DELETE FROM alerts WHERE id = ${alertId} AND subscriber_id = ${subscriberId}`,

  /** An alert on a product that was removed has none. Matches with such products are left out. */
  list: async (
    subscriberId: string,
  ): Promise<Pick<AlertList, 'alerts' | 'pending' | 'matches'>> => {
    const alerts = await readRows(connection, alertRow)`
      ${raw(ALERTS_LISTED)} WHERE subscriber_id = ${subscriberId}
        AND confirmed_at IS NOT NULL ORDER BY alerts.created_at DESC`
    const pending = await readRows(connection, alertRow)`
      ${raw(ALERTS_LISTED)} WHERE subscriber_id = ${subscriberId} AND confirmed_at IS NULL
        ORDER BY alerts.created_at DESC LIMIT ${raw(ALERTS.maxPendingListed)}`
    const matchedIds = await readValues(connection, z.string())`
      SELECT DISTINCT match.product_id FROM alert_matches match
      JOIN alerts ON alerts.id = match.alert_id WHERE subscriber_id = ${subscriberId}`
    const alertedIds = [...alerts, ...pending].flatMap(({ productId }) => productId ?? [])
    const products = await createCatalogReader(connection).products.readSummaries([
      ...new Set([...alertedIds, ...matchedIds]),
    ])
    const matches = await readRows(connection, matchRow)`
      SELECT match.id, alerts.kind, match.finding, match.at, match.mailed_at AS "mailedAt",
        match.product_id AS "productId"
      FROM alert_matches match JOIN alerts ON alerts.id = match.alert_id
      WHERE subscriber_id = ${subscriberId}
        AND match.product_id = ANY (${matchedIds.filter((id) => products.has(id))}::bigint[])
      ORDER BY match.id DESC LIMIT ${MAX_MATCHES}`
    const people = await createCatalogReader(connection).people.readListed(
      [...alerts, ...pending].flatMap(({ personId }) => personId ?? []),
    )
    const withSubject = ({ productId, personId, ...alert }: z.output<typeof alertRow>) => {
      const person = people.find(({ id }) => id === personId)
      return {
        ...alert,
        product: products.get(productId ?? '') ?? null,
        person: person ? { name: person.name, image: person.portrait } : null,
      }
    }
    return {
      alerts: alerts.map(withSubject),
      pending: pending.map(withSubject),
      matches: matches.flatMap(({ productId, ...match }) => {
        const product = products.get(productId)
        return product ? [{ ...match, product }] : []
      }),
    }
  },

  sweep: async () => {
    await execute(connection)`
      DELETE FROM alerts WHERE confirmed_at IS NULL
        AND created_at < now() - ${RETENTION.unconfirmedAlertsMs} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM alert_subscribers subscriber WHERE user_id IS NULL
        AND (used_at < now() - ${RETENTION.unusedAlertsMs} * interval '1 ms'
          OR NOT EXISTS (SELECT FROM alerts WHERE subscriber_id = subscriber.id)
          OR email IS NULL
            AND NOT EXISTS (SELECT FROM push_devices WHERE subscriber_id = subscriber.id))`
    await execute(connection)`
      DELETE FROM alert_looks WHERE at < now() - ${RETENTION.alertMatchesMs} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM alert_matches WHERE at < now() - ${RETENTION.alertMatchesMs} * interval '1 ms'`
  },
})
