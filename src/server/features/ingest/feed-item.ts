import { MEGABYTE } from '#shared/byte-sizes.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { isPublicAddress, getLiteralAddress } from '#server/core/web/public-address.ts'
import { type Category, NO_CATEGORY } from '#shared/domain/category.ts'
import { parseCurrencyCode, findCurrency, roundAmount } from '#shared/domain/currency.ts'
import type { Department } from '#shared/domain/department.ts'
import { FEED_QUESTIONS, type FeedQuestion } from '#shared/feed-question-messages.ts'
import { fitsCatalog } from '#shared/domain/links.ts'
import { parsePrice, type Price } from '#shared/domain/price.ts'
import type { OfferTerms } from '#shared/contract/catalog.ts'
import { indexByWord } from '#shared/vocabulary/word-forms.ts'
import type { ColumnMap } from './feed-columns.ts'
import { classify, departmentsOf, isNoProduct, type ProductKind } from './classification.ts'
import { cut, plainText } from './plain-text.ts'
import { sizesOf, soldAsOf } from './sizes.ts'
import { FEED_TEXT, ITEM_TEXT } from './feed-messages.ts'

/**
 * One item of a feed before validation: texts by attribute, under the names of Google's product data
 * specification, whichever format it came in.
 */
export type RawItem = {
  /** Line of the file where it begins, or its number within a JSON page. */
  line: number
  values: ReadonlyMap<string, readonly string[]>
}

export type FeedSink = {
  onItems: (items: RawItem[]) => Promise<void>
  /** Called for an item that cannot be parsed, such as a line with too many fields. */
  onUnreadable: (line: number, reason: string) => void
  /** For files with columns: their names, and which attribute each is used for. */
  onColumns?: (columns: readonly string[], map: ColumnMap) => void
}

/** Keeps memory low: the objects of a whole chunk take many times its size. */
export const ITEMS_PER_BATCH = 500
/** Longer texts are cut: a hostile feed may consist of a single one. */
export const MAX_VALUE_CHARS = 20_000
export const VALUES_PER_ATTRIBUTE = 50
const ATTRIBUTES_PER_ITEM = 500
/** Further values are dropped: a hostile feed may consist of a single item. */
const MAX_ITEM_CHARS = MEGABYTE

/** The whole feed is unusable: truncated, malformed or in another format. */
export class BrokenFeedError extends Error {
  /** `question`: what the operator can say so that the feed becomes usable. */
  constructor(reason: string, options?: ErrorOptions & { question?: FeedQuestion }) {
    super(options?.question ? askAfter(reason, options.question) : reason, options)
  }
}

export const asSentence = (text: string): string =>
  /[.?!…]$/.test(text) ? text : FEED_TEXT.sentence(text)
export const askAfter = (reason: string, question: FeedQuestion): string =>
  FEED_TEXT.asks(reason, FEED_QUESTIONS[question])

export class RawItemBuilder {
  private readonly values = new Map<string, string[]>()
  private readonly line: number
  private chars = 0
  constructor(line: number) {
    this.line = line
  }

  add(attribute: string, value: string) {
    const text = value.slice(0, MAX_VALUE_CHARS).trim()
    if (text === '' || this.chars + text.length > MAX_ITEM_CHARS) return
    const values = this.values.get(attribute)
    if ((values?.length ?? 0) >= VALUES_PER_ATTRIBUTE) return
    if (values) values.push(text)
    else if (this.values.size < ATTRIBUTES_PER_ITEM) this.values.set(attribute, [text])
    else return
    this.chars += text.length
  }

  build(): RawItem {
    return { line: this.line, values: this.values }
  }
}

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder'
export type Condition = 'new' | 'refurbished' | 'used'

