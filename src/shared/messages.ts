import { LOCALE_TEXT } from './locale-messages.ts'

/**
 * Texts of the specification, exactly as written there, and others that several files use. Texts of
 * some screens are in files of their own, so that other screens do not download them.
 */

export const PRODUCT_TITLE = 'Wearabouts'

/** Not in the specification: the choice of a language. */
export const LANGUAGE_TEXT = {
  choose: 'Language',
  proposal: 'This page is also available in English.',
  close: 'Close',
} as const

/** Not in the specification: the link to the public photo finder. */
export const FIND_TITLE = 'Find it from a photo'
export const FIND_TEXT = {
  takePhoto: 'Take a photo',
  pasteLink: 'Use a link',
  link: 'Image link',
  load: 'Load',
  dropNow: 'Drop to scan this photo',
  samples: 'No photo? Try one of our pictures',
  /** Where the browser cannot scan, it asks before it sends anything. */
  stays: 'Photos stay on this device unless you choose our server.',
} as const

export const HOME_TEXT = {
  headline: 'Personal AI for Celebrity & Creator Styles',
  viewAllCelebrities: 'View All Celebrities',
  /** Not in the specification. */
  about: 'See what celebrities and creators wear, piece by piece, and where to buy it.',
  example: (name: string) => `For example: what ${name} wears`,
  wholeLook: (name: string) => `${name}, the whole look`,
  newLooks: 'New looks',
  emptyCatalog: 'The catalogue is empty.',
  emptyCatalogHint: 'Import a catalogue to see its celebrities here.',
  celebritiesNotLoaded: 'Couldn’t load celebrities',
  choosePeople: 'Choose whose wardrobe to explore.',
} as const

/** Why a name is refused. */
export const NAME_PROBLEMS = {
  noLetters: 'A name needs at least one letter, digit or emoji.',
  reserved: 'This name is taken by a page of this site. Choose another one.',
  invisible: 'This name contains an invisible character. Delete it and type the name again.',
  mixedAlphabets:
    'A word of this name mixes Latin letters with letters of another alphabet, which may look alike. Write each word in one alphabet.',
} as const

export const ALL_CELEBRITIES_TEXT = {
  allStyles: 'All Styles',
  celebrityStyles: 'Celebrity Styles',
  creatorStyles: 'Creator Styles',
  select: 'Select',
  cancel: 'Cancel',
  clearAll: 'Clear All',
  searchProducts: 'Search Products',
  selected: (count: number) => `${count} selected`,
  styles: 'Styles',
  searchProductsOf: (count: number) => `Search Products (${count})`,
} as const

/** Exact up to the counting limit, then '10,000+'. */
export const formatCount = (count: number, isMore: boolean): string =>
  isMore ? `${count.toLocaleString(LOCALE_TEXT.locale)}+` : String(count)

export const RESULTS_TEXT = {
  imagesFound: (images: number) => `${images} Images found`,
  imagesFoundFor: (images: number) => `${images} Images found for`,
  itemsFound: (items: number) => `Items found: ${items}`,
  andMore: (more: number) => `and ${more} more`,
  editSearch: 'Edit Search',
  trendingFeed: 'Trending Feed',
  empty: 'No products found.',
  noOneCalled: (names: string) => `There is no one called ${names} here.`,
  noMatches: 'No matches for these filters',
  removeFilter: 'Remove a filter to see more.',
  without: (filter: string) => `Without ${filter}`,
  relaxed: 'How we read your search',
  /** Before and after the query as it was read. */
  corrected: ['Showing results for ', '. '] as const,
  searchExactly: (query: string) => `Search for “${query}” instead.`,
  nearest: 'Did you mean',
  productsFound: (products: number, isMore = false) =>
    products === 1 ? '1 product' : `${formatCount(products, isMore)} products`,
  productsFoundFor: (products: number, isMore = false) =>
    products === 1 ? '1 Product found for' : `${formatCount(products, isMore)} Products found for`,
  showProducts: (products: number, isMore = false) =>
    products === 1 ? 'Show 1 product' : `Show ${formatCount(products, isMore)} products`,
  unknownNames: (names: string) => `We could not find ${names}.`,
  shuffledLooks: (total: number) => `${total} looks, shuffled`,
  noLooksHint: 'Choose someone else, or browse all celebrities.',
  imagesNotLoaded: 'Couldn’t load images',
  images: 'Images',
  celebritiesToSearch: 'Celebrities to search',
  view: 'View',
  searchResultsFor: 'Search results for',
  celebritiesList: 'Celebrities found',
  productsList: 'Products found',
  products: 'Products',
  views: { looks: 'Looks', products: 'Products' },
  noProductsHint: 'Try fewer or different words, such as a name, a brand or a type of clothing.',
} as const

