import type { SiteFacts } from '#shared/contract/site.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'
import type { OfferedLanguage } from '#shared/languages.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'

/** The first page's data is inlined in the HTML to save a round trip. Keys are call URLs. */
const readInitialData = (): Map<string, unknown> => {
  const text = document.querySelector('#initial-data')?.textContent
  if (!text) return new Map()
  return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>))
}

let replies: Map<string, unknown> | null = null

/** Called by the server, which has no document to read. */
export const provideInitialData = (data: Record<string, unknown>) => {
  replies = new Map(Object.entries(data))
}

/** The inlined reply for this URL. It can be taken only once, because later it would be stale. */
export const takeInitialReply = (url: string): unknown => {
  replies ??= readInitialData()
  const reply = replies.get(url)
  replies.delete(url)
  return reply
}

/** A value that is not a reply, such as a setting of the site. */
const readInlinedValue = (name: string): unknown => {
  replies ??= readInitialData()
  return replies.get(name)
}

/** The shuffle seed the server used for the inlined data. */
export const readInitialSeed = (): number | null =>
  (readInlinedValue('seed') as number | undefined) ?? null

/** Whether this site has the photo finder for everyone. */
export const isFinderPublic = (): boolean => readInlinedValue('finder') !== 'off'

/** The parameters that are added to links of shops. */
export const getAffiliateRules = (): readonly AffiliateRule[] =>
  (readInlinedValue('affiliate') as AffiliateRule[] | undefined) ?? []

const NO_FACTS: SiteFacts = { name: null, logo: null, accent: null, imprint: '' }

/** The name, logo, colour and imprint that the operator has set. */
export const getSiteFacts = (): SiteFacts =>
  (readInlinedValue('site') as SiteFacts | undefined) ?? NO_FACTS

export const getSiteName = (): string => getSiteFacts().name ?? PRODUCT_TITLE

/** Whether the contact form sends anything. */
export const hasContactForm = (): boolean => readInlinedValue('contact') === 'on'

/** All languages of this site; none if English is the only one. */
export const getOfferedLanguages = (): readonly OfferedLanguage[] =>
  (readInlinedValue('languages') as OfferedLanguage[] | undefined) ?? []

/** Whether the catalogue is, or contains, the demo. */
export const isDemoSite = (): boolean => readInlinedValue('demo') === 'on'
