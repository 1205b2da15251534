import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRow,
  readRows,
  readValues,
  type Sql,
  sql,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { ALERTS } from '#shared/constants.ts'
import { alertTermsSchema, findingSchema } from '#shared/contract/alerts.ts'
import { TERMS } from './alerts.store.ts'
import { type PushDevice } from './push.ts'

const recipientRow = z.object({
  email: z.string(),
  isUser: z.boolean(),
  deliveryId: z.string(),
  digestInMs: z.number(),
})

const pendingRow = alertTermsSchema.extend({
  id: z.string(),
  productId: z.string(),
  finding: findingSchema,
  isImmediate: z.boolean(),
})
export type PendingMatch = z.output<typeof pendingRow> & { name: string }

const deviceRow = z.object({
  endpoint: z.string(),
  publicKey: z.string(),
  authSecret: z.string(),
  subscriberId: z.string(),
  lastMatchId: z.string(),
})

/** Without those of products that were removed. */
const readPending = async (
  connection: Connection,
  subscriberId: string,
  condition: Sql,
): Promise<PendingMatch[]> => {
  const matches = await readRows(connection, pendingRow)`
    SELECT match.id, match.product_id AS "productId", match.finding, ${raw(TERMS)},
      is_immediate AS "isImmediate"
    FROM alert_matches match JOIN alerts ON alerts.id = match.alert_id
    WHERE subscriber_id = ${subscriberId} AND ${condition}
      AND match.at > now() - ${ALERTS.newsMs} * interval '1 ms' ORDER BY match.id`
  const products = await createCatalogReader(connection).products.readSummaries(
    matches.map(({ productId }) => productId),
  )
  return matches.flatMap((match) => {
    const product = products.get(match.productId)
    return product ? [{ ...match, name: product.name }] : []
  })
}

/** Matches that wait for delivery. Times are the database's, which all servers share. */
export const createDeliveryStore = (connection: Connection) => ({
  /** Null if nothing may be sent: no such subscriber, no address, or no emails wanted. */
  recipient: (subscriberId: string) =>
    readRow(connection, recipientRow)`
      SELECT coalesce(subscriber.email, users.email) AS email, user_id IS NOT NULL AS "isUser",
        delivery_id AS "deliveryId", coalesce(extract(epoch
          FROM greatest(digest_at + ${ALERTS.digestMs} * interval '1 ms',
          (SELECT min(at) + ${ALERTS.collectMs} * interval '1 ms' FROM alert_matches match
            JOIN alerts ON alerts.id = match.alert_id
            WHERE subscriber_id = subscriber.id AND mailed_at IS NULL AND NOT is_immediate)
          ) - now())::float8 * 1000, 0) AS "digestInMs"
      FROM alert_subscribers subscriber LEFT JOIN users ON users.id = user_id
      WHERE subscriber.id = ${subscriberId} AND wants_mail AND users.suspended_at IS NULL
        AND coalesce(subscriber.email, users.email) NOT LIKE '%.invalid'`,

  pending: (subscriberId: string) => readPending(connection, subscriberId, sql`mailed_at IS NULL`),

  /** Matches that no longer hold and were never sent. */
  drop: (matchIds: readonly string[]) =>
    execute(connection)`DELETE FROM alert_matches WHERE id = ANY (${matchIds}::bigint[])`,

  /** In one statement: either the email counts as sent, or all of it is sent again. */
  noteEmailed: (subscriberId: string, matchIds: readonly string[], isDigest: boolean) =>
    execute(connection)`
      WITH mailed AS (UPDATE alert_matches SET mailed_at = now()
        WHERE id = ANY (${matchIds}::bigint[]))
      UPDATE alert_subscribers SET delivery_id = gen_random_uuid(),
        digest_at = CASE WHEN ${isDigest} THEN now() ELSE digest_at END
      WHERE id = ${subscriberId}`,

  device: (deviceId: string) =>
    readRow(connection, deviceRow)`
      SELECT endpoint, public_key AS "publicKey", auth_secret AS "authSecret",
        subscriber_id AS "subscriberId", last_match_id AS "lastMatchId"
      FROM push_devices device
      JOIN alert_subscribers subscriber ON subscriber.id = subscriber_id
      JOIN users ON users.id = user_id AND suspended_at IS NULL WHERE device.id = ${deviceId}`,

  /** Matches that this device has not received, oldest first. */
  undelivered: ({ subscriberId, lastMatchId }: { subscriberId: string; lastMatchId: string }) =>
    readPending(connection, subscriberId, sql`match.id > ${lastMatchId}`),

  noteDelivered: (deviceId: string, lastMatchId: string) =>
    execute(connection)`
      UPDATE push_devices SET last_match_id = ${lastMatchId}, refused_since = NULL
      WHERE id = ${deviceId}`,

  /** Removes the device if its push service has refused everything for too long, and returns whether. */
  noteRefused: async (deviceId: string): Promise<boolean> => {
    const isRemoved = await affectsRow(connection)`
      DELETE FROM push_devices WHERE id = ${deviceId}
        AND refused_since <= now() - ${ALERTS.deviceRefusedMs} * interval '1 ms'`
    if (!isRemoved)
      await execute(connection)`
        UPDATE push_devices SET refused_since = coalesce(refused_since, now())
        WHERE id = ${deviceId}`
    return isRemoved
  },

  forgetDevice: (deviceId: string) =>
    execute(connection)`DELETE FROM push_devices WHERE id = ${deviceId}`,

  endpoints: (subscriberId: string) =>
    readValues(connection, z.string())`
      SELECT endpoint FROM push_devices WHERE subscriber_id = ${subscriberId}`,

  /**
   * A browser belongs to whoever used it last, and receives only later matches. The oldest of too many go.
   * False if the device is stored with other keys: only the browser knows them, so whoever merely learned
   * its endpoint cannot take it over.
   */
  keepDevice: async (subscriberId: string, { endpoint, publicKey, authSecret }: PushDevice) => {
    const isKept = await affectsRow(connection)`
      INSERT INTO push_devices AS known (subscriber_id, endpoint, public_key, auth_secret, last_match_id)
      VALUES (${subscriberId}, ${endpoint}, ${publicKey}, ${authSecret}, coalesce((SELECT max(id)
        FROM alert_matches), 0))
      ON CONFLICT (endpoint) DO UPDATE SET subscriber_id = excluded.subscriber_id,
        last_match_id = excluded.last_match_id, created_at = now()
      WHERE (known.public_key, known.auth_secret) = (excluded.public_key, excluded.auth_secret)`
    await execute(connection)`
      DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices
        WHERE subscriber_id = ${subscriberId} ORDER BY created_at DESC
          OFFSET ${ALERTS.devicesPerUser})`
    return isKept
  },

  removeDevice: (subscriberId: string, endpoint: string) =>
    execute(connection)`
      DELETE FROM push_devices WHERE subscriber_id = ${subscriberId} AND endpoint = ${endpoint}`,
})
export type DeliveryStore = ReturnType<typeof createDeliveryStore>
