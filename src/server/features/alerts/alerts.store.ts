import { z } from 'zod'
import {
  type Connection,
  isoTime,
  matchesRow,
  readRow,
  readRows,
  readValue,
} from '#server/core/db/query.ts'
import { ALERTS } from '#shared/constants.ts'
import type { AlertList, SavedSearch } from '#shared/contract/alerts.ts'
import { findingSchema } from '#shared/contract/alerts.ts'
import type { AlertCondition } from '#shared/domain/alert.ts'
import { RETENTION } from '#shared/retention.ts'

const KINDS = z.enum(['below', 'drop', 'stock', 'new'])

export const termsRow = z.object({
  kind: KINDS,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  percent: z.number().nullable(),
  size: z.string().nullable(),
})
type Terms = z.infer<typeof termsRow>

/** Of the table `alerts`. */
export const TERMS =
  'alerts.kind, alerts.amount::float8, alerts.currency, alerts.percent, alerts.size'

export const conditionOf = ({ kind, amount, currency, percent, size }: Terms): AlertCondition => {
  if (kind === 'below') return { kind, amount: amount ?? 0, currency: currency ?? '', size }
  if (kind === 'drop') return { kind, percent: percent ?? 0, from: amount, currency, size }
  return kind === 'stock' ? { kind, size } : { kind }
}

export const termsOf = (condition: AlertCondition): Terms => ({
  kind: condition.kind,
  amount:
    condition.kind === 'below'
      ? condition.amount
      : condition.kind === 'drop'
        ? condition.from
        : null,
  currency: 'currency' in condition ? condition.currency : null,
  percent: condition.kind === 'drop' ? condition.percent : null,
  size: 'size' in condition ? condition.size : null,
})

