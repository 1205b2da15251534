import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import { ALERTS } from '#shared/constants.ts'
import { findingSchema, termsSchema } from '#shared/contract/alerts.ts'
import { TERMS } from './alerts.store.ts'
import type { PushDevice } from './push.ts'

const recipientRow = z.object({
  email: z.string(),
  isUser: z.boolean(),
  deliveryId: z.string(),
  digestInMs: z.number(),
})

const pendingRow = termsSchema.extend({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  finding: findingSchema,
  isImmediate: z.boolean(),
})
export type PendingMatch = z.output<typeof pendingRow>

const deviceRow = z.object({
  endpoint: z.string(),
  publicKey: z.string(),
  authSecret: z.string(),
  subscriberId: z.string(),
  lastMatchId: z.string(),
})

const PENDING = `SELECT found.id, found.product_id AS "productId", product.title AS name, found.finding,
    ${TERMS}, is_immediate AS "isImmediate"
  FROM alert_matches found JOIN alerts ON alerts.id = found.alert_id
  JOIN catalog.products product ON product.id = found.product_id
  WHERE subscriber_id = $1 AND found.at > now() - ${ALERTS.newsMs} * interval '1 ms'`

/** What has been found and not been told. The clock is the database's, which all servers share. */
export const createDeliveryStore = (connection: Connection) => ({
  /** Null if nothing may be sent: no such subscriber, no address, or no e-mails wanted. */
  recipient: (subscriberId: string) =>
    readRow(
      connection,
      recipientRow,
      `SELECT coalesce(subscriber.email, users.email) AS email, user_id IS NOT NULL AS "isUser",
        delivery_id AS "deliveryId", coalesce(extract(epoch FROM greatest(digest_at + $2 * interval '1 ms',
          (SELECT min(at) + $3 * interval '1 ms' FROM alert_matches found
            JOIN alerts ON alerts.id = found.alert_id
            WHERE subscriber_id = subscriber.id AND mailed_at IS NULL AND NOT is_immediate)
          ) - now())::float8 * 1000, 0) AS "digestInMs"
      FROM alert_subscribers subscriber LEFT JOIN users ON users.id = user_id
      WHERE subscriber.id = $1 AND wants_mail AND users.suspended_at IS NULL
        AND coalesce(subscriber.email, users.email) NOT LIKE '%.invalid'`,
      [subscriberId, ALERTS.digestMs, ALERTS.collectMs],
    ),

  pending: (subscriberId: string) =>
    readRows(connection, pendingRow, `${PENDING} AND mailed_at IS NULL ORDER BY found.id`, [
      subscriberId,
    ]),

  /** What is no longer so, and was never told. */
  drop: (matchIds: readonly string[]) =>
    connection.query('DELETE FROM alert_matches WHERE id = ANY ($1::bigint[])', [matchIds]),

  /** In one statement: either the e-mail counts as sent, or all of it is sent again. */
  noteMailed: (subscriberId: string, matchIds: readonly string[], isDigest: boolean) =>
    connection.query(
      `WITH mailed AS (UPDATE alert_matches SET mailed_at = now() WHERE id = ANY ($2::bigint[]))
      UPDATE alert_subscribers SET delivery_id = gen_random_uuid(),
        digest_at = CASE WHEN $3 THEN now() ELSE digest_at END
      WHERE id = $1`,
      [subscriberId, matchIds, isDigest],
    ),

  device: (deviceId: string) =>
    readRow(
      connection,
      deviceRow,
      `SELECT endpoint, public_key AS "publicKey", auth_secret AS "authSecret",
        subscriber_id AS "subscriberId", last_match_id AS "lastMatchId"
      FROM push_devices device
      JOIN alert_subscribers subscriber ON subscriber.id = subscriber_id
      JOIN users ON users.id = user_id AND suspended_at IS NULL WHERE device.id = $1`,
      [deviceId],
    ),

  /** What a device was not told of, oldest first. */
  untold: ({ subscriberId, lastMatchId }: { subscriberId: string; lastMatchId: string }) =>
    readRows(connection, pendingRow, `${PENDING} AND found.id > $2 ORDER BY found.id`, [
      subscriberId,
      lastMatchId,
    ]),

  noteTold: (deviceId: string, lastMatchId: string) =>
    connection.query('UPDATE push_devices SET last_match_id = $2 WHERE id = $1', [
      deviceId,
      lastMatchId,
    ]),

  forgetDevice: (deviceId: string) =>
    connection.query('DELETE FROM push_devices WHERE id = $1', [deviceId]),

  /** A browser belongs to whoever used it last; the oldest of too many go. It hears only of the future. */
  keepDevice: async (subscriberId: string, { endpoint, publicKey, authSecret }: PushDevice) => {
    await connection.query(
      `INSERT INTO push_devices (subscriber_id, endpoint, public_key, auth_secret, last_match_id)
      VALUES ($1, $2, $3, $4, coalesce((SELECT max(id) FROM alert_matches), 0))
      ON CONFLICT (endpoint) DO UPDATE SET subscriber_id = excluded.subscriber_id,
        public_key = excluded.public_key, auth_secret = excluded.auth_secret,
        last_match_id = excluded.last_match_id, created_at = now()`,
      [subscriberId, endpoint, publicKey, authSecret],
    )
    await connection.query(
      `DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices
        WHERE subscriber_id = $1 ORDER BY created_at DESC OFFSET $2)`,
      [subscriberId, ALERTS.devicesPerUser],
    )
  },

  removeDevice: (subscriberId: string, endpoint: string) =>
    connection.query('DELETE FROM push_devices WHERE subscriber_id = $1 AND endpoint = $2', [
      subscriberId,
      endpoint,
    ]),
})
export type DeliveryStore = ReturnType<typeof createDeliveryStore>