/** A valid item: everything that the catalogue stores of it, cleaned. */
export type FeedItem = {
  line: number
  id: string
  /** Shared by the sizes of one product. */
  groupId: string | null
  title: string
  description: string | null
  url: string
  /** The shop's own address without tracking parameters, which identifies the item. */
  canonicalUrl: string
  pictures: string[]
  amount: number
  currency: string
  /** Null if the feed does not state it. */
  availability: Availability | null
  /** Null if the feed states neither shipping costs nor that few are left. */
  terms: OfferTerms | null
  condition: Condition
  brand: string | null
  gtin: string | null
  mpn: string | null
  category: Category | null
  kind: ProductKind | null
  /** The kind of the vocabulary that the shop states, if it states one. */
  type: string | null
  colors: string[]
  /** Tells the colours of a group apart, also those that only have a code. */
  colorKey: string
  pattern: string | null
  material: string | null
  sizes: string[]
  departments: Department[]
  /** 'Pack of 3' or 'Set'; null for a single piece. */
  soldAs: string | null
}

export type FeedDefaults = {
  /** For feeds that state prices without a currency. */
  currency?: string | undefined
  condition?: Condition | undefined
  /** For feeds whose links lack the shop's address. */
  shopUrl?: string | undefined
  /** Includes items that are not fashion. */
  takesAll?: boolean
  /** Includes items that nothing says are fashion, unless something says that they are not. */
  takesUnclear?: boolean
  /** Categories of the shop that the operator takes in, whatever is in them. */
  takenCategories?: readonly string[]
  /** For an operator who tries a shop on their own network. */
  allowsPrivate?: boolean
  /** Allows pictures that this server stores, for files that the operator supplied. */
  hasOwnPictures?: boolean
  now: Date
}

/** The item, or why it is unusable (`reason`), or why it is skipped although valid (`leftOut`). */
export type ItemResult = { item: FeedItem } | Unusable | { leftOut: string; category: string }
/** `question`: what the operator can say so that items like this one become usable. */
type Unusable = { reason: string; question?: FeedQuestion }

const CATEGORY_CHARS = 120

const TITLE_CHARS = 500
const DESCRIPTION_CHARS = 5_000
const WORD_CHARS = 100
const MAX_PICTURES = 10
const MAX_COLORS = 3
const MAX_AMOUNT = 10_000_000

export const readItem = (raw: RawItem, defaults: FeedDefaults): ItemResult => {
  const value = (...attributes: string[]): string | undefined => {
    for (const attribute of attributes) {
      const first = raw.values.get(attribute)?.[0]
      if (first !== undefined) return first
    }
    return undefined
  }
  const title = plainText(value('title') ?? '', TITLE_CHARS)
  if (title === '') return { reason: ITEM_TEXT.noTitle, question: 'title' }
  const shopCategory =
    plainText(value('product_type', 'google_product_category') ?? '', CATEGORY_CHARS) || NO_CATEGORY
  const leaveOut = (leftOut: string) => ({ leftOut, category: shopCategory })
  if (raw.values.get('published')?.some(isHidden)) return leaveOut(ITEM_TEXT.notPublished)
  if (isNoProduct(title)) return leaveOut(ITEM_TEXT.noProduct)

  const link = value('link', 'shop_link')
  if (link === undefined) return { reason: ITEM_TEXT.noLink, question: 'link' }
  if (value('link') === undefined && defaults.shopUrl === undefined)
    return { reason: ITEM_TEXT.noLink, question: 'shop' }
  const url = linkOf(link, defaults)
  if (typeof url !== 'string') return url

  const priced = priceOf(value, defaults)
  if ('reason' in priced) return priced
  const { before, ...price } = priced

  const canonical = linkOf(value('canonical_link') ?? '', defaults)
  const canonicalUrl = withoutTracking(typeof canonical === 'string' ? canonical : url)
  const { category, kind, type } = classify(
    value('google_product_category'),
    value('product_type'),
    title,
  )
  const isTaken = defaults.takesAll || defaults.takenCategories?.includes(shopCategory)
  if (category === 'other' && !isTaken) return leaveOut(ITEM_TEXT.noFashion)
  if (category === null && !isTaken && !defaults.takesUnclear)
    return leaveOut(ITEM_TEXT.unknownKind)
  const pictures = picturesOf(raw, defaults)
  const availability = availabilityOf(value('availability'))
  const colorText = value('color') ?? ''
  const colors = splitList(withoutColorCodes(colorText), MAX_COLORS).filter(hasLetter)
  const sizes = sizesOf(raw.values.get('size') ?? [])
  return {
    item: {
      line: raw.line,
      id: shortText(value('id')) ?? canonicalUrl,
      groupId: shortText(value('item_group_id')),
      title,
      description: plainText(value('description') ?? '', DESCRIPTION_CHARS) || null,
      url,
      canonicalUrl,
      pictures,
      ...price,
      availability,
      terms: termsOf(raw, { availability, currency: price.currency, before }),
      condition: conditionOf(value('condition')) ?? defaults.condition ?? 'new',
      brand: brandOf(value('brand')),
      gtin: gtinFrom(value('gtin')),
      mpn: shortText(value('mpn')),
      category,
      kind,
      type,
      colors,
      colorKey: colors.join('/').toLowerCase() || cut(colorText, WORD_CHARS).toLowerCase(),
      pattern: shortText(value('pattern'))?.toLowerCase() ?? null,
      material: shortText(value('material'))?.toLowerCase() ?? null,
      sizes,
      departments: departmentsOf(
        value('gender'),
        value('age_group'),
        `${value('google_product_category') ?? ''} > ${value('product_type') ?? ''}`,
      ),
      soldAs: soldAsOf(value('multipack'), value('is_bundle'), title),
    },
  }
}

