import type { Core } from '#server/core/core.ts'
import { toError, getErrorCode } from '#server/core/http/errors.ts'
import { RetryLater, runJobsSeparately } from '#server/core/jobs/runner.ts'
import { REFUSED_RECIPIENT } from '#server/core/mail/mail.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { compareOffers } from '#shared/domain/alert.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { type AlertLinks, composeAlertMail, composeNotification } from './alert-mail.ts'
import type { DeliveryStore, PendingMatch } from './delivery.store.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { MAIL_QUEUE, PUSH_QUEUE } from './evaluation.store.ts'
import { type Push, PushServiceError } from './push.ts'

const RETRY_MS = 10 * MINUTE_MS
/** Longer than a mail server or push service may take, so that no other server sends it again. */
const LEASE_MS = 10 * MINUTE_MS
const MAX_TRIES = 5
const CONCURRENT_DELIVERIES = 8

type DeliveryDependencies = Pick<Core, 'pool' | 'mail' | 'writeMail' | 'inLanguage' | 'log'> & {
  store: DeliveryStore
  links: AlertLinks
  push: Push
  origin: () => string
}

/** Delivers matches. A job names only a recipient; what to send is read when it runs. */
export const createDeliveries = ({
  pool,
  store,
  links,
  mail,
  writeMail,
  inLanguage,
  push,
  origin,
  log,
}: DeliveryDependencies) => {
  /** Compares with current offers, which may have changed while the matches waited for delivery. */
  const compareAgain = async (matches: readonly PendingMatch[]) => {
    const offers = await createCatalogReader(pool).products.readOffers([
      ...new Set(matches.map(({ productId }) => productId)),
    ])
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
    if (getErrorCode(toError(error).cause ?? error) === REFUSED_RECIPIENT) throw error
    throw new RetryLater(RETRY_MS, error)
  }

  const sendMailTo = async (subscriberId: string) => {
    if (!mail) return
    const pendingLooks = await store.pendingLooks(subscriberId)
    const recipient = await store.recipient(subscriberId, pendingLooks[0]?.at ?? null)
    if (!recipient) return
    const pending = await store.pending(subscriberId)
    if (pending.length + pendingLooks.length === 0) return
    const isDigest = recipient.digestInMs <= 0
    const mayHurry = recipient.mailsInHour < ALERTS.mailsPerHour
    const hasDigest =
      isDigest && (pendingLooks.length > 0 || pending.some(({ isImmediate }) => !isImmediate))
    const due = pending.filter(({ isImmediate }) => hasDigest || (isImmediate && mayHurry))
    const looks = isDigest ? pendingLooks : []
    const { deliverable, obsolete, hasUnknown } = await recheck(due)
    if (obsolete.length > 0) await store.drop(obsolete)
    if (deliverable.length + looks.length > 0) {
      const site = origin()
      const stopUrl = `${site}/api/alerts/unsubscribe?token=${links.write('stop', subscriberId)}`
      const manageToken = recipient.isUser ? '' : links.write('manage', subscriberId)
      const listPath = paths.alerts.href(manageToken)
      const message = writeMail(recipient.language, () =>
        composeAlertMail({ matches: deliverable, looks, site, listPath, stopUrl }),
      )
      await mail
        .send({
          to: recipient.email,
          ...message,
          id: recipient.deliveryId,
          unsubscribeUrl: stopUrl,
        })
        .catch(retryUnlessRefused)
      await store.noteEmailed(
        subscriberId,
        {
          matchIds: deliverable.map(({ id }) => id),
          lookIds: looks.map(({ id }) => id),
        },
        looks.length > 0 || (isDigest && deliverable.some(({ isImmediate }) => !isImmediate)),
      )
    }
    if (due.length + looks.length < pending.length + pendingLooks.length)
      throw mayHurry
        ? new RetryLater(Math.max(recipient.digestInMs, MINUTE_MS), 'Waiting for the digest')
        : new RetryLater(ALERTS.mailPauseMs, 'Waiting because of many emails')
    if (hasUnknown) throw new RetryLater(ALERTS.collectMs, 'Some prices are unknown')
  }

  /** Sends one notification at once, about everything that is new. */
  const pushTo = async (deviceId: string) => {
    const device = await store.device(deviceId)
    if (!device) return
    const undelivered = await store.undelivered(device)
    const looks = await store.undeliveredLooks(device)
    if (undelivered.length + looks.length === 0) return
    const { deliverable } = await recheck(undelivered)
    const notification = inLanguage(device.language, () =>
      composeNotification({ matches: deliverable, looks, isUser: device.isUser }),
    )
    if (notification) {
      const isAccepted = await push.send(device, notification).catch(async (error: unknown) => {
        log.debug({ err: error }, 'A notification could not be sent')
        if (await store.noteRefused(deviceId)) return false
        throw new RetryLater(error instanceof PushServiceError ? error.retryInMs : RETRY_MS, error)
      })
      if (!isAccepted) {
        await store.forgetDevice(deviceId)
        return
      }
    }
    await store.noteDelivered(deviceId, {
      matchId: undelivered.at(-1)?.id ?? device.lastMatchId,
      lookId: looks.at(-1)?.id ?? device.lastLookId,
    })
  }

  /** Two queues: push services are named by users, and a slow one must not delay emails. */
  const job = { batch: CONCURRENT_DELIVERIES, leaseMs: LEASE_MS, tries: MAX_TRIES, restRatio: 0 }
  return [
    { ...job, queue: MAIL_QUEUE, work: runJobsSeparately(sendMailTo) },
    { ...job, queue: PUSH_QUEUE, work: runJobsSeparately(pushTo) },
  ]
}
