import type { Core } from '#server/core/core.ts'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRow, readRows, sql } from '#server/core/db/sql.ts'
import { asError, codeOf } from '#server/core/http/errors.ts'
import { RetryLater, workOnEach } from '#server/core/jobs/runner.ts'
import { REFUSED_RECIPIENT } from '#server/core/mail/mail.ts'
import { findingText } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/constants.ts'
import { alertTermsSchema, findingSchema } from '#shared/contract/alerts.ts'
import { compareOffers } from '#shared/domain/alert.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { type AlertLinks, alertMail } from './alert-mail.ts'
import { TERMS } from './alerts.store.ts'
import { MAIL_QUEUE, PUSH_QUEUE, readOffers } from './evaluation.store.ts'
import { type Push, type PushDevice, PushServiceError } from './push.ts'

const RETRY_MS = 10 * MINUTE_MS
/** Longer than a mail server or push service may take, so that no other server sends it again. */
const LEASE_MS = 10 * MINUTE_MS
const MAX_TRIES = 5
const CONCURRENT_DELIVERIES = 8

type Parts = Pick<Core, 'pool' | 'mail' | 'log'> & {
  store: DeliveryStore
  links: AlertLinks
  push: Push
  origin: () => string
}

/** Delivers matches. A job names only a recipient; what to send is read when it runs. */
export const createDeliveries = ({ pool, store, links, mail, push, origin, log }: Parts) => {
  /** Compares with current offers, which may have changed while the matches waited for delivery. */
  const compareAgain = async (matches: readonly PendingMatch[]) => {
    const offers = await readOffers(pool, [...new Set(matches.map(({ productId }) => productId))])
    return matches.map((match) => {
      const { from: amount, currency } = match.finding
      const isOfSearch = match.kind === 'drop' && match.amount === null
      const terms = isOfSearch ? { ...match, amount, currency } : match
      return { match, outcome: compareOffers(terms, offers.get(match.productId) ?? []) }
    })
  }

  const recheck = async (matches: readonly PendingMatch[]) => {
    const compared = await compareAgain(matches)
    return {
      obsolete: compared.flatMap(({ match, outcome }) =>
        outcome.is === 'unmet' ? [match.id] : [],
      ),
      hasUnknown: compared.some(({ outcome }) => outcome.is === 'unknown'),
      deliverable: compared.flatMap(({ match, outcome }) =>
        outcome.is === 'met' ? [{ ...match, finding: outcome.finding }] : [],
      ),
    }
  }

  /** Only a refused recipient counts as a failure. A mail server that is down is retried for as long as it takes. */
  const retryUnlessRefused = (error: unknown) => {
    if (codeOf(asError(error).cause ?? error) === REFUSED_RECIPIENT) throw error
    throw new RetryLater(RETRY_MS, error)
  }

  const mailTo = async (subscriberId: string) => {
    const recipient = mail && (await store.recipient(subscriberId))
    if (!mail || !recipient) return
    const pending = await store.pending(subscriberId)
    if (pending.length === 0) return
    const isDigest = recipient.digestInMs <= 0
    const due = pending.filter(({ isImmediate }) => isDigest || isImmediate)
    const { deliverable, obsolete, hasUnknown } = await recheck(due)
    if (obsolete.length > 0) await store.drop(obsolete)
    if (deliverable.length > 0) {
      const site = origin()
      const message = alertMail({
        matches: deliverable,
        site,
        listUrl:
          site + paths.alerts.href(recipient.isUser ? '' : links.write('manage', subscriberId)),
        stopUrl: site + paths.alerts.href(links.write('stop', subscriberId)),
      })
      await mail
        .send({
          to: recipient.email,
          ...message,
          id: recipient.deliveryId,
          unsubscribeUrl: `${site}/api/alerts/unsubscribe?token=${links.write('stop', subscriberId)}`,
        })
        .catch(retryUnlessRefused)
      await store.noteEmailed(
        subscriberId,
        deliverable.map(({ id }) => id),
        isDigest && deliverable.some(({ isImmediate }) => !isImmediate),
      )
    }
    if (due.length < pending.length)
      throw new RetryLater(Math.max(recipient.digestInMs, MINUTE_MS), 'Waiting for the digest')
    if (hasUnknown) throw new RetryLater(ALERTS.collectMs, 'Some prices are unknown')
  }

  /** Sends one notification at once, about everything that is new. */
  const pushTo = async (deviceId: string) => {
    const device = await store.device(deviceId)
    if (!device) return
    const undelivered = await store.undelivered(device)
    const last = undelivered.at(-1)
    if (!last) return
    const { deliverable } = await recheck(undelivered)
    const [first] = deliverable
    if (first) {
      const isSingle = deliverable.length === 1
      const isAccepted = await push
        .send(device, {
          title: isSingle ? first.name : `${deliverable.length} new alerts`,
          body: isSingle
            ? findingText(first.finding)
            : deliverable
                .map(({ name }) => name)
                .join(', ')
                .slice(0, 300),
          url: isSingle ? paths.product.href(first.productId, first.name) : paths.alerts.href(),
        })
        .catch((error: unknown) => {
          log.debug({ err: error }, 'A notification could not be sent')
          throw new RetryLater(
            error instanceof PushServiceError ? error.retryInMs : RETRY_MS,
            error,
          )
        })
      if (!isAccepted) {
        await store.forgetDevice(deviceId)
        return
      }
    }
    await store.noteDelivered(deviceId, last.id)
  }

  /** Two queues: push services are named by users, and a slow one must not delay emails. */
  const job = { batch: CONCURRENT_DELIVERIES, leaseMs: LEASE_MS, tries: MAX_TRIES, restRatio: 0 }
  return [
    { ...job, queue: MAIL_QUEUE, work: workOnEach(mailTo) },
    { ...job, queue: PUSH_QUEUE, work: workOnEach(pushTo) },
  ]
}

