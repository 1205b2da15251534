/** Titles and descriptions of pages, as search engines and previews of links show them. */

export const PAGE_TEXT = {
  yourBoard: 'Your board.',
  aboutCreator: (name: string) => `What ${name} wears, piece by piece.`,
  productBy: (name: string, brand: string) => `${name} by ${brand}`,
  aboutProduct: (name: string, shops: number) =>
    `${name}: what it costs in ${shops === 1 ? '1 shop' : `${shops} shops`}, who wears it, and what is similar.`,
  aboutTrendingFeed: (images: number) =>
    `What celebrities and creators wear right now: ${images} images with every piece in them.`,
  aboutImages: (images: number, names: string) =>
    `${images} images of ${names}, with the products in them.`,
  aboutPerson: (name: string) =>
    `The products ${name} wears and uses, with prices and where to find them.`,
  aboutPeople: (people: number) => `${people} celebrities and creators, and the products they use.`,
  searchResult: 'Search result',
  aboutSite:
    'See what celebrities and creators wear, piece by piece, and find the same products from a photo.',
  moved: 'Moved',
  movedHint: 'This page has another address now.',
  notFound: 'Page not found',
  notFoundHint: 'There is nothing at this address.',
  offline: 'Offline',
  offlineTitle: 'You are offline',
  offlineHint: 'Looks and scans of photos need a connection.',
  removed: 'Removed',
  aboutTerms: (site: string) =>
    `Terms of service, privacy policy and how to have your data deleted at ${site}.`,
  aboutContact: (site: string) => `How to reach ${site}.`,
  yourProducts: 'Your products.',
  yourBoards: 'Your boards.',
  yourPage: 'Your page on this site.',
  yourClicks: 'How often links in your looks were followed.',
  following: 'What is new from the people you follow.',
  signIn: 'Sign in',
  setup: 'Become the administrator of this site.',
  alerts: 'Your alerts on products and searches.',
  report: 'Report content that is illegal or infringes a right.',
  administration: 'Administration',
  forAdministrators: 'For administrators of this site.',
  forPublishers: 'For creators and editors of this site.',
  preview: 'Preview',
  accountSettings: 'Your name and picture.',
  addProduct: 'Add a product by hand.',
  find: 'Choose a photo and see where to buy what is in it, without an account. The photo is not stored.',
  findAsUser: 'Find the products in your photo.',
  contactSubject: (site: string) => `${site}: message from the contact form`,
  contactWriter: (name: string, addresses: string) => `${name}, ${addresses} writes:`,
  lookWith: (person: string, products: readonly string[]) =>
    `${person} with ${products.join(', ')}.`,
  lookLike: (person: string, products: readonly string[]) =>
    `${person}, similar items: ${products.join(', ')}.`,
  lookTitle: (person: string, products: number) => `${person}: Products found: ${products}`,
} as const