type ReadValue = (...attributes: string[]) => string | undefined
/** `before`: the regular price, if this one is reduced. */
type Amount = { amount: number; currency: string; before: number | null }

const priceOf = (value: ReadValue, defaults: FeedDefaults): Amount | Unusable => {
  const statedCurrency =
    findCurrency(value('currency') ?? '') ?? parseCurrencyCode(value('currency') ?? '')
  const fallbackCurrency = statedCurrency ?? defaults.currency ?? null
  const regular = parsePrice(value('price'), fallbackCurrency)
  const reduced = isOnSale(value('sale_price_effective_date'), defaults.now)
    ? parsePrice(value('sale_price'), fallbackCurrency)
    : null
  const isReduced =
    reduced !== null && reduced.amount > 0 && reduced.amount < (regular?.amount ?? Infinity)
  const price: Price | null = isReduced ? reduced : regular
  if (price === null || price.amount <= 0) return { reason: ITEM_TEXT.noPrice, question: 'price' }
  if (price.amount > MAX_AMOUNT) return { reason: ITEM_TEXT.impossiblePrice(String(price.amount)) }
  const currency = price.currency ?? regular?.currency ?? fallbackCurrency
  if (currency === null)
    return {
      reason: ITEM_TEXT.priceWithoutCurrencyIn(quote(value('price') ?? '')),
      question: 'currency',
    }
  const hasEarlier = isReduced && regular !== null && (regular.currency ?? currency) === currency
  return {
    amount: roundAmount(price.amount, currency),
    currency,
    before: hasEarlier ? roundAmount(Math.min(regular.amount, MAX_AMOUNT), currency) : null,
  }
}

/** Only a few are news; more than that changes with every sale. */
const FEW_LEFT = 5
/** 'DE::Standard:4.95 EUR', or only a price. Days of handling and transit may follow. */
const shippingOf = (text: string, currency: string) => {
  const parts = text.split(':').map((part) => part.trim())
  const price =
    parts.findLast((part) => parsePrice(part)?.currency) ??
    (parts.length <= SHIPPING_PARTS ? parts.at(-1) : undefined)
  const charge = parsePrice(price, currency)
  if (charge === null || charge.amount < 0 || charge.amount > MAX_AMOUNT) return []
  if ((charge.currency ?? currency) !== currency) return []
  const [country = ''] = parts
  const to = /^[A-Z]{2}$/i.test(country) ? country.toUpperCase() : null
  return { amount: roundAmount(charge.amount, currency), to }
}
const SHIPPING_PARTS = 4

