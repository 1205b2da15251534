import type { Core } from '#server/core/core.ts'
import { AppError, noSuch } from '#server/core/http/errors.ts'
import { callerGroup, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { ALERT_TEXT, conditionText } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/constants.ts'
import type { AlertCondition, AlertList, AlertTerms, SavedSearch } from '#shared/contract/alerts.ts'
import { type ComparedOffer, compareOffers } from '#shared/domain/alert.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { paths } from '#shared/paths.ts'
import { type AlertLinks, confirmationMail } from './alert-mail.ts'
import { createAlertsStore, readOffers, type Subscriber } from './alerts.store.ts'
import type { DeliveryStore } from './delivery.store.ts'
import { isPushKey, type PushDevice } from './push.ts'

type Parts = Pick<Core, 'pool' | 'atomically' | 'limits' | 'mail'> & {
  deliveries: Pick<DeliveryStore, 'keepDevice' | 'removeDevice'>
  links: AlertLinks
  pushKey: string
}

type Request = {
  on: { product: string } | { search: SavedSearch }
  condition: AlertCondition
  immediate: boolean
  email?: string | undefined
}
type Requester = { uid: string | null; origin: string; address: string }

/** The lowest price that somebody could pay now, in one currency. */
const lowestPrice = (offers: readonly ComparedOffer[], currency: string | null) => {
  const amounts = offers
    .filter((offer) => isBuyable(offer) && offer.currency === currency)
    .flatMap(({ amount }) => amount ?? [])
  return amounts.length > 0 ? Math.min(...amounts) : null
}

const NO_TERMS = { amount: null, currency: null, percent: null, size: null }

/** `offers`: of the product; null for a search. */
const termsFrom = (
  condition: AlertCondition,
  offers: readonly ComparedOffer[] | null,
): AlertTerms => {
  if (condition.kind !== 'drop') return { ...NO_TERMS, ...condition }
  if (offers === null) return { ...NO_TERMS, ...condition, currency: null }
  const amount = lowestPrice(offers, condition.currency)
  if (amount === null) throw new AppError(409, ALERT_TEXT.noPrice)
  return { ...condition, amount }
}

const invalidLink = () => new AppError(404, ALERT_TEXT.invalidLink)

/** Sets, lists and deletes alerts. Without an account, the link in an email proves whose they are. */
export const createAlerts = (parts: Parts) => {
  const { pool, atomically, deliveries, limits, links, mail, pushKey } = parts
  const store = createAlertsStore(pool)

  const listFor = async ({ id, wantsMail }: Subscriber): Promise<AlertList> => {
    await store.noteUse(id)
    return { ...(await store.list(id)), wantsMail, canMail: mail !== null, pushKey }
  }

  /** Protects mailboxes from floods, without revealing which addresses are known here. */
  const limitMail = async (email: string, address: string) => {
    refuseIfTooMany(await limits.take('emailsByCaller', address))
    refuseIfTooMany(
      await limits.take('emailsToAddress', links.countKey(email, callerGroup(address))),
    )
    refuseIfTooMany(await limits.take('alertMails', links.countKey(email)))
  }

  /** The new alert, with whether its condition already holds: only a later change is reported. */
  const prepare = async ({ on, condition, immediate }: Request) => {
    const isImmediate = immediate
    if ('search' in on)
      return {
        on,
        name: 'A saved search',
        terms: termsFrom(condition, null),
        isImmediate,
        isMet: false,
      }
    const alertedProduct = await store.productOf(on.product)
    if (alertedProduct === null || condition.kind === 'new') throw noSuch('product')
    const { id: product, name } = alertedProduct
    const offers = (await readOffers(pool, [product])).get(product) ?? []
    const terms = termsFrom(condition, offers)
    const isMet = compareOffers(terms, offers).is === 'met'
    return { on: { product }, name, terms, isImmediate, isMet }
  }

  const add = (
    who: { uid: string } | { email: string },
    alert: Awaited<ReturnType<typeof prepare>>,
  ) =>
    atomically(async (client) => {
      const alerts = createAlertsStore(client)
      const isConfirmed = 'uid' in who
      const subscriberId = await alerts.subscribe(who)
      const { all, unconfirmed } = await alerts.counts(subscriberId)
      if (isConfirmed) await alerts.noteUse(subscriberId)
      if (all >= ALERTS.perSubscriber || (!isConfirmed && unconfirmed >= ALERTS.maxUnconfirmed))
        throw new AppError(409, ALERT_TEXT.isFull)
      return alerts.add({ ...alert, subscriberId, isConfirmed })
    })

  const subscriberIdOf = async (uid: string): Promise<string> =>
    (await store.findByUser(uid))?.id ?? (await store.subscribe({ uid }))

  return {
    list: async (uid: string): Promise<AlertList> => {
      const subscriber = await store.findByUser(uid)
      if (subscriber) return listFor(subscriber)
      return { alerts: [], matches: [], wantsMail: true, canMail: mail !== null, pushKey }
    },

    set: async (request: Request, { uid, origin, address }: Requester) => {
      if (uid !== null) {
        await add({ uid }, await prepare(request))
        return 'active' as const
      }
      const { email } = request
      if (email === undefined) throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
      if (!mail) throw new AppError(409, ALERT_TEXT.noMail)
      const alert = await prepare(request)
      await limitMail(email, address)
      const id = await add({ email }, alert)
      // Contains nothing that the visitor wrote: it could be a message to somebody else.
      const summary = `${alert.name}: ${conditionText({ ...alert.terms, size: null })}`
      const url = origin + paths.alerts.href(links.write('confirm', id))
      await mail.send({ to: email, ...confirmationMail(summary, url) })
      return 'confirm' as const
    },

    remove: async (uid: string, alertId: string) => {
      if (!(await store.remove(await subscriberIdOf(uid), alertId))) throw noSuch('alert')
    },

    setMail: async (uid: string, wantsMail: boolean) => {
      await store.setMail(await subscriberIdOf(uid), wantsMail)
    },

    addDevice: async (uid: string, device: PushDevice) => {
      if (!isPushKey(device.publicKey)) throw new AppError(400, 'This is not a browser’s push key')
      await deliveries.keepDevice(await subscriberIdOf(uid), device)
    },
    removeDevice: async (uid: string, endpoint: string) => {
      await deliveries.removeDevice(await subscriberIdOf(uid), endpoint)
    },

    /** Follows a link that confirms an alert or lists those of an address; `remove` deletes one. */
    byLink: async (token: string, remove: string | undefined) => {
      const link = links.read(token)
      if (!link || link.purpose === 'stop') throw invalidLink()
      const id = link.purpose === 'confirm' ? await store.confirm(link.id) : link.id
      const subscriber = id === null ? null : await store.find(id)
      if (!subscriber || subscriber.isUser) throw invalidLink()
      if (remove !== undefined) await store.remove(subscriber.id, remove)
      return { ...(await listFor(subscriber)), token: links.write('manage', subscriber.id) }
    },

    /** An account keeps its alerts on the site; an address without an account is deleted. */
    unsubscribe: async (token: string) => {
      const link = links.read(token)
      if (!link || link.purpose === 'confirm') throw invalidLink()
      const subscriber = await store.find(link.id)
      // A second click finds nothing to do.
      if (!subscriber) return
      if (subscriber.isUser) await store.setMail(subscriber.id, false)
      else await store.removeSubscriber(subscriber.id)
    },

    sweep: store.sweep,
  }
}
