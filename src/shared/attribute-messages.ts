/** What products are, as their cards and filters say it. */

export const CATEGORY_TEXT = {
  clothing: 'Clothing',
  footwear: 'Footwear',
  bags: 'Bags',
  jewelry: 'Jewelry',
  accessories: 'Accessories',
  other: 'Other',
} as const

export const CONDITION_TEXT = {
  new: 'New',
  refurbished: 'Refurbished',
  used: 'Second-hand',
} as const

export const NAMES_TEXT = {
  /** Two names or more. */
  list: (names: readonly string[]) => `${names.slice(0, -1).join(', ')} & ${names.at(-1) ?? ''}`,
  andMore: (names: string, more: number) => `${names} + ${more} more`,
} as const

export const SCAN_PRODUCT_TEXT = {
  asWornBy: (name: string) => `as worn by ${name}`,
  untitled: 'Product',
} as const

export const SELLER_TEXT = {
  shop: 'Shop',
} as const
