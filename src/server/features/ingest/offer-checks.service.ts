import type { Logger } from 'pino'
import { HOUR_MS } from '#shared/durations.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { runTaskGroup } from '#server/core/concurrency/tasks.ts'
import type { Connection } from '#server/core/db/query.ts'
import {
  createPublicClient,
  type PublicClientOptions,
  RemoteError,
  readUpTo,
} from '#server/core/web/public-client.ts'
import { validatorsIn } from './feed-download.ts'
import { FeedBroken, type FeedItem } from './feed-item.ts'
import {
  createChecksStore,
  createHostsStore,
  type Checked,
  type DueOffer,
  type OfferChange,
} from './offer-checks.store.ts'
import { createParsers, type Parsers } from './parsers.ts'
import {
  createPoliteVisits,
  CrossSiteRedirectError,
  RobotsDisallowedError,
  HostPausedError,
} from './polite-visits.ts'

const PAGE_BYTES = 8 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const LONGEST_BACKOFF_MS = 7 * 24 * HOUR_MS
const FORBIDDEN_MS = 7 * 24 * HOUR_MS
const SAVED_EVERY_MS = HOUR_MS

/** A page without a description of the product: nothing is known. */
class Unreadable extends Error {}

/** Of viewed products; more are forgotten: a crawler that reads the whole sitemap must not make us do the same. */
const MOST_VIEWED = 5_000

type Options = {
  pool: Connection
  log: Logger
  publicUrl: string | null
  /** Overridden only by tests, as are the next two. */
  web?: PublicClientOptions | undefined
  betweenVisitsMs?: number
  parsers?: Parsers
}

