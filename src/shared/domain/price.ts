import { DETECTION } from '#shared/constants.ts'
import { currencyIn, decimalsOf, hasThreeDecimals } from './currency.ts'
import { isKnown } from './text.ts'

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

export const withoutAsterisk = (price: string): string => price.replace(/[\s*]+$/, '').trim()

/** '1.234,50' and '1,234.50' are the same amount; '1.234' is a thousand, '12.5' is not. */
const amountOf = (digits: string, currency: string | null): number => {
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
const AMOUNT = /\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?|\d+(?:[.,'’\s]\d{3}(?!\d))*(?:[.,]\d+)?/

/** Converts Arabic and Persian digits and separators. */
const inLatinDigits = (text: string): string =>
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
  const latin = inLatinDigits(text)
  const digits = AMOUNT.exec(latin)?.[0]
  if (digits === undefined) return null
  const currency = currencyIn(latin)
  return { amount: amountOf(digits, currency ?? statedCurrency), currency }
}

/** The numeric value, as sources give it in `extracted_price`. */
export const extractedPrice = (text: string | null | undefined): number | null =>
  parsePrice(text)?.amount ?? null

/** Cached by decimals, because creating a formatter is slower than reading an item of a feed. */
const formats = new Map<string, Intl.NumberFormat>()

const formatAmount = (amount: number, currency: string): string => {
  const maxDecimals = decimalsOf(currency)
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

const withSymbol = (amount: string, currency: string): string =>
  `${SYMBOLS[currency] ?? `${currency} `}${amount}`

/**
 * The price with its currency symbol, '$' for USD. A currency already in the text is kept; '€89' must
 * not become '$€89'. Null if there is no price.
 */
export const displayPrice = (
  price: string | number | null | undefined,
  currency: string = DETECTION.defaultCurrency,
): string | null => {
  if (typeof price === 'number') return withSymbol(formatAmount(price, currency), currency)
  if (!isKnown(price)) return null
  const text = withoutAsterisk(price)
  const parsed = parsePrice(text)
  if (!parsed || parsed.currency !== null) return text || null
  return withSymbol(
    /^\d+(\.\d+)?$/.test(text) ? formatAmount(Number(text), currency) : text,
    currency,
  )
}

/** The manual form's number with step 0.01 and minimum 0. */
export const isManualPrice = (text: string): boolean => /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(text)
