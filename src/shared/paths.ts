/** Custom colours of the site. */
export const SITE_STYLES_PATH = '/site.css'

export const WEB_MANIFEST_PATH = '/manifest.webmanifest'

/** Shows emails if no mail server is configured. */
export const LOCAL_MAIL_PATH = '/local-mail'

/**
 * 'signed-out': public, but a logged-in user is sent to Home. 'invited': login and invite code.
 * 'publisher': creators and editors.
 */
export type Access = 'public' | 'user' | 'invited' | 'publisher' | 'admin' | 'signed-out'

/** The selection of all celebrities. Its value is part of addresses (`?celebrities=feed`). */
export const EVERYONE = 'feed'
export type CelebritySelection = readonly string[] | typeof EVERYONE

type ProfileTab = 'saved-products' | 'my-products' | 'my-scans'
/** Parts of a product's page. */
export type ProductPart = 'similar' | 'cheaper'
export type PolicyAnchor = 'terms' | 'privacy' | 'data-deletion'

interface LoginQuery {
  redirect?: string
  ref?: string
}

/** A comma in a name must not split it, even after a browser has re-encoded the query. */
const escapeName = (name: string): string => name.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescapeName = (name: string): string => name.replaceAll('%2C', ',').replaceAll('%25', '%')

/** A selection as the value of `celebrities`, before the query encodes it. */
export const formatCelebritySelection = (selection: CelebritySelection): string =>
  selection === EVERYONE ? EVERYONE : selection.map(escapeName).join(',')

const buildCelebritiesQuery = (selection: CelebritySelection): string =>
  selection === EVERYONE
    ? EVERYONE
    : selection.map((name) => encodeURIComponent(escapeName(name))).join(',')

export const buildCelebritySearchHref = (selection: CelebritySelection): string =>
  `/celebrity-search-result?celebrities=${buildCelebritiesQuery(selection)}`

/** The selection in a decoded `celebrities` query value; blank and repeated names are dropped. */
export const parseSelection = (value: string | null): CelebritySelection => {
  if (value === EVERYONE) return EVERYONE
  const names = (value ?? '').split(',').map((name) => unescapeName(name).trim())
  return [...new Set(names)].filter((name) => name !== '')
}

const ASCII = /^[\x20-\x7e]*$/

/** `btoa` throws on characters outside Latin-1, so other text is encoded as UTF-8 first. */
const encodeImageUrl = (imageUrl: string): string =>
  btoa(ASCII.test(imageUrl) ? imageUrl : String.fromCharCode(...new TextEncoder().encode(imageUrl)))

/** The element id of a product's card on its look, and the hash that opens the look there. */
export const buildCardId = (productId: string): string =>
  `product-${productId.replaceAll(/[^\w-]/g, (character) => `_${character.codePointAt(0) ?? 0}`)}`

export const buildCelebrityImageHref = (imageUrl: string, productId?: string): string => {
  const path = `/celebrity-image/${encodeURIComponent(encodeImageUrl(imageUrl))}`
  return productId === undefined ? path : `${path}#${buildCardId(productId)}`
}

/** The image URL in a `{celebrityImage}` parameter, percent-decoded or not; null when broken. */
export const decodeImageUrl = (parameter: string): string | null => {
  try {
    const binary = atob(decodeURIComponent(parameter))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // No database stores NUL, so no image has such a URL.
    return text === '' || text.includes('\0') ? null : text
  } catch {
    // Malformed percent-encoding, base64 or UTF-8: the link is damaged.
    return null
  }
}

/** Where a deletion request from Facebook can be looked up. */
export const buildDeletionStatusHref = (code: string): string =>
  `/terms-policy?deletion=${code}#data-deletion`

const LOOK_PIECES = 24

/** The ids of the products in a shared look; anything else in the address is dropped. */
export const parseSharedLookProducts = (value: string | null): string[] =>
  [...new Set((value ?? '').split(','))].filter((id) => /^\d{1,18}$/.test(id)).slice(0, LOOK_PIECES)

const OTHER_TABS: readonly ProfileTab[] = ['my-products', 'my-scans']

