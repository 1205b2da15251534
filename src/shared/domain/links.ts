/** An entry of a database index has about 2,700 bytes, and links are stored beside an id. */
export const MAX_LINK_BYTES = 2_000

/**
 * Product links are shown only if they begin with http; anything else could run as script. Line
 * breaks, control characters and angle brackets are never part of an address; shops do leave spaces.
 * What no program can open, such as a port above 65,535, is no link.
 */
export const isHttpLink = (link: string | null | undefined): link is string =>
  /^https?:\/\/[^\s\p{Cc}<>/](?:[^\s\p{Cc}<>]| )*$/iu.test(link ?? '') && URL.canParse(link ?? '')

/** Characters of other scripts take up to four bytes. */
export const fitsBytes = (text: string, max: number): boolean =>
  new TextEncoder().encode(text).length <= max

/** Whether the catalogue can store this link. */
export const fitsCatalog = (link: string): boolean => fitsBytes(link, MAX_LINK_BYTES)

/** The host of an address, without its port; null if it is none. */
export const parseHost = (address: string | null | undefined): string | null =>
  address && URL.canParse(address) ? new URL(address).hostname : null

/** `example.com` is reserved, so its subdomains can only be shops that the demo invented. */
const DEMO_SHOP = /^https?:\/\/([a-z0-9-]{1,60})\.example\.com(?:[/?#]|$)/i

/** The invented shop behind a link of the demo; null for real shops. */
export const parseDemoShop = (link: string): string | null =>
  DEMO_SHOP.exec(link)?.[1]?.toLowerCase() ?? null

/** What the demo's shop shows beside its cut-outs: the photo as the seller took it. */
export const isSellerPhoto = (picture: string): boolean => picture.startsWith('/media/demo/shop/')

const PLACEHOLDER_ORIGIN = 'http://own.invalid'
const MAX_LENGTH = 2_000

/**
 * The redirect query contains a full target path. Null for a URL of another site, however disguised
 * (`//evil`, `/\evil`, a tab before the slashes).
 */
export const parseOwnSitePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > MAX_LENGTH || !/^\/(?![/\\])/.test(target)) return null
  let url: URL
  try {
    url = new URL(target, PLACEHOLDER_ORIGIN)
  } catch {
    // Not a valid URL.
    return null
  }
  const path = url.pathname + url.search + url.hash
  return url.origin === PLACEHOLDER_ORIGIN && !path.startsWith('//') ? path : null
}
