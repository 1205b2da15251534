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
import {
  type AlertList,
  alertSchema,
  type AlertTerms,
  matchSchema,
  type SavedSearch,
} from '#shared/contract/alerts.ts'
import { RETENTION } from '#shared/retention.ts'

/** Of the table `alerts`. */
export const TERMS =
  'alerts.kind, alerts.amount::float8, alerts.currency, alerts.percent, alerts.size'

/** Of `product`; null if it was removed. */
const PRODUCT = `CASE WHEN product.id IS NOT NULL THEN jsonb_build_object(
  'id', product.id::text, 'name', product.title, 'picture', product.pictures[1]) END AS product`

const subscriberRow = z.object({ id: z.string(), isUser: z.boolean(), wantsMail: z.boolean() })
export type Subscriber = z.output<typeof subscriberRow>

const SUBSCRIBER = 'id, user_id IS NOT NULL AS "isUser", wants_mail AS "wantsMail"'
const MATCHES_SHOWN = 50

type NewAlert = {
  subscriberId: string
  on: { product: string } | { search: SavedSearch }
  terms: AlertTerms
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
      // A search of an earlier version must not hide all others.
      alertSchema.extend({ search: z.custom<SavedSearch | null>(), createdAt: isoTime }),
      `SELECT alerts.id, ${TERMS}, alerts.search, is_immediate AS immediate, is_met AS "isMet",
        alerts.created_at AS "createdAt", ${PRODUCT}
      FROM alerts LEFT JOIN catalog.products product ON product.id = alerts.product_id
      WHERE subscriber_id = $1 AND confirmed_at IS NOT NULL ORDER BY alerts.created_at DESC`,
      [subscriberId],
    ),
    matches: await readRows(
      connection,
      matchSchema.extend({ at: isoTime, mailedAt: isoTime.nullable() }),
      `SELECT found.id, alerts.kind, found.finding, found.at, found.mailed_at AS "mailedAt", ${PRODUCT}
      FROM alert_matches found JOIN alerts ON alerts.id = found.alert_id
      JOIN catalog.products product ON product.id = found.product_id
      WHERE subscriber_id = $1 ORDER BY found.id DESC LIMIT $2`,
      [subscriberId, MATCHES_SHOWN],
    ),
  }),

  /** Of a product or of an item that somebody wears. */
  productOf: (id: string) =>
    readRow(
      connection,
      z.object({ id: z.string(), name: z.string() }),
      `SELECT id, title AS name FROM catalog.products
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
