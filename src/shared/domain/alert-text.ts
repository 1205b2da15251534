import { ALERT_CONDITION_TEXT, ALERT_FINDING_TEXT } from '#shared/alert-messages.ts'
import type { AlertTerms, Finding } from '#shared/contract/alerts.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { formatPrice } from './price.ts'

/** 'Costs €80 or less in size M' */
export const describeCondition = (
  { kind, amount, currency, percent, size }: AlertTerms,
  writePrice = formatPrice,
): string => {
  if (kind === 'new') return ALERT_CONDITION_TEXT.new
  if (kind === 'stock')
    return size === null ? ALERT_CONDITION_TEXT.stock : ALERT_CONDITION_TEXT.stockInSize(size)
  if (kind === 'below') {
    const price = writePrice(amount, currency)
    return size === null
      ? ALERT_CONDITION_TEXT.below(price)
      : ALERT_CONDITION_TEXT.belowInSize(price, size)
  }
  if (amount === null)
    return size === null
      ? ALERT_CONDITION_TEXT.drop(percent ?? 0)
      : ALERT_CONDITION_TEXT.dropInSize(percent ?? 0, size)
  const price = writePrice(amount, currency)
  return size === null
    ? ALERT_CONDITION_TEXT.dropFrom(percent ?? 0, price)
    : ALERT_CONDITION_TEXT.dropFromInSize(percent ?? 0, price, size)
}

/** '€79 at Maison, in stock. Your limit was €80.' */
export const describeFinding = (finding: Finding, writePrice = formatPrice): string => {
  const { amount, currency, limit, from, size, stock, shop } = finding
  const price = amount === null ? ALERT_FINDING_TEXT.noPrice : writePrice(amount, currency)
  return [
    shop === ''
      ? ALERT_FINDING_TEXT.offers[stock](price)
      : ALERT_FINDING_TEXT.shopOffers[stock](price, shop),
    from === null ? '' : ALERT_FINDING_TEXT.previously(writePrice(from, currency)),
    limit === null ? '' : ALERT_FINDING_TEXT.limit(writePrice(limit, currency)),
    size === null ? '' : ALERT_FINDING_TEXT.size(size),
  ]
    .filter(Boolean)
    .join(' ')
}

export const describeCheckTime = ({ checkedAt }: Pick<Finding, 'checkedAt'>): string =>
  ALERT_FINDING_TEXT.checkedOn(
    new Intl.DateTimeFormat(LOCALE_TEXT.formatLocale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(new Date(checkedAt)),
  )
