import { DETECTION } from '#shared/finder-constants.ts'
import type { Board } from '#shared/contract/boards.ts'
import { findCurrency, countDecimals, hasThreeDecimals } from './currency.ts'
import { isKnown } from './text.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

export interface Price {
  amount: number
  /** ISO code, or null if the text has no currency. */
  currency: string | null
}

const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  KRW: '₩',
}

/** A trailing asterisk marks an uncertain price. */
export const hasAsterisk = (price: string | null | undefined): boolean =>
  price?.trimEnd().endsWith('*') ?? false

export const removeAsterisk = (price: string): string => price.replace(/[\s*]+$/, '').trim()

/** '1.234,50' and '1,234.50' are the same amount; '1.234' is a thousand, '12.5' is not. */
export const parseAmount = (digits: string, currency: string | null): number => {
  const compact = digits.replaceAll(/[\s'’]/g, '')
  const lastMark = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (lastMark < 0) return Number(compact)
  const mark = compact.charAt(lastMark)
  const decimals = compact.length - lastMark - 1
  const hasBothMarks = compact.includes('.') && compact.includes(',')
  const isRepeated = compact.indexOf(mark) !== lastMark
  const isThousand =
    decimals === 3 && !compact.startsWith('0') && !(mark === '.' && hasThreeDecimals(currency))
  const isGrouping = isRepeated || (!hasBothMarks && isThousand)
  const whole = compact.slice(0, isGrouping ? undefined : lastMark).replaceAll(/[.,]/g, '')
  return isGrouping ? Number(whole) : Number(`${whole}.${compact.slice(lastMark + 1)}`)
}

/** Groups of three, or as in India of two before the last three: '1,23,456.50'. */
export const AMOUNT =
  /\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?|\d+(?:[.,'’\s]\d{3}(?!\d))*(?:[.,]\d+)?/

/** Converts Arabic and Persian digits and separators. */
export const toLatinDigits = (text: string): string =>
  /[٠-٩۰-۹]/.test(text)
    ? text
        .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
        .replaceAll('٫', '.')
        .replaceAll('٬', ',')
    : text

/**
 * The first amount in a price text, or null for 'N/A', blank and wordy ones. `statedCurrency` is a currency
 * stated elsewhere, which decides what '12.500' means.
 */
export const parsePrice = (
  text: string | null | undefined,
  statedCurrency: string | null = null,
): Price | null => {
  if (!isKnown(text)) return null
  // Elsewhere a point before an amount ends an abbreviation: 'Rs.500'.
  const latin = toLatinDigits(text).replace(/^\s*\.(?=\d)/, '0.')
  const digits = AMOUNT.exec(latin)?.[0]
  if (digits === undefined) return null
  const currency = findCurrency(latin)
  return { amount: parseAmount(digits, currency ?? statedCurrency), currency }
}

/** The numeric value, as sources give it in `extracted_price`. */
export const extractAmount = (text: string | null | undefined): number | null =>
  parsePrice(text)?.amount ?? null

/** Cached by decimals, because creating a formatter is slower than reading an item of a feed. */
const formats = new Map<string, Intl.NumberFormat>()

const formatAmount = (amount: number, currency: string): string => {
  const maxDecimals = countDecimals(currency)
  const minDecimals = Number.isInteger(amount) ? 0 : maxDecimals
  const key = `${minDecimals} ${maxDecimals}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    })
  formats.set(key, format)
  return format.format(amount)
}

const addSymbol = (amount: string, currency: string): string =>
  `${SYMBOLS[currency] ?? `${currency} `}${amount}`

/**
 * The price with its currency symbol, '$' for USD. A currency already in the text is kept; '€89' must
 * not become '$€89'. So are words. Null if there is no price.
 */
export const formatDisplayPrice = (
  price: string | number | null | undefined,
  currency: string = DETECTION.defaultCurrency,
): string | null => {
  if (typeof price === 'number') return addSymbol(formatAmount(price, currency), currency)
  if (!isKnown(price)) return null
  const text = removeAsterisk(price)
  const parsed = parsePrice(text)
  // '129 kr' has a currency, though nobody knows which.
  if (!parsed || parsed.currency !== null || /\p{L}/u.test(text)) return text || null
  return addSymbol(
    /^(\d+\.?\d*|\.\d+)$/.test(text) ? formatAmount(Number(text), currency) : text,
    currency,
  )
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** As the language of the page writes it. Browsers and servers disagree about kinds of spaces and marks of direction. */
const writeMoney = (amount: number, currency: string): string => {
  const { locale } = LOCALE_TEXT
  const maxDecimals = countDecimals(currency)
  const minDecimals = Number.isInteger(amount) ? 0 : maxDecimals
  const key = `${locale} ${currency} ${minDecimals}`
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    })
  moneyFormats.set(key, format)
  return tidySigns(format.format(amount))
}

const tidySigns = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f]/g, '\u00a0').replaceAll(/[\u061c\u200e\u200f]/g, '')

/** What may stand beside the amount of a price that can be written in another form: no 'from', no second price. */
const ONLY_CURRENCY = /^[^\d\s*]{0,4}$/

/** A price of the catalogue for visitors: in English as `formatDisplayPrice` has it, elsewhere as the language writes it. */
export const showPrice = (
  price: string | number | null | undefined,
  currency: string = DETECTION.defaultCurrency,
): string | null => {
  const text = formatDisplayPrice(price, currency)
  if (text === null || LOCALE_TEXT.language === 'en') return text
  const parsed = parsePrice(text, currency)
  const beside = toLatinDigits(text).replace(AMOUNT, '').trim()
  return parsed?.currency && ONLY_CURRENCY.test(beside)
    ? writeMoney(parsed.amount, parsed.currency)
    : text
}

/** An amount in the currency of its shop, for texts whose reader's currency is unknown. */
export const formatPrice = (amount: number | null, currency: string | null): string =>
  showPrice(amount ?? 0, currency ?? undefined) ?? ''

/** Reference rates of one day: what one euro cost. */
export type Rates = { date: string; perEuro: Readonly<Record<string, number>> }

/** An amount in another currency, or null if a rate is unknown. */
export const convertAmount = (
  amount: number,
  from: string,
  to: string,
  { perEuro }: Rates,
): number | null => {
  if (from === to) return amount
  const rateOf = (currency: string) => (currency === 'EUR' ? 1 : perEuro[currency])
  const [fromRate, toRate] = [rateOf(from), rateOf(to)]
  return fromRate === undefined || toRate === undefined ? null : (amount / fromRate) * toRate
}

export type Comparable = { amount: number | null; currency: string | null }

/** Below this, prices keep their decimals; from `LARGE` on, they are rounded to three digits. */
const SMALL = 10
const LARGE = 1_000

/** A price in the visitor's currency, such as '€84'. Null if it is in that currency already, or cannot be converted. */
export const formatConvertedPrice = (
  { amount, currency }: Comparable,
  targetCurrency: string,
  rates: Rates,
): string | null => {
  if (amount === null || currency === null || currency === targetCurrency) return null
  const value = convertAmount(amount, currency, targetCurrency, rates)
  if (value === null) return null
  // Rates change daily, so more digits would suggest a precision that there is not.
  const digits =
    value < SMALL
      ? {}
      : value < LARGE
        ? { maximumFractionDigits: 0 }
        : { maximumSignificantDigits: 3 }
  // American English writes dollars other than its own as 'CA$' and 'A$'.
  const text = new Intl.NumberFormat(LOCALE_TEXT.locale, {
    style: 'currency',
    currency: targetCurrency,
    ...digits,
  }).format(value)
  return LOCALE_TEXT.language === 'en' ? text.replace('\u00a0', ' ') : tidySigns(text)
}

export const sumBoardPrices = (
  prices: readonly string[],
  currency: string,
  rates: Rates,
  defaultCurrency: string,
): Board['total'] => {
  const amounts = prices.flatMap((price) => {
    const parsed = parsePrice(price)
    if (parsed === null) return []
    return convertAmount(parsed.amount, parsed.currency ?? defaultCurrency, currency, rates) ?? []
  })
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return {
    amount: Math.round(sum * 100) / 100,
    currency,
    priced: amounts.length,
    products: prices.length,
  }
}
