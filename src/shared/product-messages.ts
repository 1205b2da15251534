/** Texts about products, boards, creators and feeds, which Home and account pages do not need. */

export const PRODUCT_TEXT = {
  viewAt: (shop: string) => `View at ${shop}`,
  ad: 'Ad',
  commission: 'Links marked “Ad” earn us a commission.',
  sellers: 'Where to buy it',
  sizesElsewhere: (sizes: readonly string[]) => `At other shops: ${sizes.join(', ')}`,
  colour: 'Colour',
  colours: 'Colours',
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
  inStock: 'In stock',
  stockUnknown: 'Stock not stated',
  nearest: 'Closest in stock',
  notFound: 'This product is not in the catalogue.',
  quickView: 'Product',
  fullDetails: 'Full details',
  seen: 'seen in the picture',
  elsewhere: 'Search elsewhere',
  priceRange: (lowest: string, highest: string, shop: string) =>
    `Lowest ${lowest}, highest ${highest} at ${shop}`,
  notFoundHint: 'It may have been removed.',
  notLoaded: 'Couldn’t load this product',
  pictures: 'Pictures',
  picture: (number: number, count: number) => `Picture ${number} of ${count}`,
  sizes: (sizes: readonly string[]) => `Sizes: ${sizes.join(', ')}`,
} as const

/** Boards: looks and products that a user collects. */
export const BOARD_TEXT = {
  title: 'Boards',
  add: 'Add to a board',
  seeAll: 'See all boards',
  signIn: 'Sign in to keep boards',
  create: 'New board',
  name: 'Name of the board',
  none: 'No boards yet.',
  noneHint: 'Collect looks and products, add notes, and share a board with a link if you like.',
  empty: 'Nothing on this board yet.',
  emptyHint: 'Choose “Add to a board” on any look or product.',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  addedTo: (title: string) => `Added to ${title}`,
  total: 'Total',
  partlyPriced: (priced: number, products: number) => `${priced} of ${products} prices`,
  editNote: (name: string) => `Note for ${name}`,
  remove: (name: string) => `Remove ${name}`,
  note: 'Note',
  about: 'Description (optional)',
  currency: 'Currency of the total',
  edit: 'Edit board',
  delete: 'Delete board',
  save: 'Save',
  share: 'Share',
  makeLink: 'Make a link',
  copyLink: 'Copy link',
  changeShare: 'Save',
  ends: 'Link expires',
  revoke: 'Revoke link',
  deleteExplanation: 'Its notes are deleted, and its link stops working.',
  private: 'Only you see this board.',
  shared: 'Everyone with the link sees this board.',
  sharedUntil: (day: string) => `Everyone with the link sees this board until ${day}.`,
  notFound: 'This board does not exist, or it is no longer shared.',
  notInCatalog: 'That is no longer in the catalogue',
  noSuchItem: 'That is no longer on the board',
  noPicture: 'This board has no picture',
  full: (limit: number) => `This board is full: it has ${limit} items`,
  tooMany: (limit: number) => `You can have at most ${limit} boards`,
  endsInThePast: 'Choose a time in the future',
  listNotLoaded: 'Couldn’t load your boards',
  deleteQuestion: (title: string) => `Delete ${title}?`,
  notLoaded: 'Couldn’t load this board',
  endings: { never: 'When I revoke it', '1': 'In a day', '7': 'In a week', '30': 'In 30 days' },
  sharedItems: (count: number) => (count === 1 ? '1 item · shared' : `${count} items · shared`),
} as const

/** Lists that a user can reorder. */
export const ARRANGE_TEXT = {
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
} as const