const recipientRow = z.object({
  email: z.string(),
  isUser: z.boolean(),
  deliveryId: z.string(),
  digestInMs: z.number(),
})

const pendingRow = alertTermsSchema.extend({
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

const pendingOf = (
  subscriberId: string,
) => sql`SELECT match.id, match.product_id AS "productId", product.title AS name, match.finding,
    ${raw(TERMS)}, is_immediate AS "isImmediate"
  FROM alert_matches match JOIN alerts ON alerts.id = match.alert_id
  JOIN catalog.products product ON product.id = match.product_id
  WHERE subscriber_id = ${subscriberId} AND match.at > now() - ${ALERTS.newsMs} * interval '1 ms'`

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

  pending: (subscriberId: string) =>
    readRows(connection, pendingRow)`
      ${pendingOf(subscriberId)} AND mailed_at IS NULL ORDER BY match.id`,

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
    readRows(connection, pendingRow)`
      ${pendingOf(subscriberId)} AND match.id > ${lastMatchId} ORDER BY match.id`,

  noteDelivered: (deviceId: string, lastMatchId: string) =>
    execute(connection)`
      UPDATE push_devices SET last_match_id = ${lastMatchId} WHERE id = ${deviceId}`,

  forgetDevice: (deviceId: string) =>
    execute(connection)`DELETE FROM push_devices WHERE id = ${deviceId}`,

  /** A browser belongs to whoever used it last, and receives only later matches. The oldest of too many go. */
  keepDevice: async (subscriberId: string, { endpoint, publicKey, authSecret }: PushDevice) => {
    await execute(connection)`
      INSERT INTO push_devices (subscriber_id, endpoint, public_key, auth_secret, last_match_id)
      VALUES (${subscriberId}, ${endpoint}, ${publicKey}, ${authSecret}, coalesce((SELECT max(id)
        FROM alert_matches), 0))
      ON CONFLICT (endpoint) DO UPDATE SET subscriber_id = excluded.subscriber_id,
        public_key = excluded.public_key, auth_secret = excluded.auth_secret,
        last_match_id = excluded.last_match_id, created_at = now()`
    await execute(connection)`
      DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices
        WHERE subscriber_id = ${subscriberId} ORDER BY created_at DESC
          OFFSET ${ALERTS.devicesPerUser})`
  },

  removeDevice: (subscriberId: string, endpoint: string) =>
    execute(connection)`
      DELETE FROM push_devices WHERE subscriber_id = ${subscriberId} AND endpoint = ${endpoint}`,
})
export type DeliveryStore = ReturnType<typeof createDeliveryStore>