const termsOf = (
  { values }: RawItem,
  {
    availability,
    currency,
    before,
  }: Pick<Amount, 'currency' | 'before'> & { availability: Availability | null },
): OfferTerms | null => {
  const left = Number(values.get('quantity')?.[0] ?? '')
  const isFew = availability === 'in_stock' && Number.isInteger(left) && left > 0
  const charges = (values.get('shipping') ?? []).flatMap((text) =>
    text.split(/,(?=\s{0,9}[A-Z]{2}:)/i).flatMap((part) => shippingOf(part, currency)),
  )
  // What applies everywhere, or else in the country that the shop names first.
  const to = charges.some((charge) => charge.to === null) ? null : charges[0]?.to
  const [shipping] = charges
    .filter((charge) => charge.to === to)
    .toSorted((a, b) => a.amount - b.amount)
  const terms: OfferTerms = {
    ...(isFew && left <= FEW_LEFT && { left }),
    ...(shipping && { shipping }),
    ...(before !== null && { before }),
  }
  return Object.keys(terms).length > 0 ? terms : null
}

/** `2026-11-01T00:00Z/2026-11-30T23:59Z`; a sale without dates is on. */
export const isOnSale = (range: string | undefined, now: Date): boolean => {
  if (range === undefined) return true
  const [start, end] = range.split('/').map((date) => Date.parse(date.trim()))
  if (start === undefined || end === undefined || Number.isNaN(start) || Number.isNaN(end))
    return true
  return start <= now.getTime() && now.getTime() <= end
}

const picturesOf = ({ values }: RawItem, defaults: FeedDefaults): string[] => {
  const texts = [
    ...(values.get('image_link') ?? []),
    ...(values.get('additional_image_link') ?? []),
  ]
  const urls = texts
    // Some feeds list several pictures in one value. Without the limits, a value of only spaces would
    // take quadratic time.
    .flatMap((text) => text.split(/[,;|](?=\s{0,9}https?:)|\s{1,9}(?=https?:)/))
    .map((text) => {
      if (defaults.hasOwnPictures && text.startsWith(MEDIA_PREFIX)) return text
      const url = linkOf(text, defaults)
      return typeof url === 'string' ? url : null
    })
    .filter((url) => url !== null)
  return [...new Set(urls)].slice(0, MAX_PICTURES)
}

/** How shop systems mark drafts, archived and hidden products. */
const UNPUBLISHED =
  /^(?:draft|archived|inactive|private|pending|hidden|staging|trash|false|no|n|0|-1)$/i
export const isHidden = (text: string): boolean => UNPUBLISHED.test(text)

/** A public web address, or why it is not one. */
const linkOf = (text: string, { shopUrl, allowsPrivate }: FeedDefaults): string | Unusable => {
  const trimmed = text.trim().replaceAll('&amp;', '&')
  if (trimmed === '') return { reason: ITEM_TEXT.noLink, question: 'link' }
  const address = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(address)
  if (!isAbsolute && shopUrl === undefined)
    return {
      reason: ITEM_TEXT.linkWithoutShopIn(quote(text)),
      question: 'shop',
    }
  const base = isAbsolute ? undefined : shopUrl
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return { reason: ITEM_TEXT.badLinkIn(quote(text)) }
  if (!fitsCatalog(url.href)) return { reason: ITEM_TEXT.longLink }
  if (!allowsPrivate && !isPublicHost(url)) return { reason: ITEM_TEXT.privateLinkIn(quote(text)) }
  return url.href
}

const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)\.?$/i

const isPublicHost = (url: URL): boolean => {
  const literal = getLiteralAddress(url)
  if (literal !== null) return isPublicAddress(literal)
  return url.hostname.includes('.') && !PRIVATE_NAME.test(url.hostname)
}

/** Query parameters that select a size or colour on the same page. */
const VARIANT_PARAMETER =
  /^(?:variant(?:_?id)?|size|sz|sku|colou?r|farbe|größe|taille|talla|taglia|attribute_.*|dwvar_.*)$/i

