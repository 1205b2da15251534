/** Texts of alerts, on screens and in emails. */

export const ALERT_TEXT = {
  title: 'Alerts',
  ofProduct: 'Set an alert',
  ofSoldOut: 'Tell me when it is back',
  ofSearch: 'Save this search',
  quick: (price: string) => `Tell me at ${price}`,
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

/** What an alert waits for. */
export const ALERT_CONDITION_TEXT = {
  below: (price: string) => `Costs ${price} or less`,
  belowInSize: (price: string, size: string) => `Costs ${price} or less in size ${size}`,
  stock: 'Is back in stock',
  stockInSize: (size: string) => `Is back in stock in size ${size}`,
  new: 'New products',
  drop: (percent: number) => `Costs at least ${percent}% less than before`,
  dropInSize: (percent: number, size: string) =>
    `Costs at least ${percent}% less than before in size ${size}`,
  dropFrom: (percent: number, price: string) => `Costs at least ${percent}% less than ${price}`,
  dropFromInSize: (percent: number, price: string, size: string) =>
    `Costs at least ${percent}% less than ${price} in size ${size}`,
} as const

/** What made an alert fire: a sentence about the offer, then others. */
export const ALERT_FINDING_TEXT = {
  noPrice: 'No price stated',
  offers: {
    'in-stock': (price: string) => `${price}, in stock.`,
    unknown: (price: string) => `${price}, availability unknown.`,
    'sold-out': (price: string) => `${price}, sold out.`,
  },
  shopOffers: {
    'in-stock': (price: string, shop: string) => `${price} at ${shop}, in stock.`,
    unknown: (price: string, shop: string) => `${price} at ${shop}, availability unknown.`,
    'sold-out': (price: string, shop: string) => `${price} at ${shop}, sold out.`,
  },
  previously: (price: string) => `Previously ${price}.`,
  limit: (price: string) => `Your limit was ${price}.`,
  size: (size: string) => `Available in size ${size}.`,
  /** The server does not know where its readers are. */
  checkedOn: (moment: string) => `Checked on ${moment} UTC`,
} as const
