import { MEGABYTE } from '#shared/byte-sizes.ts'
import type { Core } from '#server/core/core.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { parseHost } from '#shared/domain/links.ts'
import { formatDisplayPrice } from '#shared/domain/price.ts'
import { runTaskGroup } from '#server/core/concurrency/tasks.ts'
import {
  createPublicClient,
  type PublicClientOptions,
  RemoteError,
  readBodyUpTo,
} from '#server/core/web/public-client.ts'
import { charsetIn, validatorsIn } from './feed-download.ts'
import { BrokenFeedError, type FeedItem } from './feed-item.ts'
import {
  createChecksStore,
  type CheckResult,
  type DueOffer,
  type OfferChange,
} from '#server/features/catalog/index.ts'
import { createHostsStore } from './visited-hosts.store.ts'
import { createParsers, type Parsers } from './parsers.ts'
import {
  createPageVisits,
  CrossSiteRedirectError,
  RobotsDisallowedError,
  HostPausedError,
} from './page-visits.ts'

const PAGE_BYTES = 8 * MEGABYTE
const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const MAX_BACKOFF_MS = 7 * 24 * HOUR_MS
const FORBIDDEN_MS = 7 * 24 * HOUR_MS
const SAVED_EVERY_MS = HOUR_MS

/** The page does not describe the product, so nothing is known about it. */
class UnreadablePageError extends Error {}

/** Limits what a crawler of the whole sitemap can make us check. */
const MAX_VIEWED = 5_000

type OfferChecksDependencies = Pick<Core, 'pool' | 'log' | 'publicUrl'> & {
  /** This and the next two are overridden only by tests. */
  web?: PublicClientOptions | undefined
  betweenVisitsMs?: number
  parsers?: Parsers
}

/** Visits the pages of offers that people viewed or saved, for price, availability and removal. */
export const createOfferChecks = (options: OfferChecksDependencies) => {
  const { pool, log, publicUrl, web = {}, betweenVisitsMs } = options
  const client = createPublicClient(web, {
    timeoutMs: CONNECT_TIMEOUT_MS,
    // Larger than the limit for pages, which therefore applies first.
    maxBytes: 2 * PAGE_BYTES,
    maxRedirects: MAX_REDIRECTS,
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const store = createChecksStore(pool)
  const hosts = createHostsStore(pool)
  const visits = createPageVisits({
    hosts,
    client,
    // Names the operator of this server, so that a shop can complain.
    agent: `Wearabouts${publicUrl === null ? '' : ` (+${publicUrl})`}`,
    signal,
    betweenMs: betweenVisitsMs,
  })
  const parsers = options.parsers ?? createParsers({ threads: 2 })
  // In memory, without user or time: a view costs no query and stores no personal data.
  let viewedProducts = new Set<string>()
  let savedReadAt = -Infinity

  const watchProducts = async () => {
    const products = [...viewedProducts]
    viewedProducts = new Set()
    if (products.length > 0) await store.watch(products)
    if (performance.now() - savedReadAt < SAVED_EVERY_MS) return
    await store.watch(await store.savedProducts())
    await store.forgetOld()
    await hosts.forgetOld()
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
        return { change: markRemoved(offer), etag: null, lastModified: null }
      if (statusCode !== 200) throw new UnreadablePageError(`Status ${statusCode}`)
      if (isStartPage(url) && !isStartPage(offer.url))
        return { change: markRemoved(offer), etag: null, lastModified: null }
      const result = await parsers.page({
        bytes: await readBodyUpTo(
          body,
          PAGE_BYTES,
          () => new UnreadablePageError('The page is too large'),
        ),
        maxBytes: PAGE_BYTES,
        charset: charsetIn(headers),
        url,
        defaults: { currency: offer.currency ?? undefined, now: new Date() },
      })
      const change = result && 'item' in result ? changeOnPage(result.item, offer) : null
      if (!change) throw new UnreadablePageError('The page describes no product')
      return { change, ...validatorsIn(headers) }
    } finally {
      body.destroy()
    }
  }

  /** Returns whether the offer has changed. */
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
          const remainingIds = offers.slice(index).map(({ offerId }) => offerId)
          await store.postpone(remainingIds, error.waitMs)
          return changed
        }
        if (error instanceof RobotsDisallowedError)
          await store.postpone([offer.offerId], FORBIDDEN_MS)
        else {
          log.debug({ err: error, url: offer.url }, 'The page of an offer could not be read')
          if (!isExpected(error)) log.warn({ err: error }, 'An offer could not be checked')
          const backoff = Math.min(HOUR_MS * 2 ** offer.failures, MAX_BACKOFF_MS)
          await store.fail(offer.offerId, backoff)
        }
      }
    return changed
  }

  const checkDue = async () => {
    while (!signal.aborted) {
      const due = await store.takeDue()
      if (due.length === 0) return
      const offersByHost = new Map<string, DueOffer[]>()
      for (const offer of due) {
        // A link that cannot be visited counts as a host, whose visit fails.
        const host = parseHost(offer.url) ?? ''
        offersByHost.set(host, [...(offersByHost.get(host) ?? []), offer])
      }
      let changed = 0
      await runTaskGroup(signal, async ({ start }) => {
        for (const offers of offersByHost.values())
          start(async () => {
            changed += await checkHost(offers)
          })
      })
      if (changed > 0) await store.announceChange()
    }
  }

  return {
    noteView: (productId: string): void => {
      if (viewedProducts.size < MAX_VIEWED) viewedProducts.add(productId)
    },

    run: async (): Promise<void> => {
      try {
        await watchProducts()
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

const markRemoved = ({ availability }: DueOffer): OfferChange =>
  availability === 'removed' ? {} : { availability: 'removed' }

/** Whether the fault lies with the shop or the network. */
const isExpected = (error: unknown): boolean =>
  error instanceof UnreadablePageError ||
  error instanceof CrossSiteRedirectError ||
  error instanceof RemoteError ||
  error instanceof BrokenFeedError ||
  (error as NodeJS.ErrnoException).code !== undefined ||
  (error as Error).name === 'TimeoutError'

/** Shops redirect products that are gone to their start page, perhaps that of one language. */
const START_PAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home\/?)?$/i

const isStartPage = (address: string): boolean => START_PAGE.test(new URL(address).pathname)

const changeOnPage = (item: FeedItem, offer: DueOffer): OfferChange => {
  const { amount, currency, availability } = item
  const change: OfferChange = {}
  // Shops show other currencies to other countries, which is not a change of price.
  const isComparable = offer.currency === null || currency === offer.currency
  if (isComparable && (amount !== offer.amount || currency !== offer.currency))
    change.price = { text: formatDisplayPrice(amount, currency) ?? '', amount, currency }
  // The page is back but does not mention stock, so the availability is unknown.
  const isBack = availability === null && offer.availability === 'removed'
  if (isBack || (availability !== null && availability !== offer.availability))
    change.availability = availability
  return change
}

/** What the source said, as long as the page says something else. */
const sourceSaysAfter = (
  offer: DueOffer,
  { price, availability }: OfferChange,
): CheckResult['sourceSays'] => {
  const source = {
    price: offer.price,
    availability: offer.availability,
    ...offer.sourceSays,
  }
  const current = {
    price: price?.text ?? offer.price,
    availability: availability === undefined ? offer.availability : availability,
  }
  const differences: Record<string, string | null> = {}
  if (source.price !== current.price) differences['price'] = source.price
  if (source.availability !== current.availability)
    differences['availability'] = source.availability
  return Object.keys(differences).length > 0 ? differences : null
}