/** The page of a creator. */
export const CREATOR_TEXT = {
  notFound: 'There is no creator with this name.',
  noPageYet: 'You have no page yet.',
  noPageYetHint: 'Creators get one when they first open the studio.',
  displayName: 'Name',
  address: 'Address',
  addressProblem: 'Use lower-case letters, digits and single hyphens',
  addressHint: (address: string) =>
    `Your page is at ${address}. Former names and addresses still lead to it.`,
  chooseName: 'Choose a name',
  looks: 'Looks',
  collections: 'Collections',
  collection: 'Collection',
  noLooks: 'No looks yet.',
  edit: 'Edit page',
  arrange: 'Arrange',
  done: 'Done',
  save: 'Save',
  about: 'About (markdown)',
  links: 'Links, one per line: name, then URL',
  linkProblem: 'Each line needs a name and an address that begins with http',
  clicks: 'Clicks',
  public: 'Also on my page, and for search engines',
  notLoaded: 'Couldn’t load this page',
  ownNotLoaded: 'Couldn’t load your page',
} as const

/** The pages of tags, events and shows. */
export const TOPIC_TEXT = {
  kinds: { tag: 'Tag', event: 'Event', show: 'Show' },
  description: (name: string) => `Looks of ${name}, with the products in them.`,
  notFound: 'No look is about this.',
  noEpisode: 'Other looks',
  looks: 'Looks',
  notLoaded: 'Couldn’t load these looks',
} as const

/** The people a user follows. */
export const FOLLOWING_TEXT = {
  title: 'Following',
  follow: 'Follow',
  followName: (name: string) => `Follow ${name}`,
  follows: 'Following',
  mailHint:
    'No account needed. You confirm by email, get one email a day at most with new looks, and every email has a link to stop them.',
  byMail: 'Follow by email',
  byNotification: 'Notify this browser',
  signIn: 'Sign in and follow',
  followed: (name: string) => `You are following ${name}`,
  nobody: 'You are not following anyone yet.',
  nobodyHint: 'Open a person’s page and press Follow to see their new looks here.',
  newLooks: (count: number) => (count === 1 ? '1 new look' : `${count} new looks`),
  nothingNew: 'Nothing new since your last visit',
  new: 'New',
  earlier: 'Earlier',
  summary: 'At a glance',
  looks: 'Newest looks',
  brands: 'Most worn brands',
  colours: 'Most worn colours',
  notLoaded: 'Couldn’t load the people you follow',
} as const

/** Products stored in the browser for matching offline. */
export const OFFLINE_TEXT = {
  title: 'Saved for offline use',
  downloadShop: 'Download this shop for offline use',
  downloadProducts: 'Download for offline use',
  downloading: (percent: number) => `Downloading ${percent}%`,
  available: 'Available offline',
  pressToRemove: ', press to remove it from this device',
  size: (products: number, megabytes: string) =>
    `${products === 1 ? '1 product' : `${products} products`}, ${megabytes} MB`,
  downloaded: (name: string, size: string) =>
    `${name} is available offline: ${size}. Photos are matched with it when you are offline.`,
  removed: (name: string) => `${name} was removed from this device.`,
  none: 'Nothing yet. Open the page of a person, or choose a shop among the filters, to match photos with their products while you are offline.',
  unsupported: 'This browser cannot save products for offline use.',
  noRoom: 'This browser does not have enough space for it.',
  failed: 'The download failed. Please try again.',
  remove: (name: string) => `Remove<hidden> ${name}</hidden>`,
} as const

/** Feeds and embeds. */
export const SYNDICATION_TEXT = {
  newest: 'The newest looks',
  newestOf: (name: string) => `The newest looks of ${name}`,
  atomOf: (title: string) => `${title} (Atom)`,
  rssOf: (title: string) => `${title} (RSS)`,
  jsonOf: (title: string) => `${title} (JSON Feed)`,
  unavailable: 'This is no longer available',
} as const

export const SHARE_TEXT = {
  share: 'Share',
  title: (name: string) => `Share ${name}`,
  link: 'Link',
  embed: 'Embed it in another site',
  feeds: 'Follow it in a feed reader',
  copy: 'Copy',
} as const

/** Shops of the demo are invented, so their links lead here. */
export const DEMO_SHOP_TEXT = {
  title: 'Demo shop',
  lead: 'This shop is part of the demo: it is invented, and nothing is for sale here.',
  back: 'Back to the product',
  sellerPhoto: "The seller's photo",
  photoCredit:
    'Its photos come from the Clothing dataset by Alexey Grigorev and contributors (CC0).',
} as const
