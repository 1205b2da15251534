import type { Category } from '#shared/domain/category.ts'
import type { Department } from '#shared/domain/department.ts'
import { parsePrice, type Price } from '#shared/domain/price.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { departmentsOf } from './departments.ts'
import { classify, type Kind } from './google-taxonomy.ts'
import { cut, plainText } from './plain-text.ts'

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
  /** A file of the operator's may name pictures that this server has. */
  hasOwnPictures?: boolean
  now: Date
}

export type ItemResult = { item: FeedItem } | { reason: string }

const TITLE_CHARS = 500
const DESCRIPTION_CHARS = 5_000
const WORD_CHARS = 100
const URL_BYTES = 2_000
const PICTURES = 10
const SIZES = 40
const COLORS = 3
const HIGHEST_AMOUNT = 10_000_000

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

  const givenUrl = value('link', 'mobile_link', 'canonical_link')
  if (givenUrl === undefined) return { reason: 'has no link' }
  const url = httpUrl(givenUrl)
  if (url === null) return { reason: `has a link that is no web address: ${quote(givenUrl)}` }

  const price = priceOf(value, defaults)
  if ('reason' in price) return price

  const canonicalUrl = withoutTracking(httpUrl(value('canonical_link') ?? '') ?? url)
  const pictures = picturesOf(raw, defaults.hasOwnPictures ?? false)
  const { category, kind } = classify(
    value('google_product_category'),
    value('product_type'),
    title,
  )
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
      colors: parts(value('color'), COLORS),
      pattern: word(value('pattern'))?.toLowerCase() ?? null,
      material: word(value('material'))?.toLowerCase() ?? null,
      sizes: [
        ...new Set((raw.values.get('size') ?? []).flatMap((size) => parts(size, SIZES, /,/))),
      ],
      departments: departmentsOf(
        value('gender'),
        value('age_group'),
        `${value('google_product_category') ?? ''} > ${value('product_type') ?? ''}`,
      ),
      soldAs: null,
    },
  }
}

type Value = (...attributes: string[]) => string | undefined
type Amount = { amount: number; currency: string }

const priceOf = (value: Value, defaults: FeedDefaults): Amount | { reason: string } => {
  const regular = parsePrice(value('price'))
  const reduced = isOnSale(value('sale_price_effective_date'), defaults.now)
    ? parsePrice(value('sale_price'))
    : null
  const isReduced =
    reduced !== null && reduced.amount > 0 && reduced.amount < (regular?.amount ?? Infinity)
  const price: Price | null = isReduced ? reduced : regular
  if (price === null || price.amount <= 0) return { reason: 'has no price' }
  if (price.amount > HIGHEST_AMOUNT) return { reason: `has an impossible price, ${price.amount}` }
  const stated = value('currency')?.trim().toUpperCase()
  const currency =
    price.currency ??
    regular?.currency ??
    (stated !== undefined && /^[A-Z]{3}$/.test(stated) ? stated : defaults.currency)
  if (currency === undefined) return { reason: 'has a price without a currency' }
  // Stored to the cent; a rounded amount keeps a second run from seeing a change.
  return { amount: Math.round(price.amount * 100) / 100, currency }
}

/** `2026-11-01T00:00Z/2026-11-30T23:59Z`; a sale without dates is on. */
const isOnSale = (range: string | undefined, now: Date): boolean => {
  if (range === undefined) return true
  const [start, end] = range.split('/').map((date) => Date.parse(date.trim()))
  if (start === undefined || end === undefined || Number.isNaN(start) || Number.isNaN(end))
    return true
  return start <= now.getTime() && now.getTime() <= end
}

const picturesOf = ({ values }: RawItem, hasOwn: boolean): string[] => {
  const texts = [
    ...(values.get('image_link') ?? []),
    ...(values.get('additional_image_link') ?? []),
  ]
  const urls = texts
    // Some feeds list further pictures in one value. Without the limits, a value of spaces alone
    // would take time with the square of its length.
    .flatMap((text) => text.split(/,(?=\s{0,9}https?:)|\s{1,9}(?=https?:)/))
    .map((text) => (hasOwn && text.startsWith(MEDIA_PREFIX) ? text : httpUrl(text)))
    .filter((url) => url !== null)
  return [...new Set(urls)].slice(0, PICTURES)
}

const httpUrl = (text: string): string | null => {
  const trimmed = text.trim().replaceAll('&amp;', '&')
  const address = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return null
  return Buffer.byteLength(url.href) > URL_BYTES ? null : url.href
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
export const availabilityOf = (text: string | undefined): Availability | null =>
  AVAILABILITIES.get(lastStep(text)) ?? null

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