/** Visits the pages of offers that people viewed or saved, for price, availability and removal. */
export const createOfferChecks = (options: Options) => {
  const { pool, log, publicUrl, web = {}, betweenVisitsMs } = options
  const client = createPublicClient(web, {
    timeoutMs: CONNECT_TIMEOUT_MS,
    // The page's own limit is noticed first.
    maxBytes: 2 * PAGE_BYTES,
    maxRedirects: MAX_REDIRECTS,
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const store = createChecksStore(pool)
  const visits = createPoliteVisits({
    hosts: createHostsStore(pool),
    client,
    // Names whoever runs this server, so that a shop can complain.
    agent: `Wearabouts${publicUrl === null ? '' : ` (+${publicUrl})`}`,
    signal,
    betweenMs: betweenVisitsMs,
  })
  const parsers = options.parsers ?? createParsers({ threads: 2 })
  // In memory and without who or when: a page view costs no query and leaves nothing personal.
  let viewed = new Set<string>()
  let savedReadAt = -Infinity

  const watchWanted = async () => {
    const products = [...viewed]
    viewed = new Set()
    if (products.length > 0) await store.watch(products)
    if (performance.now() - savedReadAt < SAVED_EVERY_MS) return
    await store.watch(await store.savedProducts())
    await store.forgetOld()
    savedReadAt = performance.now()
  }

  const readPage = async (offer: DueOffer) => {
    const { statusCode, headers, body, url } = await visits.visit(offer.url, {
      accept: 'text/html,application/xhtml+xml;q=0.9',
      ...(offer.etag === null ? {} : { 'if-none-match': offer.etag }),
      ...(offer.lastModified === null ? {} : { 'if-modified-since': offer.lastModified }),
    })
    const validators = { etag: offer.etag, lastModified: offer.lastModified }
    try {
      if (statusCode === 304) return { change: {}, ...validators }
      if (statusCode === 404 || statusCode === 410)
        return { change: removed(offer), etag: null, lastModified: null }
      if (statusCode !== 200) throw new Unreadable(`Status ${statusCode}`)
      if (isStartPage(url) && !isStartPage(offer.url))
        return { change: removed(offer), etag: null, lastModified: null }
      const charset = /charset=["']?([\w.:-]+)/i.exec(String(headers['content-type']))?.[1]
      const read = await parsers.page({
        bytes: await readUpTo(body, PAGE_BYTES, () => new Unreadable('The page is too large')),
        maxBytes: PAGE_BYTES,
        charset,
        url,
        defaults: { currency: offer.currency ?? undefined, now: new Date() },
      })
      const change = read && 'item' in read ? changeOnPage(read.item, offer) : null
      if (!change) throw new Unreadable('The page describes no product')
      return { change, ...validatorsIn(headers) }
    } finally {
      body.destroy()
    }
  }

  /** Whether the offer has changed. */
  const check = async (offer: DueOffer): Promise<boolean> => {
    const { change, etag, lastModified } = await readPage(offer)
    await store.succeed(offer, {
      change,
      etag,
      lastModified,
      sourceSays: sourceSaysAfter(offer, change),
    })
    return Object.keys(change).length > 0
  }

  const checkHost = async (offers: readonly DueOffer[]): Promise<number> => {
    let changed = 0
    for (const [index, offer] of offers.entries())
      try {
        changed += Number(await check(offer))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof HostPausedError) {
          const waiting = offers.slice(index).map(({ offerId }) => offerId)
          await store.postpone(waiting, error.waitMs)
          return changed
        }
        if (error instanceof RobotsDisallowedError)
          await store.postpone([offer.offerId], FORBIDDEN_MS)
        else {
          log.debug({ err: error, url: offer.url }, 'The page of an offer could not be read')
          if (!isExpected(error)) log.warn({ err: error }, 'An offer could not be checked')
          const backoff = Math.min(HOUR_MS * 2 ** offer.failures, LONGEST_BACKOFF_MS)
          await store.fail(offer.offerId, backoff)
        }
      }
    return changed
  }

  const checkDue = async () => {
    while (!signal.aborted) {
      const due = await store.takeDue()
      if (due.length === 0) return
      const hosts = new Map<string, DueOffer[]>()
      for (const offer of due) {
        const { host } = new URL(offer.url)
        hosts.set(host, [...(hosts.get(host) ?? []), offer])
      }
      let changed = 0
      await runTaskGroup(signal, async ({ start }) => {
        for (const offers of hosts.values())
          start(async () => {
            changed += await checkHost(offers)
          })
      })
      if (changed > 0) await store.announceChange()
    }
  }

  return {
    noteView: (productId: string): void => {
      if (viewed.size < MOST_VIEWED) viewed.add(productId)
    },

    /** Works off what is due, until the server stops. */
    run: async (): Promise<void> => {
      try {
        await watchWanted()
        await checkDue()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },

    close: async () => {
      stopping.abort()
      await client.close()
      if (!options.parsers) await parsers.close()
    },
  }
}

const removed = ({ availability }: DueOffer): OfferChange =>
  availability === 'removed' ? {} : { availability: 'removed' }

/** Faults of the other side. */
const isExpected = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof CrossSiteRedirectError ||
  error instanceof RemoteError ||
  error instanceof FeedBroken ||
  (error as NodeJS.ErrnoException).code !== undefined ||
  (error as Error).name === 'TimeoutError'

/** A start page, perhaps of one language: where shops send visitors of products that are gone. */
const START_PAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home\/?)?$/i

const isStartPage = (address: string): boolean => START_PAGE.test(new URL(address).pathname)

/** What the page says about the offer differently from us. */
const changeOnPage = (item: FeedItem, offer: DueOffer): OfferChange => {
  const { amount, currency, availability } = item
  const change: OfferChange = {}
  // Shops show other currencies to other countries; that is no change of the price.
  const isComparable = offer.currency === null || currency === offer.currency
  if (isComparable && (amount !== offer.amount || currency !== offer.currency))
    change.price = { text: displayPrice(amount, currency) ?? '', amount, currency }
  // A page that is there again without a word about stock: nobody said that it is in stock.
  const isBack = availability === null && offer.availability === 'removed'
  if (isBack || (availability !== null && availability !== offer.availability))
    change.availability = availability
  return change
}

/** Keeps what the source said, as long as the page says something else. */
const sourceSaysAfter = (
  offer: DueOffer,
  { price, availability }: OfferChange,
): Checked['sourceSays'] => {
  const source = {
    price: offer.price,
    availability: offer.availability,
    ...offer.sourceSays,
  }
  const now = {
    price: price?.text ?? offer.price,
    availability: availability === undefined ? offer.availability : availability,
  }
  const differing: Record<string, string | null> = {}
  if (source.price !== now.price) differing['price'] = source.price
  if (source.availability !== now.availability) differing['availability'] = source.availability
  return Object.keys(differing).length > 0 ? differing : null
}