export const parseProfileTab = (hash: string): ProfileTab =>
  OTHER_TABS.find((tab) => hash.replace(/^#/, '') === tab) ?? 'saved-products'

/** A route without parameters. */
const defineFixedPath = <const P extends string, const A extends Access>(
  pattern: P,
  access: A,
) => ({
  pattern,
  access,
  href: () => pattern,
})

/** What is in the hash is not sent to the server: opening a link uses nothing up, and caches share the page. */
const defineHashPath = <const P extends string, const A extends Access>(pattern: P, access: A) => ({
  pattern,
  access,
  href: (hash?: string) => (hash ? `${pattern}#${hash}` : pattern),
})

/** The looks with a tag, of an event or of a show. */
const defineNamedPath = <const P extends `/${string}/:name`>(pattern: P) => ({
  pattern,
  access: 'public' as const,
  href: (name: string) => pattern.replace(':name', () => encodeURIComponent(name)),
})

export const paths = {
  home: defineFixedPath('/', 'public'),
  searchResult: {
    pattern: '/search-result',
    access: 'public',
    href: (selection?: CelebritySelection) =>
      selection
        ? `/search-result?celebrities=${buildCelebritiesQuery(selection)}`
        : '/search-result',
  },
  allCelebrities: defineFixedPath('/all-celebrities', 'public'),
  termsPolicy: {
    pattern: '/terms-policy',
    access: 'public',
    href: (anchor?: PolicyAnchor) => (anchor ? `/terms-policy#${anchor}` : '/terms-policy'),
  },
  contactUs: defineFixedPath('/contact-us', 'public'),
  login: {
    pattern: '/login',
    access: 'signed-out',
    href: (query: LoginQuery = {}) => {
      const search = new URLSearchParams({ ...query }).toString()
      return search ? `/login?${search}` : '/login'
    },
  },
  celebrity: {
    pattern: '/celebrity/:celebrity',
    access: 'public',
    href: (name: string, kind?: string) =>
      `/celebrity/${encodeURIComponent(name)}${kind === undefined ? '' : `?kind=${encodeURIComponent(kind)}`}`,
  },
  product: {
    pattern: '/product/:id/:slug?',
    access: 'public',
    href: (id: string, title = '', part?: ProductPart) => {
      const slug = toSlug(title)
      const path = slug ? `/product/${id}/${encodeURIComponent(slug)}` : `/product/${id}`
      return part ? `${path}#${part}` : path
    },
  },
  demoShop: {
    pattern: '/demo-shop/:shop',
    access: 'public',
    /** `product`: the id of the product whose link was followed. */
    href: (shop: string, product?: string) =>
      `/demo-shop/${encodeURIComponent(shop)}${product === undefined ? '' : `?product=${encodeURIComponent(product)}`}`,
  },
  celebritySearchResult: {
    pattern: '/celebrity-search-result',
    access: 'public',
    href: buildCelebritySearchHref,
  },
  celebrityImage: {
    pattern: '/celebrity-image/:celebrityImage',
    access: 'public',
    href: buildCelebrityImageHref,
  },
  tag: defineNamedPath('/tag/:name'),
  event: defineNamedPath('/event/:name'),
  show: defineNamedPath('/show/:name'),
  profile: {
    pattern: '/profile',
    access: 'user',
    href: (tab?: ProfileTab) => (tab ? `/profile#${tab}` : '/profile'),
  },
  /** The page of a creator. */
  creator: {
    pattern: '/creator/:name',
    access: 'public',
    href: (name: string) => `/creator/${encodeURIComponent(name)}`,
  },
  /** Leads to the creator's own page, whatever it is called. */
  ownCreatorPage: defineFixedPath('/my-page', 'publisher'),
  /** How often links in the creator's own looks were followed. */
  creatorClicks: defineFixedPath('/clicks', 'publisher'),
  following: defineFixedPath('/following', 'user'),
  boards: defineFixedPath('/boards', 'user'),
  board: {
    pattern: '/boards/:id',
    access: 'user',
    href: (id: string) => `/boards/${id}`,
  },
  /** A board as everyone with its link sees it. */
  sharedBoard: {
    pattern: '/board/:token',
    access: 'public',
    href: (token: string) => `/board/${token}`,
  },
  invitation: defineFixedPath('/invitation', 'public'),
  emailLink: defineHashPath('/sign-in', 'public'),
  setup: defineHashPath('/setup', 'public'),
  report: defineHashPath('/report', 'public'),
  alerts: defineHashPath('/alerts', 'public'),
  admin: defineFixedPath('/admin', 'admin'),
  /** Not in the specification: drafts and published looks, or one of them. */
  studio: {
    pattern: '/studio/:draft?',
    access: 'publisher',
    href: (draft?: string) => (draft ? `/studio/${draft}` : '/studio'),
  },
  studioPreview: {
    pattern: '/studio/:draft/preview',
    access: 'publisher',
    href: (draft?: string) => (draft ? `/studio/${draft}/preview` : '/studio'),
  },
  accountSettings: defineFixedPath('/account-settings', 'user'),
  /** Not in the specification: the photo finder for everyone. */
  find: defineFixedPath('/find', 'public'),
  /** Not in the specification: products chosen for a photo, without the photo. */
  sharedLook: {
    pattern: '/shop-the-look',
    access: 'public',
    href: (products: readonly string[] = []) =>
      products.length > 0 ? `/shop-the-look?products=${products.join(',')}` : '/shop-the-look',
  },
  addProductManual: defineFixedPath('/add-product-manual', 'invited'),
  addProductPhoto: {
    pattern: '/add-product-photo',
    access: 'invited',
    /** `photo` reopens a stored scan. */
    href: (photo?: string) =>
      photo ? `/add-product-photo?scan=${encodeURIComponent(photo)}` : '/add-product-photo',
  },
} as const satisfies Record<string, { pattern: string; access: Access; href: unknown }>

const MAX_LENGTH = 60

/** The readable end of a URL; the id before it identifies the product. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
