import type { Core } from '#server/core/core.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { getLanguage } from '#server/core/messages/translation.ts'
import { callerGroup, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { describeCondition } from '#shared/domain/alert-text.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import type { AlertCondition, AlertList, AlertTerms, SavedSearch } from '#shared/contract/alerts.ts'
import { filterQuery } from '#shared/contract/product-search.ts'
import {
  type AlertObstacle,
  type ComparedOffer,
  compareOffers,
  findAlertObstacle,
  isBelowEveryPrice,
} from '#shared/domain/alert.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { paths } from '#shared/paths.ts'
import {
  type AlertLinks,
  composeConfirmationMail,
  composeSharedConfirmationMail,
} from './alert-mail.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { createAlertsStore, type Subscriber } from './alerts.store.ts'
import { createDeliveryStore, type DeliveryStore } from './delivery.store.ts'
import { isPushKey, type Push, type PushDevice, writeNotification } from './push.ts'
import { ALERT_MAIL_TEXT } from './alert-mail-messages.ts'

type AlertsDependencies = Pick<Core, 'pool' | 'atomically' | 'limits' | 'mail' | 'writeMail'> & {
  languageOfEmail: (email: string) => Promise<string | null>
  deliveries: Pick<DeliveryStore, 'endpoints' | 'keepDevice' | 'removeDevice'>
  checkEndpoint: (endpoint: string) => Promise<void>
  links: AlertLinks
  push: Pick<Push, 'publicKey' | 'send'>
}

type Request = {
  on: { product: string } | { search: SavedSearch } | { person: string }
  condition: AlertCondition
  immediate: boolean
  email?: string | undefined
  device?: PushDevice | undefined
}
type LinkRequest = { token: string; confirm?: string | undefined; remove?: string | undefined }
type Requester = { uid: string | null; origin: string; address: string }

/** The lowest price at which the product can be bought now, in one currency. */
const findLowestPrice = (offers: readonly ComparedOffer[], currency: string | null) => {
  const amounts = offers
    .filter((offer) => isBuyable(offer) && offer.currency === currency)
    .flatMap(({ amount }) => amount ?? [])
  return amounts.length > 0 ? Math.min(...amounts) : null
}

type Obstacle = AlertObstacle | 'newNeedsSearch' | 'outsideSearch' | 'onlyLooks'
const neverFiresError = (obstacle: Obstacle) => new AppError(409, ALERT_TEXT[obstacle])

/** Whether the search lists only prices above the target. */
const isOutsideSearch = ({ kind, amount, currency }: AlertTerms, search: SavedSearch) => {
  const { price, currency: visitorCurrency } = filterQuery.parse(search)
  const isSameCurrency = (price?.currency ?? visitorCurrency) === currency
  return kind === 'below' && isSameCurrency && (price?.min ?? 0) > (amount ?? 0)
}

const NO_TERMS = { amount: null, currency: null, percent: null, size: null }

/** `offers`: of the product; null for a search. */
const toAlertTerms = (
  condition: AlertCondition,
  offers: readonly ComparedOffer[] | null,
): AlertTerms => {
  if (condition.kind !== 'drop') return { ...NO_TERMS, ...condition }
  if (offers === null) return { ...NO_TERMS, ...condition, currency: null }
  const amount = findLowestPrice(offers, condition.currency)
  if (amount === null) throw neverFiresError('noPrice')
  return { ...condition, amount }
}

const invalidLinkError = () => new AppError(404, ALERT_TEXT.invalidLink)

/** Sets, lists and deletes alerts. Without an account, the link in an email proves whose they are. */
export const createAlerts = (dependencies: AlertsDependencies) => {
  const { pool, atomically, checkEndpoint, deliveries, limits, links, push } = dependencies
  const { mail, writeMail, languageOfEmail } = dependencies
  const store = createAlertsStore(pool)
  const { products, people } = createCatalogReader(pool)

  const channels = { canMail: mail !== null, pushKey: push.publicKey }

  const listFor = async ({ id, wantsMail }: Subscriber): Promise<AlertList> => {
    await store.noteUse(id)
    const devices = await deliveries.endpoints(id)
    return { ...(await store.list(id)), devices, wantsMail, ...channels }
  }

  /**
   * Protects mailboxes from floods, without revealing which addresses are known here. Returns whether
   * the address has had so many emails that all requests share one: refusing would lock its owner out.
   */
  const countMail = async (email: string, address: string, requestedBy: string) => {
    refuseIfTooMany(await limits.take('emailsByCaller', address))
    refuseIfTooMany(await limits.take('emailsToAddress', requestedBy))
    return (await limits.take('alertMails', links.countKey(email))) !== null
  }

  /** Returns false if the last shared email is recent enough. */
  const sendSharedMail = async (email: string, subscriberId: string, origin: string) => {
    if (!mail || !(await store.beginSharedMail(subscriberId))) return false
    const path = paths.alerts.href(links.write('manage', subscriberId))
    const content = writeMail(await languageOfEmail(email), () =>
      composeSharedConfirmationMail(origin, path),
    )
    await mail.send({ to: email, ...content }).catch(async (error: unknown) => {
      await store.cancelSharedMail(subscriberId)
      throw error
    })
    return true
  }

  /** The new alert, with whether its condition already holds: only a later change is reported. */
  const prepare = async ({ on, condition, immediate }: Request) => {
    const isImmediate = immediate
    if ('search' in on) {
      const terms = toAlertTerms(condition, null)
      if (isBelowEveryPrice(terms)) throw neverFiresError('tooLow')
      if (isOutsideSearch(terms, on.search)) throw neverFiresError('outsideSearch')
      return { on, name: ALERT_MAIL_TEXT.savedSearch, terms, isImmediate, isMet: false }
    }
    if ('person' in on) {
      if (condition.kind !== 'new') throw neverFiresError('onlyLooks')
      const person = await people.findByName(on.person)
      if (!person?.isListed) throw notFoundError('person')
      const terms = toAlertTerms(condition, null)
      // An email a day at most, whoever is followed.
      return {
        on: { person: person.id },
        name: person.name,
        terms,
        isImmediate: false,
        isMet: false,
      }
    }
    const alertedProduct = await products.find(on.product)
    if (alertedProduct === null) throw notFoundError('product')
    if (condition.kind === 'new') throw neverFiresError('newNeedsSearch')
    const { id: product, name } = alertedProduct
    const offers = (await products.readOffers([product])).get(product) ?? []
    const terms = toAlertTerms(condition, offers)
    const obstacle = findAlertObstacle(terms, offers)
    if (obstacle) throw neverFiresError(obstacle)
    const isMet = compareOffers(terms, offers).is === 'met'
    return { on: { product }, name, terms, isImmediate, isMet }
  }

  /** `requestedBy`: who asks on behalf of an address; null for a user. */
  const add = (
    who: { uid: string } | { email: string } | { device: PushDevice },
    requestedBy: string | null,
    alert: Awaited<ReturnType<typeof prepare>>,
  ) =>
    atomically(async (client) => {
      const alerts = createAlertsStore(client)
      const isConfirmed = requestedBy === null
      const subscriberId = await alerts.subscribe(who, 'uid' in who ? null : getLanguage().code)
      const { confirmed, requested } = await alerts.counts(subscriberId, requestedBy)
      if (isConfirmed) await alerts.noteUse(subscriberId)
      if (confirmed >= ALERTS.perSubscriber || requested >= ALERTS.maxUnconfirmed)
        throw new AppError(409, ALERT_TEXT.isFull)
      const id = await alerts.add({ ...alert, subscriberId, requestedBy })
      if ('device' in who) await keepDevice(createDeliveryStore(client), subscriberId, who.device)
      return { subscriberId, id }
    })

  const requireDevice = async (device: PushDevice) => {
    if (!isPushKey(device.publicKey)) throw new AppError(400, ALERT_MAIL_TEXT.invalidPushKey)
    // The same for every failure, so that it does not reveal which hosts exist in our network.
    await checkEndpoint(device.endpoint).catch((cause: unknown) => {
      throw new AppError(400, ALERT_TEXT.unreachable, { cause })
    })
  }

  const keepDevice = async (
    store: Pick<DeliveryStore, 'keepDevice'>,
    subscriberId: string,
    device: PushDevice,
  ) => {
    if (!(await store.keepDevice(subscriberId, device)))
      throw new AppError(409, ALERT_TEXT.otherDevice)
  }

  /** A first notification proves that the browser can be told. */
  const addOfDevice = async (device: PushDevice, request: Request, address: string) => {
    refuseIfTooMany(await limits.take('pushFollows', address))
    await requireDevice(device)
    const alert = await prepare(request)
    const isAccepted = await push
      .send(
        device,
        writeNotification({
          title: alert.name,
          body: ALERT_TEXT.active,
          url: paths.alerts.href(),
        }),
      )
      .catch(() => false)
    if (!isAccepted) throw new AppError(400, ALERT_TEXT.unreachable)
    const { subscriberId } = await add({ device }, null, alert)
    return { state: 'active' as const, token: links.write('manage', subscriberId) }
  }

  const confirm = async (alertId: string, subscriberId: string | null) => {
    const confirmedOf = await store.confirm(alertId, subscriberId)
    if (confirmedOf === 'full') throw new AppError(409, ALERT_TEXT.isFull)
    return confirmedOf
  }

  const ensureSubscriberId = async (uid: string): Promise<string> =>
    (await store.findByUser(uid))?.id ?? (await store.subscribe({ uid }))

  return {
    channels,

    list: async (uid: string): Promise<AlertList> => {
      const subscriber = await store.findByUser(uid)
      if (subscriber) return listFor(subscriber)
      const none = { alerts: [], pending: [], matches: [], devices: [] }
      return { ...none, wantsMail: true, ...channels }
    },

    set: async (request: Request, { uid, origin, address }: Requester) => {
      if (uid !== null) {
        await add({ uid }, null, await prepare(request))
        return { state: 'active' as const, token: null }
      }
      const { email, device } = request
      if (device) return addOfDevice(device, request, address)
      if (email === undefined) throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
      if (!mail) throw new AppError(409, ALERT_TEXT.noMail)
      const alert = await prepare(request)
      const requestedBy = links.countKey(email, callerGroup(address))
      const isShared = await countMail(email, address, requestedBy)
      const { id, subscriberId } = await add({ email }, requestedBy, alert)
      if (isShared) {
        const isSent = await sendSharedMail(email, subscriberId, origin)
        return { state: isSent ? ('confirm' as const) : ('recent' as const), token: null }
      }
      // Contains no text of visitors or publishers, who could otherwise use it to send messages to others.
      const describe = () =>
        'person' in alert.on
          ? ALERT_TEXT.newLooks
          : describeCondition({ ...alert.terms, size: null })
      const path = paths.alerts.href(links.write('confirm', id))
      const content = writeMail(await languageOfEmail(email), () =>
        composeConfirmationMail(describe, origin, path),
      )
      await mail.send({ to: email, ...content })
      return { state: 'confirm' as const, token: null }
    },

    remove: async (uid: string, alertId: string) => {
      if (!(await store.remove(await ensureSubscriberId(uid), alertId)))
        throw notFoundError('alert')
    },

    setMail: async (uid: string, wantsMail: boolean) => {
      await store.setMail(await ensureSubscriberId(uid), wantsMail)
    },

    addDevice: async (uid: string, device: PushDevice) => {
      await requireDevice(device)
      await keepDevice(deliveries, await ensureSubscriberId(uid), device)
    },
    removeDevice: async (uid: string, endpoint: string) => {
      await deliveries.removeDevice(await ensureSubscriberId(uid), endpoint)
    },

    /** Follows a link that confirms an alert or lists those of an address, and confirms or deletes one. */
    byLink: async ({ token, confirm: toConfirm, remove: toRemove }: LinkRequest) => {
      const link = links.read(token)
      if (!link || link.purpose === 'stop') throw invalidLinkError()
      const id = link.purpose === 'confirm' ? await confirm(link.id, null) : link.id
      const subscriber = id === null ? null : await store.find(id)
      if (!subscriber || subscriber.isUser) throw invalidLinkError()
      await store.noteLanguage(subscriber.id, getLanguage().code)
      if (toConfirm !== undefined && (await confirm(toConfirm, subscriber.id)) === null)
        throw notFoundError('alert')
      if (toRemove !== undefined) await store.remove(subscriber.id, toRemove)
      return { ...(await listFor(subscriber)), token: links.write('manage', subscriber.id) }
    },

    /** An account keeps its alerts on the site; an address without an account is deleted. */
    unsubscribe: async (token: string) => {
      const link = links.read(token)
      if (!link || link.purpose === 'confirm') throw invalidLinkError()
      const subscriber = await store.find(link.id)
      // A second click finds nothing to do.
      if (!subscriber) return
      if (subscriber.isUser) await store.setMail(subscriber.id, false)
      else await store.removeSubscriber(subscriber.id)
    },

    sweep: store.sweep,
  }
}
