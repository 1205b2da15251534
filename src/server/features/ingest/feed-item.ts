import type { Category } from '#shared/domain/category.ts'
import type { Department } from '#shared/domain/department.ts'
import { currencyCode, currencyIn, roundedAmount } from '#shared/domain/currency.ts'
import { parsePrice, type Price } from '#shared/domain/price.ts'
import { isPublicAddress, literalAddress } from '#server/core/web/public-address.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { ColumnMap } from './feed-columns.ts'
import { departmentsOf } from './departments.ts'
import { classify, type Kind } from './google-taxonomy.ts'
import { cut, plainText } from './plain-text.ts'
import { sizesOf, soldAsOf } from './sizes.ts'

/**
 * One item of a feed, before anything is believed: text by attribute, under the names of Google's
 * product data specification, whichever format it came in.
 */
export type RawItem = {
  /** Where it begins: a line of a file, or a number within a JSON page. */
  line: number
  values: ReadonlyMap<string, readonly string[]>
}

export type FeedSink = {
  onItems: (items: RawItem[]) => Promise<void>
  /** An item that cannot even be read, such as a line with too many fields. */
  onUnreadable: (line: number, reason: string) => void
  /** Of a file with columns: their names, and which of them are used for what. */
  onColumns?: (columns: readonly string[], map: ColumnMap) => void
}

/** Objects for a whole chunk of a feed take many times its size. */
export const ITEMS_PER_BATCH = 500
/** Longer texts are cut: nobody reads them, and a feed may be nothing but one text. */
export const LONGEST_VALUE_CHARS = 20_000
export const VALUES_PER_ATTRIBUTE = 50
const ATTRIBUTES_PER_ITEM = 500
/** What is beyond is left out: a feed may be nothing but one item. */
const LONGEST_ITEM_CHARS = 1024 * 1024

/** The feed as a whole cannot be used: truncated, not well-formed, or of another format. */
export class FeedBroken extends Error {}

/** Collects the values of one item. */
export class RawItemBuilder {
  private readonly values = new Map<string, string[]>()
  private readonly line: number
  private chars = 0
  constructor(line: number) {
    this.line = line
  }

