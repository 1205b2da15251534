import { DETECTION } from '#shared/finder-constants.ts'
import { AMOUNT, formatDisplayPrice, parseAmount, parsePrice, toLatinDigits } from './price.ts'

/** A price as text that states its currency, unless it is the default: a bare number keeps its product's. */
export const addCurrency = (price: string, currency: string | null | undefined): string => {
  const parsed = parsePrice(price)
  const isBare = parsed !== null && parsed.currency === null
  return isBare && currency && currency !== DETECTION.defaultCurrency
    ? (formatDisplayPrice(price, currency) ?? price)
    : price
}

const WHOLE_AMOUNT = new RegExp(`^(?:${AMOUNT.source})$`)

/** An amount typed with the marks of any country ('1.299,50') as a number with a point; other texts as they are. */
export const normalizeTypedAmount = (text: string, currency: string): string => {
  const latin = toLatinDigits(text.trim())
  return WHOLE_AMOUNT.test(latin) ? String(parseAmount(latin, currency)) : text
}

/** The manual form's number with step 0.01 and minimum 0. */
export const isManualPrice = (text: string): boolean => /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(text)
