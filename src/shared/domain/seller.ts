import { toReadableHost } from './host-name.ts'
import { capitalize, isKnown } from './text.ts'
import { isHttpLink, parseDemoShop, parseHost } from './links.ts'
import { SELLER_TEXT } from '#shared/attribute-messages.ts'

export const SELLER = { unknown: 'Unknown Seller', shop: 'Shop' } as const

const DROPPED_PREFIXES = new Set(['www', 'm', 'store', 'shop'])

/** Generic top-level domains; two-letter ones are countries. */
const DROPPED_DOMAINS = new Set(
  'com net org biz info shop store online app dev boutique fashion style clothing shoes jewelry'.split(
    ' ',
  ),
)

/** Second-level parts under country domains: co.uk, com.au, or.jp. */
const SECOND_LEVEL = new Set(['co', 'com', 'net', 'org', 'or', 'ne', 'ac'])

/** Each shop there has a subdomain of its own, so its host ends like a top-level domain. */
const SHOP_HOSTS = 'myshopify.com bigcartel.com square.site company.site storenvy.com wixsite.com'
  .split(' ')
  .map((host) => `.${host}`)

const isTopLevelDomain = (label: string): boolean =>
  label.length === 2 || DROPPED_DOMAINS.has(label)

/** The link's host without www, m, store, shop and common top-level domains. */
export const parseSeller = (link: string | null | undefined): string | null => {
  const host = isHttpLink(link) ? parseHost(link) : null
  if (host === null) return null
  if (/^[\d.]+$|:/.test(host)) return host
  const shopHost = SHOP_HOSTS.find((ending) => host.endsWith(ending))
  const labels = host
    .slice(0, host.length - (shopHost?.length ?? 0))
    .split('.')
    .filter((label) => label !== '')
  if (shopHost === undefined && labels.length > 1 && isTopLevelDomain(labels.at(-1) ?? '')) {
    const country = labels.pop() ?? ''
    const isSecondLevel = country.length === 2 && SECOND_LEVEL.has(labels.at(-1) ?? '')
    if (labels.length > 1 && isSecondLevel) labels.pop()
  }
  while (labels.length > 1 && DROPPED_PREFIXES.has(labels[0] ?? '')) labels.shift()
  return labels.join('.') || null
}

/** The seller named by a source, or null. */
export const toKnownSeller = (seller: string | null | undefined): string | null => {
  const name = seller?.trim() ?? ''
  return isKnown(name) && name.toLowerCase() !== SELLER.unknown.toLowerCase() ? name : null
}

interface SellerSource {
  seller?: string | null | undefined
  productLink?: string | null | undefined
}

/** 'maison-ada' becomes 'Maison Ada'; 'xn--…' stands for letters that are not shown. */
const toTitleCase = (words: string): string =>
  words.startsWith('xn--') ? words : words.split(/[-_]+/).map(capitalize).join(' ')

/** The seller of the link as a name: 'Maison Ada'. A host without a known name stays a host: 'hats.example'. */
const parseSiteName = (link: string): string | null => {
  const demoShop = parseDemoShop(link)
  if (demoShop !== null && !DROPPED_PREFIXES.has(demoShop)) return toTitleCase(demoShop)
  const host = parseSeller(link)
  const seller = host && toReadableHost(host)
  return seller === null || /[.:]/.test(seller) ? seller : toTitleCase(seller)
}

/** Sources without a seller's name give its host, such as 'second-look.example.com'. */
const isHost = (name: string): boolean =>
  /^[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/.test(name)

/** Records without a seller's name have what its link names, such as 'maison-ada'. */
const isSlug = (name: string): boolean => /^[\p{Ll}\d]+(?:[-_]+[\p{Ll}\d]+)*$/u.test(name)

/** The name of a shop as screens show it; a host only if no name can be derived from it. */
export const formatDisplaySeller = ({ seller, productLink }: SellerSource): string => {
  const name = toKnownSeller(seller)
  if (name !== null && !isHost(name)) {
    const readable = toReadableHost(name)
    return isSlug(readable) ? toTitleCase(readable) : readable
  }
  const link = isHttpLink(productLink) ? productLink : `https://${name ?? ''}`
  return parseSiteName(link) ?? SELLER_TEXT.shop
}

export const chooseStoredSeller = ({ seller, productLink }: SellerSource): string =>
  toKnownSeller(seller) ?? parseSeller(productLink) ?? SELLER.unknown
