/** Texts about products in lists, and sharing. */

export const PRODUCT_TEXT = {
  ad: 'Ad',
  commission: 'Links marked “Ad” earn us a commission.',
  similar: 'Similar',
  cheaper: 'Similar for less',
  more: (name: string) => `More about ${name}`,
  colours: 'Colours',
  moreColours: (count: number) => `${count} more`,
  seeLook: 'See the look',
  wornByPerson: (person: string) => `Worn by ${person}`,
  soldOut: 'Sold out',
  gone: 'No longer sold here',
  inStock: 'In stock',
  stockUnknown: 'Stock not stated',
  elsewhere: 'Search elsewhere',
} as const

export const SHARE_TEXT = {
  share: 'Share',
  title: (name: string) => `Share ${name}`,
  link: 'Link',
  embed: 'Embed it in another site',
  feeds: 'Follow it in a feed reader',
  copy: 'Copy',
} as const

export const SIZE_TEXT = {
  one: 'One size',
  forMen: (size: string, ofMen: string) => `${size} (men’s ${ofMen})`,
} as const
