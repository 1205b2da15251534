import { DETECTION } from '#shared/constants.ts'
import { isKnown } from './known-text.ts'

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

/** A bare '$' means USD; these prefixes mean other dollars. */
const DOLLARS: Readonly<Record<string, string>> = {
  US: 'USD',
  C: 'CAD',
  CA: 'CAD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  R: 'BRL',
}

/** Only known codes, because 'NEW 14' has no currency. */
const CODE =
  /(?<![A-Z])(?:USD|EUR|GBP|CHF|JPY|CNY|KRW|INR|CAD|AUD|NZD|HKD|SGD|SEK|NOK|DKK|PLN|CZK|HUF|TRY|BRL|MXN|ZAR|AED|ILS|THB|RON|BGN|ISK|IDR|MYR|PHP)(?![A-Z])/

/** A trailing asterisk marks an uncertain price. */
export const hasAsterisk = (price: string | null | undefined): boolean =>
  price?.trimEnd().endsWith('*') ?? false

export const withoutAsterisk = (price: string): string => price.replace(/[\s*]+$/, '').trim()

const currencyIn = (text: string): string | null => {
  const code = CODE.exec(text)?.[0] ?? DOLLARS[/\b([A-Z]{1,2})\$/.exec(text)?.[1] ?? '']
  if (code !== undefined) return code
  return Object.keys(SYMBOLS).find((known) => text.includes(SYMBOLS[known] ?? known)) ?? null
}

/** '1.234,50' and '1,234.50' are the same amount; '1.234' is a thousand, '12.5' is not. */
const amountOf = (digits: string): number => {
  const compact = digits.replaceAll(/[\s'’]/g, '')
  const lastMark = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','))
  if (lastMark < 0) return Number(compact)
  const mark = compact.charAt(lastMark)
  const decimals = compact.length - lastMark - 1
  const hasBothMarks = compact.includes('.') && compact.includes(',')
  const isRepeated = compact.indexOf(mark) !== lastMark
  const isGrouping = isRepeated || (!hasBothMarks && decimals === 3 && !compact.startsWith('0'))
  const whole = compact.slice(0, isGrouping ? undefined : lastMark).replaceAll(/[.,]/g, '')
  return isGrouping ? Number(whole) : Number(`${whole}.${compact.slice(lastMark + 1)}`)
}

/** The first amount in a price text, or null for 'N/A', blank and wordy ones. */
export const parsePrice = (text: string | null | undefined): Price | null => {
  if (!isKnown(text)) return null
  const digits = /\d+(?:[.,'’\s]\d{3}(?!\d))*(?:[.,]\d+)?/.exec(text)?.[0]
  return digits === undefined ? null : { amount: amountOf(digits), currency: currencyIn(text) }
}

/** The numeric value, as sources give it in `extracted_price`. */
export const extractedPrice = (text: string | null | undefined): number | null =>
  parsePrice(text)?.amount ?? null

const formatAmount = (amount: number): string =>
  amount.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  })

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
  if (typeof price === 'number') return withSymbol(formatAmount(price), currency)
  if (!isKnown(price)) return null
  const text = withoutAsterisk(price)
  const parsed = parsePrice(text)
  if (!parsed || parsed.currency !== null) return text || null
  return withSymbol(/^\d+(\.\d+)?$/.test(text) ? formatAmount(Number(text)) : text, currency)
}

/** The manual form's number with step 0.01 and minimum 0. */
export const isManualPrice = (text: string): boolean => /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(text)
