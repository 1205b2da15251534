import type { Logger } from 'pino'
import { MINUTE_MS } from '#shared/durations.ts'
import { asError, codeOf } from '#server/core/error-code.ts'
import type { Connection } from '#server/core/db/query.ts'
import { eachOf, RetryLater } from '#server/core/jobs/runner.ts'
import { type Mail, REFUSED_RECIPIENT } from '#server/core/mail/mail.ts'
import { ALERTS } from '#shared/constants.ts'
import { compareOffers } from '#shared/domain/alert.ts'
import { findingText } from '#shared/alert-messages.ts'
import { paths } from '#shared/paths.ts'
import { alertMail } from './alert-mail.ts'
import type { DeliveryStore, PendingMatch } from './delivery.store.ts'
import { MAIL_QUEUE, PUSH_QUEUE, readOffers } from './evaluation.store.ts'
import type { AlertLinks } from './links.ts'
import { type Push, PushFailed } from './push.ts'

const RETRY_MS = 10 * MINUTE_MS
/** Longer than a mail server or push service may take, so that no other server sends the same. */
const LEASE_MS = 10 * MINUTE_MS
const TRIES = 5
const AT_ONCE = 8

type Parts = {
  connection: Connection
  store: DeliveryStore
  links: AlertLinks
  /** Null if no email can be sent. */
  mail: Mail | null
  push: Push
  origin: () => string
  log: Logger
}

/** Sends what alerts have found. Its jobs only say that somebody may have to be told. */
export const createDeliveries = ({ connection, store, links, mail, push, origin, log }: Parts) => {
  /** As it is now: what was found may have changed while it waited. */
  const compareAgain = async (matches: readonly PendingMatch[]) => {
    const offers = await readOffers(connection, [
      ...new Set(matches.map(({ productId }) => productId)),
    ])
    return matches.map((match) => {
      const { from: amount, currency } = match.finding
      const isOfSearch = match.kind === 'drop' && match.amount === null
      const terms = isOfSearch ? { ...match, amount, currency } : match
      return { match, outcome: compareOffers(terms, offers.get(match.productId) ?? []) }
    })
  }

  const sortOut = async (matches: readonly PendingMatch[]) => {
    const compared = await compareAgain(matches)
    const past = compared.filter(({ outcome }) => outcome.is === 'unmet')
    return {
      past: past.map(({ match }) => match.id),
      isOpen: compared.some(({ outcome }) => outcome.is === 'unknown'),
      told: compared.flatMap(({ match, outcome }) =>
        outcome.is === 'met' ? [{ ...match, finding: outcome.finding }] : [],
      ),
    }
  }

  /** A mail server that is down says nothing about the email: it waits, however long that takes. */
  const orLater = (error: unknown) => {
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
    const { told, past, isOpen } = await sortOut(due)
    if (past.length > 0) await store.drop(past)
    if (told.length > 0) {
      const site = origin()
      const message = alertMail({
        matches: told,
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
        .catch(orLater)
      await store.noteMailed(
        subscriberId,
        told.map(({ id }) => id),
        isDigest && told.some(({ isImmediate }) => !isImmediate),
      )
    }
    if (due.length < pending.length)
      throw new RetryLater(Math.max(recipient.digestInMs, MINUTE_MS), 'Waits for a digest')
    if (isOpen) throw new RetryLater(ALERTS.collectMs, 'Cannot be compared now')
  }

  /** Notifications come at once, and one tells of everything new. */
  const pushTo = async (deviceId: string) => {
    const device = await store.device(deviceId)
    if (!device) return
    const untold = await store.untold(device)
    const last = untold.at(-1)
    if (!last) return
    const { told } = await sortOut(untold)
    const [first] = told
    if (first) {
      const isOne = told.length === 1
      const isTaken = await push
        .send(device, {
          title: isOne ? first.name : `${told.length} of your alerts`,
          body: isOne
            ? findingText(first.finding)
            : told
                .map(({ name }) => name)
                .join(', ')
                .slice(0, 300),
          url: isOne ? paths.product.href(first.productId, first.name) : paths.alerts.href(),
        })
        .catch((error: unknown) => {
          log.debug({ err: error }, 'A notification could not be sent')
          throw new RetryLater(error instanceof PushFailed ? error.retryInMs : RETRY_MS, error)
        })
      if (!isTaken) {
        await store.forgetDevice(deviceId)
        return
      }
    }
    await store.noteTold(deviceId, last.id)
  }

  /** Two queues: push services are named by users, and a slow one must not delay emails. */
  const job = { batch: AT_ONCE, leaseMs: LEASE_MS, tries: TRIES, restRatio: 0 }
  return [
    { ...job, queue: MAIL_QUEUE, work: eachOf(mailTo) },
    { ...job, queue: PUSH_QUEUE, work: eachOf(pushTo) },
  ]
}