/** The address of a product's page, without the selected size and colour. */
export const productPageUrl = (address: string): string => {
  if (!/[?#]/.test(address) || !URL.canParse(address)) return address
  const url = new URL(withoutTracking(address))
  for (const name of Array.from(url.searchParams.keys()))
    if (VARIANT_PARAMETER.test(name)) url.searchParams.delete(name)
  return url.href
}

/** The pages of these addresses, each once. */
export const pagesOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map(productPageUrl)),
]

const TRACKING_PARAMETER = /^(?:utm_\w+|gclid|fbclid|msclkid|srsltid|awc|cjevent)$/i

const withoutTracking = (address: string): string => {
  const url = new URL(address)
  url.hash = ''
  for (const name of Array.from(url.searchParams.keys()))
    if (TRACKING_PARAMETER.test(name)) url.searchParams.delete(name)
  return url.href
}

const AVAILABILITIES = indexByWord<Availability>({
  in_stock: 'instock unlimited available limitedavailability onlineonly instoreonly yes true y 1',
  out_of_stock: 'outofstock soldout discontinued unavailable no false n 0',
  preorder: 'preorder presale',
  backorder: 'backorder',
})

/** Treats `in stock`, `in_stock` and `https://schema.org/InStock` alike. */
const availabilityOf = (text: string | undefined): Availability | null => {
  const count = /^-?\d+(?:\.0+)?$/.test(text ?? '') ? Number(text) : null
  if (count !== null) return count > 0 ? 'in_stock' : 'out_of_stock'
  return AVAILABILITIES.get(normalizedTerm(text)) ?? null
}

const CONDITIONS = indexByWord<Condition>({
  new: 'new newcondition',
  refurbished: 'refurbished refurbishedcondition',
  used: 'used usedcondition damagedcondition secondhand preowned vintage',
})

const conditionOf = (text: string | undefined): Condition | undefined =>
  CONDITIONS.get(normalizedTerm(text))

const normalizedTerm = (text = ''): string =>
  text
    .toLowerCase()
    .replace(/^.*\//, '')
    .replaceAll(/[^a-z0-9]/g, '')

const shortText = (text: string | undefined): string | null =>
  plainText(text ?? '', WORD_CHARS) || null

/** What shops enter for a missing brand. */
const NO_BRAND = /^(?:n\/?a|none|no brand|unbranded|generic|unknown|other|-+)$/i

const brandOf = (text: string | undefined): string | null => {
  const brand = shortText(text)
  return brand === null || NO_BRAND.test(brand) ? null : brand
}

const splitList = (text: string | undefined, limit: number, separator = /[/,;|&+]/): string[] => {
  const pieces = plainText(text ?? '', WORD_CHARS * limit)
    .split(separator)
    .map((part) => cut(part.trim(), WORD_CHARS))
    .filter((part) => part !== '')
  return [...new Set(pieces)].slice(0, limit)
}

/** Accounting software exports colours as ids, and shop systems as values for the screen. */
const COLOR_CODES =
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|\b[\da-f]{32}\b|\b(?:rgb|hsl)a?\([^)]{0,60}\)?|#[\da-f]{3,8}\b/gi
const withoutColorCodes = (text: string): string => text.replaceAll(COLOR_CODES, ' ')
const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

const quote = (text: string): string => JSON.stringify(cut(text, WORD_CHARS))

const GTIN_LENGTHS = new Set([8, 12, 13, 14])

/**
 * A global trade item number as 14 digits; null if the text is not one. Numbers that a shop may assign
 * itself (prefixes 2, 02 and 04) identify nothing outside that shop.
 */
const gtinFrom = (text: string | undefined): string | null => {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || !GTIN_LENGTHS.has(digits.length) || /^0+$/.test(digits)) return null
  const gtin = digits.padStart(14, '0')
  if (!hasCheckDigit(gtin)) return null
  if (/^(?:02|002|004)/.test(gtin)) return null
  return gtin
}

const hasCheckDigit = (gtin: string): boolean => {
  const sum = gtin
    .split('')
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
