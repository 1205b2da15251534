import type { Logger } from 'pino'
import { runTaskGroup } from '#server/core/concurrency/tasks.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { FeedBroken } from './feed/raw-item.ts'
import { feedText } from './feed/feed-text.ts'
import type { ChecksStore, DueOffer, OfferChange } from './freshness/checks.store.ts'
import { changeOnPage, isStartPage, sourceSaysAfter } from './page-check.ts'
import { Elsewhere, Forbidden, NotNow, type PoliteVisits } from './freshness/polite-visits.ts'
import type { Views } from './freshness/views.ts'

const PAGE_BYTES = 8 * 1024 * 1024
const HOUR_MS = 60 * 60_000
const LONGEST_BACKOFF_MS = 7 * 24 * HOUR_MS
const FORBIDDEN_MS = 7 * 24 * HOUR_MS
const SAVED_EVERY_MS = HOUR_MS

/** A page without a description of the product: nothing is known. */
class Unreadable extends Error {}

type Options = {
  store: ChecksStore
  visits: PoliteVisits
  views: Views
  log: Logger
  signal: AbortSignal
}

/** Visits the pages of offers that people viewed or saved, for price, availability and removal. */
export const createFreshness = ({ store, visits, views, log, signal }: Options) => {
  let savedReadAt = -Infinity

  const watchWanted = async () => {
    const viewed = views.take()
    if (viewed.length > 0) await store.watch(viewed)
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
    const known = { etag: offer.etag, lastModified: offer.lastModified }
    try {
      if (statusCode === 304) return { change: {}, ...known }
      if (statusCode === 404 || statusCode === 410)
        return { change: removed(offer), etag: null, lastModified: null }
      if (statusCode !== 200) throw new Unreadable(`Status ${statusCode}`)
      if (isStartPage(url) && !isStartPage(offer.url))
        return { change: removed(offer), etag: null, lastModified: null }
      const charset = /charset=["']?([\w.:-]+)/i.exec(String(headers['content-type']))?.[1]
      let html = ''
      for await (const piece of feedText(body, { maxBytes: PAGE_BYTES, charset })) html += piece
      const change = changeOnPage(html, url, offer)
      if (!change) throw new Unreadable('The page describes no product')
      return { change, etag: text(headers.etag), lastModified: text(headers['last-modified']) }
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
        if (error instanceof NotNow) {
          const waiting = offers.slice(index).map(({ offerId }) => offerId)
          await store.postpone(waiting, error.waitMs)
          return changed
        }
        if (error instanceof Forbidden) await store.postpone([offer.offerId], FORBIDDEN_MS)
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
    /** Works off what is due, until the server stops. */
    run: async (): Promise<void> => {
      try {
        await watchWanted()
        await checkDue()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}

const removed = ({ availability }: DueOffer): OfferChange =>
  availability === 'removed' ? {} : { availability: 'removed' }

const text = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header.slice(0, 500) : null

/** Faults of the other side. */
const isExpected = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof Elsewhere ||
  error instanceof RemoteError ||
  error instanceof FeedBroken ||
  (error as NodeJS.ErrnoException).code !== undefined ||
  (error as Error).name === 'TimeoutError'
