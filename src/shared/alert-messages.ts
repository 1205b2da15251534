import type { AlertTerms, Finding } from './contract/alerts.ts'
import { formatPrice } from './domain/price.ts'
import { LOCALE_TEXT } from './locale-messages.ts'

/** Texts of alerts, on screens and in emails. */

const describeSize = (size: string | null): string => (size === null ? '' : ` in size ${size}`)

/** 'Costs €80 or less in size M' */
export const describeCondition = (
  { kind, amount, currency, percent, size }: AlertTerms,
  writePrice = formatPrice,
): string => {
  if (kind === 'below') return `Costs ${writePrice(amount, currency)} or less${describeSize(size)}`
  if (kind === 'stock') return `Is back in stock${describeSize(size)}`
  if (kind === 'new') return 'New products'
  return amount === null
    ? `Costs at least ${percent}% less than before${describeSize(size)}`
    : `Costs at least ${percent}% less than ${writePrice(amount, currency)}${describeSize(size)}`
}

const STOCK = {
  'in-stock': 'in stock',
  unknown: 'availability unknown',
  'sold-out': 'sold out',
} as const

/** '€79 at Maison, in stock. Your limit was €80.' */
export const describeFinding = (finding: Finding, writePrice = formatPrice): string => {
  const { amount, currency, limit, from, size, stock, shop } = finding
  const price = amount === null ? 'No price stated' : writePrice(amount, currency)
  const details = [
    from === null ? '' : ` Previously ${writePrice(from, currency)}.`,
    limit === null ? '' : ` Your limit was ${writePrice(limit, currency)}.`,
    size === null ? '' : ` Available in size ${size}.`,
  ]
  return `${price}${shop === '' ? '' : ` at ${shop}`}, ${STOCK[stock]}.${details.join('')}`
}

/** In UTC, because the server does not know where its readers are. */
export const describeCheckTime = ({ checkedAt }: Pick<Finding, 'checkedAt'>): string =>
  `Checked on ${new Intl.DateTimeFormat(LOCALE_TEXT.formatLocale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(checkedAt))} UTC`

export const ALERT_TEXT = {
  title: 'Alerts',
  ofProduct: 'Set an alert',
  ofSoldOut: 'Tell me when it is back',
  ofSearch: 'Save this search',
  active: 'Alert set',
  checkMail: 'Check your email and confirm the alert there.',
  signIn: 'Sign in and set it',
  pending: 'Not confirmed yet',
  pendingHint: 'Somebody asked for these alerts with your address. Confirm only your own.',
  checkRecentMail:
    'This address has had many emails today. Open the newest email “Confirm your alerts” to confirm this one too.',
  noMail: 'This site cannot send email. Sign in to see your alerts here.',
  isFull: 'You have reached the limit of alerts. Delete some first.',
  noPrice: 'This product has no price in that currency now.',
  tooLow: 'No price can be that low. Please choose a higher one.',
  noSizes: 'No shop lists the sizes of this product, so we cannot watch one. Please leave it out.',
  noStock: 'No shop says whether it has this product, so we could not tell when it is back.',
  newNeedsSearch: 'An alert on new products needs a search.',
  outsideSearch: 'This search lists only higher prices. Please choose a higher one.',
  unreachable: 'This browser could not be notified. Please allow notifications and try again.',
  otherDevice: 'This browser is registered with other keys. Please turn notifications on again.',
  invalidLink: 'This link has expired, or its alerts were deleted.',
  empty: 'No alerts yet',
  emptyHint: 'Open a product or a search and choose what you want to hear about.',
  stopped: 'You will get no more emails about alerts.',
  removed: 'No longer in the catalogue',
  newLooks: 'New looks',
  onlyLooks: 'An alert on a person is about new looks.',
  lookOf: (name: string) => `New look: ${name}`,
  manyLooks: (looks: number) => `${looks} new looks`,
  followed: (name: string) => `You will hear of new looks of ${name}`,
  stopTitle: 'Stop alert emails',
  stop: 'Stop all emails',
  stopHint: 'If you have no account, this deletes your alerts and your email address.',
} as const