  add(attribute: string, value: string) {
    const text = value.slice(0, LONGEST_VALUE_CHARS).trim()
    if (text === '' || this.chars + text.length > LONGEST_ITEM_CHARS) return
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

/** An item that can be offered: everything the catalogue keeps of it, cleaned. */
export type FeedItem = {
  line: number
  id: string
  /** Sizes of one thing share it. */
  groupId: string | null
  title: string
  description: string | null
  url: string
  /** The shop's own address without tracking, which says what the item is. */
  canonicalUrl: string
  pictures: string[]
  amount: number
  currency: string
  /** Null if the feed does not say. */
  availability: Availability | null
  condition: Condition
  brand: string | null
  gtin: string | null
  mpn: string | null
  category: Category | null
  kind: Kind | null
  colors: string[]
  pattern: string | null
  material: string | null
  sizes: string[]
  departments: Department[]
  /** 'Pack of 3', 'Set'; null for a single thing. */
  soldAs: string | null
}

export type FeedDefaults = {
  /** For feeds that state prices without one. */
  currency?: string | undefined
  condition?: Condition | undefined
  /** For feeds that name their items without an address. */
  shopUrl?: string | undefined
  /** Also what is not fashion. */
  takesAll?: boolean
  /** An operator tries a shop on their own network. */
  allowsPrivate?: boolean
  /** A file of the operator's may name pictures that this server has. */
  hasOwnPictures?: boolean
  now: Date
}

/** An item, why it cannot be used, or why it is left out although nothing is wrong with it. */
export type ItemResult = { item: FeedItem } | { reason: string } | { leftOut: string }

const TITLE_CHARS = 500
const DESCRIPTION_CHARS = 5_000
const WORD_CHARS = 100
const URL_BYTES = 2_000
const PICTURES = 10
const COLORS = 3
const HIGHEST_AMOUNT = 10_000_000

const NO_LINK =
  'has no link; if another column tells its address, say so with --shop https://… --map link=/products/{column}'
const NO_SHOP = 'has no link; say with --shop https://… which shop the file is from'

/** Cleans an item, or says in one sentence why it cannot be used. */
export const readItem = (raw: RawItem, defaults: FeedDefaults): ItemResult => {
  const value = (...attributes: string[]): string | undefined => {
    for (const attribute of attributes) {
      const first = raw.values.get(attribute)?.[0]
      if (first !== undefined) return first
    }
    return undefined
  }
  const title = plainText(value('title') ?? '', TITLE_CHARS)
  if (title === '') return { reason: 'has no title' }
  if (UNPUBLISHED.test(value('published') ?? '')) return { leftOut: 'is not published' }

  const givenUrl = value('link', 'shop_link')
  if (givenUrl === undefined) return { reason: NO_LINK }
  if (value('link') === undefined && defaults.shopUrl === undefined) return { reason: NO_SHOP }
  const url = linkOf(givenUrl, defaults)
  if (typeof url !== 'string') return url

  const price = priceOf(value, defaults)
  if ('reason' in price) return price

  const canonical = linkOf(value('canonical_link') ?? '', defaults)
  const canonicalUrl = withoutTracking(typeof canonical === 'string' ? canonical : url)
  const { category, kind } = classify(
    value('google_product_category'),
    value('product_type'),
    title,
  )
  if (category === 'other' && !defaults.takesAll) return { leftOut: 'is not fashion' }
  const pictures = picturesOf(raw, defaults)
  const colors = parts(value('color'), COLORS)
  const sizes = sizesOf(raw.values.get('size') ?? [])
  return {
    item: {
      line: raw.line,
      id: word(value('id')) ?? canonicalUrl,
      groupId: word(value('item_group_id')),
      title,
      description: plainText(value('description') ?? '', DESCRIPTION_CHARS) || null,
      url,
      canonicalUrl,
      pictures,
      ...price,
      availability: availabilityOf(value('availability')),
      condition: conditionOf(value('condition')) ?? defaults.condition ?? 'new',
      brand: brandOf(value('brand')),
      gtin: gtinFrom(value('gtin')),
      mpn: word(value('mpn')),
      category,
      kind,
      colors,
      pattern: word(value('pattern'))?.toLowerCase() ?? null,
      material: word(value('material'))?.toLowerCase() ?? null,
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

type Value = (...attributes: string[]) => string | undefined
type Amount = { amount: number; currency: string }

const priceOf = (value: Value, defaults: FeedDefaults): Amount | { reason: string } => {
  const stated = currencyIn(value('currency') ?? '') ?? currencyCode(value('currency') ?? '')
  const other = stated ?? defaults.currency ?? null
  const regular = parsePrice(value('price'), other)
  const reduced = isOnSale(value('sale_price_effective_date'), defaults.now)
    ? parsePrice(value('sale_price'), other)
    : null
  const isReduced =
    reduced !== null && reduced.amount > 0 && reduced.amount < (regular?.amount ?? Infinity)
  const price: Price | null = isReduced ? reduced : regular
  if (price === null || price.amount <= 0) return { reason: 'has no price' }
  if (price.amount > HIGHEST_AMOUNT) return { reason: `has an impossible price, ${price.amount}` }
  const currency = price.currency ?? regular?.currency ?? other
  if (currency === null)
    return { reason: `has a price without a currency, ${quote(value('price') ?? '')}` }
  return { amount: roundedAmount(price.amount, currency), currency }
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
    // Some feeds list further pictures in one value. Without the limits, a value of spaces alone
    // would take time with the square of its length.
    .flatMap((text) => text.split(/[,;|](?=\s{0,9}https?:)|\s{1,9}(?=https?:)/))
    .map((text) => {
      if (defaults.hasOwnPictures && text.startsWith(MEDIA_PREFIX)) return text
      const url = linkOf(text, defaults)
      return typeof url === 'string' ? url : null
    })
    .filter((url) => url !== null)
  return [...new Set(urls)].slice(0, PICTURES)
}

/** Draft, archived or hidden, in the words of shop systems. */
const UNPUBLISHED = /^(?:draft|archived|inactive|private|pending|hidden|trash|false|0|-1)$/i

/** A public web address, or why it is none. */
const linkOf = (
  text: string,
  { shopUrl, allowsPrivate }: FeedDefaults,
): string | { reason: string } => {
  const trimmed = text.trim().replaceAll('&amp;', '&')
  if (trimmed === '') return { reason: 'has no link' }
  const address = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(address)
  if (!isWhole && shopUrl === undefined)
    return {
      reason: `has a link without the shop's address: ${quote(text)}`,
    }
  const base = isWhole ? undefined : shopUrl
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return { reason: `has a link that is no web address: ${quote(text)}` }
  if (Buffer.byteLength(url.href) > URL_BYTES) return { reason: 'has a link that is too long' }
  if (!allowsPrivate && !isPublicHost(url))
    return { reason: `has a link into a private network: ${quote(text)}` }
  return url.href
}

const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)\.?$/i

const isPublicHost = (url: URL): boolean => {
  const literal = literalAddress(url)
  if (literal !== null) return isPublicAddress(literal)
  return url.hostname.includes('.') && !PRIVATE_NAME.test(url.hostname)
}

/** Parameters that choose a size or colour of the same page. */
const VARIANT =
  /^(?:variant(?:_?id)?|size|sz|sku|colou?r|farbe|größe|taille|talla|taglia|attribute_.*|dwvar_.*)$/i

/** The page of a thing, whichever of its sizes and colours the address chooses. */
export const pageOf = (address: string): string => {
  if (!/[?#]/.test(address) || !URL.canParse(address)) return address
  const url = new URL(withoutTracking(address))
  for (const name of Array.from(url.searchParams.keys()))
    if (VARIANT.test(name)) url.searchParams.delete(name)
  return url.href
}

const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|srsltid|awc|cjevent)$/i

export const withoutTracking = (address: string): string => {
  const url = new URL(address)
  url.hash = ''
  for (const name of Array.from(url.searchParams.keys()))
    if (TRACKING.test(name)) url.searchParams.delete(name)
  return url.href
}

const AVAILABILITIES = new Map<string, Availability>(
  Object.entries({
    instock: 'in_stock',
    available: 'in_stock',
    limitedavailability: 'in_stock',
    onlineonly: 'in_stock',
    instoreonly: 'in_stock',
    yes: 'in_stock',
    true: 'in_stock',
    y: 'in_stock',
    '1': 'in_stock',
    outofstock: 'out_of_stock',
    soldout: 'out_of_stock',
    discontinued: 'out_of_stock',
    unavailable: 'out_of_stock',
    no: 'out_of_stock',
    false: 'out_of_stock',
    n: 'out_of_stock',
    '0': 'out_of_stock',
    preorder: 'preorder',
    presale: 'preorder',
    backorder: 'backorder',
  }),
)

/** `in stock`, `in_stock` and `https://schema.org/InStock` are the same. */
export const availabilityOf = (text: string | undefined): Availability | null => {
  const count = /^-?\d+(?:\.0+)?$/.test(text ?? '') ? Number(text) : null
  if (count !== null) return count > 0 ? 'in_stock' : 'out_of_stock'
  return AVAILABILITIES.get(lastStep(text)) ?? null
}

const CONDITIONS = new Map<string, Condition>(
  Object.entries({
    new: 'new',
    newcondition: 'new',
    refurbished: 'refurbished',
    refurbishedcondition: 'refurbished',
    used: 'used',
    usedcondition: 'used',
    damagedcondition: 'used',
    secondhand: 'used',
    preowned: 'used',
    vintage: 'used',
  }),
)

const conditionOf = (text: string | undefined): Condition | undefined =>
  CONDITIONS.get(lastStep(text))

const lastStep = (text = ''): string =>
  text
    .toLowerCase()
    .replace(/^.*\//, '')
    .replaceAll(/[^a-z0-9]/g, '')

const word = (text: string | undefined): string | null => plainText(text ?? '', WORD_CHARS) || null

/** Shops fill a missing brand with these. */
const NO_BRAND = /^(?:n\/?a|none|no brand|unbranded|generic|unknown|other|-+)$/i

const brandOf = (text: string | undefined): string | null => {
  const brand = word(text)
  return brand === null || NO_BRAND.test(brand) ? null : brand
}

const parts = (text: string | undefined, most: number, separator = /[/,;|&+]/): string[] => {
  const pieces = plainText(text ?? '', WORD_CHARS * most)
    .split(separator)
    .map((part) => cut(part.trim(), WORD_CHARS))
    .filter((part) => part !== '')
  return [...new Set(pieces)].slice(0, most)
}

const quote = (text: string): string => JSON.stringify(cut(text, WORD_CHARS))

const LENGTHS = new Set([8, 12, 13, 14])

/**
 * A global trade item number as 14 digits, or null if the text is none. Numbers a shop may assign
 * itself (prefixes 2, 02 and 04) identify nothing outside that shop.
 */
export const gtinFrom = (text: string | undefined): string | null => {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || !LENGTHS.has(digits.length) || /^0+$/.test(digits)) return null
  const gtin = digits.padStart(14, '0')
  if (!hasCheckDigit(gtin)) return null
  if (digits.length !== 8 && /^(?:02|002|004)/.test(gtin)) return null
  return gtin
}

const hasCheckDigit = (gtin: string): boolean => {
  const sum = gtin
    .split('')
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