const productFields = {
  product_id: z.string().nullable(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
}
/** Of `product`, which is null if it was removed. */
const PRODUCT = 'product.id AS product_id, product.title AS name, product.pictures[1] AS picture'

const listedRow = termsRow
  .extend({
    ...productFields,
    id: z.string(),
    search: z.record(z.string(), z.string()).nullable(),
    is_immediate: z.boolean(),
    is_met: z.boolean(),
    created_at: isoTime,
  })
  .transform(({ product_id, name, picture, is_immediate, is_met, created_at, ...alert }) => ({
    ...alert,
    search: alert.search as SavedSearch | null,
    product: product_id === null ? null : { id: product_id, name: name ?? '', picture },
    immediate: is_immediate,
    isMet: is_met,
    createdAt: created_at,
  }))

const matchRow = z
  .object({
    ...productFields,
    id: z.string(),
    kind: KINDS,
    finding: findingSchema,
    at: isoTime,
    mailed_at: isoTime.nullable(),
  })
  .transform(({ product_id, name, picture, mailed_at, ...match }) => ({
    ...match,
    product: { id: product_id ?? '', name: name ?? '', picture },
    mailedAt: mailed_at,
  }))

const subscriberRow = z
  .object({ id: z.string(), is_user: z.boolean(), wants_mail: z.boolean() })
  .transform(({ id, is_user, wants_mail }) => ({ id, isUser: is_user, wantsMail: wants_mail }))
export type Subscriber = z.output<typeof subscriberRow>

const SUBSCRIBER = 'id, user_id IS NOT NULL AS is_user, wants_mail'
const MATCHES_SHOWN = 50

type NewAlert = {
  subscriberId: string
  on: { product: string } | { search: SavedSearch }
  terms: Terms
  isImmediate: boolean
  isMet: boolean
  isConfirmed: boolean
}

/** Who is told, and of what. */
export const createAlertsStore = (connection: Connection) => ({
  ofUser: (uid: string) =>
    readRow(
      connection,
      subscriberRow,
      `SELECT ${SUBSCRIBER} FROM alert_subscribers WHERE user_id = $1`,
      [uid],
    ),
  find: (id: string) =>
    readRow(
      connection,
      subscriberRow,
      `SELECT ${SUBSCRIBER} FROM alert_subscribers WHERE id = $1`,
      [id],
    ),

  /** The one that there is, or a new one. Locked, so that limits hold for two requests at once. */
  subscribe: async (who: { uid: string } | { email: string }): Promise<string> => {
    const [column, value] = 'uid' in who ? ['user_id', who.uid] : ['email', who.email]
    const id = await readValue(
      connection,
      z.string(),
      `INSERT INTO alert_subscribers (${column}) VALUES ($1)
      ON CONFLICT (${column}) DO UPDATE SET used_at = alert_subscribers.used_at RETURNING id`,
      [value],
    )
    if (id === null) throw new Error('The subscriber was not stored')
    return id
  },

  /** Opening the list, confirming and setting alerts count as use. */
  noteUse: (subscriberId: string) =>
    connection.query('UPDATE alert_subscribers SET used_at = now() WHERE id = $1', [subscriberId]),

  setMail: (subscriberId: string, wantsMail: boolean) =>
    connection.query('UPDATE alert_subscribers SET wants_mail = $2 WHERE id = $1', [
      subscriberId,
      wantsMail,
    ]),

  /** With everything that belongs to them. */
  removeSubscriber: (subscriberId: string) =>
    connection.query('DELETE FROM alert_subscribers WHERE id = $1', [subscriberId]),

  counts: async (subscriberId: string) =>
    (await readRow(
      connection,
      z.object({ all: z.number(), unconfirmed: z.number() }),
      `SELECT count(*)::int AS all,
        (count(*) FILTER (WHERE confirmed_at IS NULL))::int AS unconfirmed
      FROM alerts WHERE subscriber_id = $1`,
      [subscriberId],
    )) ?? { all: 0, unconfirmed: 0 },

  /** The same alert again only changes how it is told. Returns its id. */
  add: async ({ subscriberId, on, terms, isImmediate, isMet, isConfirmed }: NewAlert) => {
    const values = [
      subscriberId,
      'product' in on ? on.product : null,
      'search' in on ? JSON.stringify(on.search) : null,
      terms.kind,
      terms.amount,
      terms.currency,
      terms.percent,
      terms.size,
      isImmediate,
      isConfirmed,
    ]
    const known = await readValue(
      connection,
      z.string(),
      // Who has not confirmed anything must not change what somebody else has.
      `UPDATE alerts SET
        is_immediate = CASE WHEN $10 OR confirmed_at IS NULL THEN $9 ELSE is_immediate END,
        confirmed_at = CASE WHEN $10 THEN coalesce(confirmed_at, now()) ELSE confirmed_at END
      WHERE subscriber_id = $1 AND product_id IS NOT DISTINCT FROM $2::bigint
        AND search IS NOT DISTINCT FROM $3::jsonb
        AND (kind, amount, currency, percent, size)
          IS NOT DISTINCT FROM ($4, $5::numeric, $6, $7::smallint, $8)
      RETURNING id`,
      values,
    )
    return (
      known ??
      (await readValue(
        connection,
        z.string(),
        `INSERT INTO alerts (subscriber_id, product_id, search, kind, amount, currency, percent, size,
          is_immediate, confirmed_at, is_met)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10 THEN now() END, $11) RETURNING id`,
        [...values, isMet],
      )) ??
      ''
    )
  },

  /** Returns its subscriber; null if it is gone. What happened meanwhile is compared at once. */
  confirm: (alertId: string): Promise<string | null> =>
    readValue(
      connection,
      z.string(),
      `WITH confirmed AS (
        UPDATE alerts SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = $1
        RETURNING subscriber_id, product_id
      ), queued AS (
        INSERT INTO alert_changes (product_id)
        SELECT product_id FROM confirmed WHERE product_id IS NOT NULL
      )
      SELECT subscriber_id FROM confirmed`,
      [alertId],
    ),

  remove: (subscriberId: string, alertId: string): Promise<boolean> =>
    matchesRow(connection, 'DELETE FROM alerts WHERE id = $2 AND subscriber_id = $1', [
      subscriberId,
      alertId,
    ]),

  list: async (subscriberId: string): Promise<Pick<AlertList, 'alerts' | 'matches'>> => ({
    alerts: await readRows(
      connection,
      listedRow,
      `SELECT alerts.id, ${TERMS}, alerts.search, is_immediate, is_met, alerts.created_at, ${PRODUCT}
      FROM alerts LEFT JOIN catalog.products product ON product.id = alerts.product_id
      WHERE subscriber_id = $1 AND confirmed_at IS NOT NULL ORDER BY alerts.created_at DESC`,
      [subscriberId],
    ),
    matches: await readRows(
      connection,
      matchRow,
      `SELECT found.id, alerts.kind, found.finding, found.at, found.mailed_at, ${PRODUCT}
      FROM alert_matches found JOIN alerts ON alerts.id = found.alert_id
      JOIN catalog.products product ON product.id = found.product_id
      WHERE subscriber_id = $1 ORDER BY found.id DESC LIMIT $2`,
      [subscriberId, MATCHES_SHOWN],
    ),
  }),

  /** Of a product or of an item that somebody wears. */
  productOf: (id: string): Promise<string | null> =>
    readValue(
      connection,
      z.string(),
      `SELECT id FROM catalog.products
      WHERE id = coalesce((SELECT product_id FROM catalog.worn_items WHERE id = $1), $1)`,
      [id],
    ),

  sweep: async () => {
    const old = (column: string) => `${column} < now() - $1 * interval '1 ms'`
    await connection.query(
      `DELETE FROM alerts WHERE confirmed_at IS NULL AND ${old('created_at')}`,
      [ALERTS.unconfirmedMs],
    )
    await connection.query(
      `DELETE FROM alert_subscribers WHERE email IS NOT NULL AND (${old('used_at')}
        OR NOT EXISTS (SELECT FROM alerts WHERE subscriber_id = alert_subscribers.id))`,
      [RETENTION.unusedAlertsMs],
    )
    await connection.query(`DELETE FROM alert_matches WHERE ${old('at')}`, [
      RETENTION.alertMatchesMs,
    ])
  },
})