export const NAVIGATION_TEXT = {
  home: 'Home',
  allCelebrities: 'All Celebrities',
  trendingFeed: 'Trending Feed',
  termsAndPolicy: 'Terms And Policy',
  contactUs: 'Contact Us',
  myAccount: 'My Account',
  myProfile: 'My Profile',
  /** Not in the specification. */
  administration: 'Administration',
  yourPage: 'Your page',
  creatorPage: 'Creator page',
  studio: 'Studio',
  alerts: 'Alerts',
  report: 'Report content',
  currency: 'Currency',
  following: 'Following',
  boards: 'Boards',
  accountSettings: 'Account Settings',
  invitation: 'Invitation',
  uploadProduct: 'Upload Product',
  signOut: 'Sign Out',
  addProduct: 'Add Product',
  addManually: 'Add Manually',
  addByUploadingPhoto: 'Add By Uploading Photo',
} as const

export const ACCESS_TEXT = {
  checking: 'Checking your access...',
  logInToSave: 'Please log in to save products.',
  signedInAs: (name: string) => `Signed in as ${name}`,
} as const

const SERVER_FRAMEWORK = 'Hono'

/** For a call without a reply, or with one that has no message. */
export const CALL_ERRORS = {
  network: 'Network error. Please try again.',
  httpStatus: (status: number) => `HTTP error! status: ${status}`,
} as const

/** Fallbacks for a server call that failed without a message of its own. */
export const SERVER_ERRORS = {
  syncUser: 'Failed to sync user',
  saveDetection: 'Failed to save detection object',
  getDetectedProducts: 'Failed to get detected products',
  getUser: `Failed to get user from ${SERVER_FRAMEWORK}`,
  getSavedProducts: `Failed to get saved products from ${SERVER_FRAMEWORK}`,
  getMyProducts: `Failed to get my products from ${SERVER_FRAMEWORK}`,
  updateLastLogin: 'Failed to update last login',
  syncUserProducts: 'Failed to sync user products',
} as const

/** Separate from `product-messages.ts`, because Home needs no other text about products. */
/** The conversion beside the shop's own price; exchange rates change daily. */
export const PRICE_TEXT = { about: (price: string) => `about ${price}` } as const

/** Wherever people, looks or products of the demo are shown. */
export const DEMO_NOTE = 'Demo catalogue with fictional people'

/** Problems of a catalogue file. */
export const CATALOG_PROBLEMS = {
  unterminatedQuote: 'Unterminated quoted field',
  malformedQuote: 'Malformed trailing quote on a quoted field',
  tooManyFields: (expected: number, actual: number) =>
    `Too many fields: expected ${expected}, found ${actual}`,
  tooFewFields: (expected: number, actual: number) =>
    `Too few fields: expected ${expected}, found ${actual}`,
  tooManyColumns: (limit: number, actual: number) =>
    `Too many columns: at most ${limit}, found ${actual}`,
  undetectableDelimiter: 'Unable to auto-detect the delimiter; a comma is assumed',
  duplicateHeader: (header: string, newName: string) =>
    `Duplicate header ${header} renamed to ${newName}`,
} as const

/** Shown in place of removed content. */
/** By its publisher, or after a notice. */
export const REMOVED_TEXT = 'This was removed and is no longer available.'

export const FAVORITE_TEXT = {
  save: (name: string) => `Save ${name}`,
} as const

export const CALL_ADVICE = {
  unreachable: 'The server could not be reached. Please check your connection.',
  signedOut: 'You have been signed out. Please sign in and try again.',
  tooMany: {
    seconds: (wait: number) => `Too many requests. Please try again in ${wait} seconds.`,
    minutes: (wait: number) =>
      wait === 1
        ? 'Too many requests. Please try again in a minute.'
        : `Too many requests. Please try again in ${wait} minutes.`,
    hours: (wait: number) => `Too many requests. Please try again in ${wait} hours.`,
  },
  tooLarge: 'This is too large to send. Please choose something smaller.',
  serverProblem: {
    seconds: (wait: number) => `The server has a problem. Please try again in ${wait} seconds.`,
    minutes: (wait: number) =>
      wait === 1
        ? 'The server has a problem. Please try again in a minute.'
        : `The server has a problem. Please try again in ${wait} minutes.`,
    hours: (wait: number) => `The server has a problem. Please try again in ${wait} hours.`,
  },
  notAccepted: 'The server did not accept this. Please reload the page and try again.',
} as const
