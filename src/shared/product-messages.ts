/** Texts about products, which Home and the screens of an account do not need. */

export const PRODUCT_TEXT = {
  viewAt: (shop: string) => `View at ${shop}`,
  sellers: 'Where to buy it',
  priceHistory: 'Price history',
  details: 'Details',
  wornBy: 'Who wears it',
  similar: 'Similar',
  cheaper: 'Similar for less',
  more: (name: string) => `More about ${name}`,
  seeLook: 'See the look',
  wornByPerson: (person: string) => `Worn by ${person}`,
  saves: (percent: number) => `Save ${percent}%`,
  nothingCheaper: 'Nothing similar costs less right now.',
  closest: 'Closest we have',
  closestCheaper: 'Closest for less',
  soldOut: 'Sold out',
  gone: 'No longer sold here',
  nearest: 'Closest in stock',
  notFound: 'This product is not in the catalogue.',
  quickView: 'Product',
  fullDetails: 'Full details',
  seen: 'seen in the picture',
  elsewhere: 'Search elsewhere',
} as const

/** Shops of the demo are invented, so their links lead here. */
export const DEMO_SHOP_TEXT = {
  title: 'Demo shop',
  lead: 'This shop is part of the demo: it is invented, and nothing is for sale here.',
  back: 'Back to the product',
  photoShop: 'second-look',
  photoCredit:
    'Its photos come from the Clothing dataset by Alexey Grigorev and contributors (CC0).',
} as const
