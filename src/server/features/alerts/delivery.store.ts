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
import { ALERTS } from '#shared/alert-constants.ts'
import { alertTermsSchema, findingSchema } from '#shared/contract/alerts.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { TERMS } from './alerts.store.ts'
import { type PushDevice } from './push.ts'

const recipientRow = z.object({
  email: z.string(),
  language: z.string().nullable(),
  isUser: z.boolean(),
  deliveryId: z.string(),
  digestInMs: z.number(),
  mailsInHour: z.number(),
})

const pendingRow = alertTermsSchema.extend({
  id: z.string(),
  productId: z.string(),
  finding: findingSchema,
  isImmediate: z.boolean(),
})
export type PendingMatch = z.output<typeof pendingRow> & { name: string; picture: string | null }

const deviceRow = z.object({
  endpoint: z.string(),
  publicKey: z.string(),
  authSecret: z.string(),
  subscriberId: z.string(),
  language: z.string().nullable(),
  isUser: z.boolean(),
  lastMatchId: z.string(),
  lastLookId: z.string(),
})

const lookRow = z.object({ id: z.string(), lookId: z.string(), at: z.date() })
export type PendingLook = Omit<z.output<typeof lookRow>, 'lookId'> & { look: ImageTile }

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
    return product ? [{ ...match, name: product.name, picture: product.picture }] : []
  })
}

/** New looks of people, the oldest first, without those that were withdrawn. */
const readPendingLooks = async (
  connection: Connection,
  subscriberId: string,
  condition: Sql,
): Promise<PendingLook[]> => {
  const rows = await readRows(connection, lookRow)`
    SELECT DISTINCT ON (news.look_id) news.id, news.look_id AS "lookId", news.at
    FROM alert_looks news JOIN alerts ON alerts.id = news.alert_id
    WHERE subscriber_id = ${subscriberId} AND ${condition}
      AND news.at > now() - ${ALERTS.newsMs} * interval '1 ms' ORDER BY news.look_id, news.id`
  const tiles = await createCatalogReader(connection).looks.readTiles(
    rows.map(({ lookId }) => lookId),
  )
  return rows
    .flatMap(({ lookId, ...row }) => {
      const look = tiles.get(lookId)
      return look ? [{ ...row, look }] : []
    })
    .toSorted((a, b) => Number(a.id) - Number(b.id))
}

/** Matches that wait for delivery. Times are the database's, which all servers share. */
export const createDeliveryStore = (connection: Connection) => ({
  /** Null if nothing may be sent: no such subscriber, no address, or no emails wanted. */
  recipient: (subscriberId: string, oldestLookAt: Date | null) =>
    readRow(connection, recipientRow)`
      SELECT coalesce(subscriber.email, users.email) AS email,
        coalesce(users.language, subscriber.language) AS language, user_id IS NOT NULL AS "isUser",
        delivery_id AS "deliveryId", coalesce(extract(epoch
          FROM greatest(digest_at + ${ALERTS.digestMs} * interval '1 ms',
          least(${oldestLookAt}::timestamptz, (SELECT min(at) FROM alert_matches match
            JOIN alerts ON alerts.id = match.alert_id
            WHERE subscriber_id = subscriber.id AND mailed_at IS NULL AND NOT is_immediate))
            + ${ALERTS.collectMs} * interval '1 ms') - now())::float8 * 1000, 0) AS "digestInMs",
        (SELECT count(DISTINCT mailed_at)::int FROM alert_matches match
          JOIN alerts ON alerts.id = match.alert_id WHERE subscriber_id = subscriber.id
            AND mailed_at > now() - interval '1 hour') AS "mailsInHour"
      FROM alert_subscribers subscriber LEFT JOIN users ON users.id = user_id
      WHERE subscriber.id = ${subscriberId} AND wants_mail AND users.suspended_at IS NULL
        AND coalesce(subscriber.email, users.email) NOT LIKE '%.invalid'`,

  pending: (subscriberId: string) => readPending(connection, subscriberId, sql`mailed_at IS NULL`),
  pendingLooks: (subscriberId: string) =>
    readPendingLooks(connection, subscriberId, sql`mailed_at IS NULL`),

  /** Matches that no longer hold and were never sent. */
  drop: (matchIds: readonly string[]) =>
    execute(connection)`DELETE FROM alert_matches WHERE id = ANY (${matchIds}::bigint[])`,

  /** In one statement: either the email counts as sent, or all of it is sent again. */
  noteEmailed: (
    subscriberId: string,
    { matchIds, lookIds }: { matchIds: readonly string[]; lookIds: readonly string[] },
    isDigest: boolean,
  ) =>
    execute(connection)`
      WITH mailed AS (UPDATE alert_matches SET mailed_at = now()
        WHERE id = ANY (${matchIds}::bigint[])),
      mailed_looks AS (UPDATE alert_looks SET mailed_at = now()
        WHERE id = ANY (${lookIds}::bigint[]))
      UPDATE alert_subscribers SET delivery_id = gen_random_uuid(),
        digest_at = CASE WHEN ${isDigest} THEN now() ELSE digest_at END
      WHERE id = ${subscriberId}`,

  device: (deviceId: string) =>
    readRow(connection, deviceRow)`
      SELECT endpoint, public_key AS "publicKey", auth_secret AS "authSecret",
        subscriber_id AS "subscriberId", user_id IS NOT NULL AS "isUser", last_match_id AS "lastMatchId",
        last_look_id AS "lastLookId", coalesce(users.language, subscriber.language) AS language
      FROM push_devices device
      JOIN alert_subscribers subscriber ON subscriber.id = subscriber_id
      LEFT JOIN users ON users.id = user_id
      WHERE device.id = ${deviceId} AND users.suspended_at IS NULL`,

  /** Matches that this device has not received, oldest first. */
  undelivered: ({ subscriberId, lastMatchId }: { subscriberId: string; lastMatchId: string }) =>
    readPending(connection, subscriberId, sql`match.id > ${lastMatchId}`),
  undeliveredLooks: ({ subscriberId, lastLookId }: { subscriberId: string; lastLookId: string }) =>
    readPendingLooks(connection, subscriberId, sql`news.id > ${lastLookId}`),

  noteDelivered: (deviceId: string, last: { matchId: string; lookId: string }) =>
    execute(connection)`
      UPDATE push_devices SET last_match_id = ${last.matchId}, last_look_id = ${last.lookId},
        refused_since = NULL WHERE id = ${deviceId}`,

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
      INSERT INTO push_devices AS known (subscriber_id, endpoint, public_key, auth_secret,
        last_match_id, last_look_id)
      VALUES (${subscriberId}, ${endpoint}, ${publicKey}, ${authSecret},
        coalesce((SELECT max(id) FROM alert_matches), 0),
        coalesce((SELECT max(id) FROM alert_looks), 0))
      ON CONFLICT (endpoint) DO UPDATE SET subscriber_id = excluded.subscriber_id,
        last_match_id = excluded.last_match_id, last_look_id = excluded.last_look_id,
        created_at = now()
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
