import { z } from 'zod'
import { AGENT_PICTURE_CHARS } from '#shared/contract/agents.ts'
import { countDecimals } from '#shared/domain/currency.ts'
import { type AffiliateRule, buildOutgoingLink } from '#shared/domain/outgoing-link.ts'
import { type Rates } from '#shared/domain/price.ts'
import { compareByPrice } from '#shared/domain/price-comparison.ts'
import { paths } from '#shared/paths.ts'
import {
  type AgentOffer,
  type AgentProduct,
  buildVariantId,
} from '#server/features/catalog/index.ts'

/** The Universal Commerce Protocol, as far as a catalogue needs it (ucp.dev). */
const UCP_VERSION = '2026-04-08'
const SEARCH = 'dev.ucp.shopping.catalog.search'
const LOOKUP = 'dev.ucp.shopping.catalog.lookup'

const buildSpecUrl = (path: string) => `https://ucp.dev/${UCP_VERSION}/${path}`

const catalogCapability = (name: string) => ({
  version: UCP_VERSION,
  spec: buildSpecUrl(`specification/catalog/${name}`),
  schema: buildSpecUrl(`schemas/shopping/catalog_${name}.json`),
})

/** The profile at /.well-known/ucp, by which agents find what this site supports. */
export const buildUcpProfile = (endpoint: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      'dev.ucp.shopping': [
        {
          version: UCP_VERSION,
          spec: buildSpecUrl('specification/overview'),
          transport: 'mcp',
          schema: buildSpecUrl('services/shopping/mcp.openrpc.json'),
          endpoint,
        },
      ],
    },
    capabilities: {
      [SEARCH]: [catalogCapability('search')],
      [LOOKUP]: [catalogCapability('lookup')],
    },
    /** Shops sell; this site has no checkout. */
    payment_handlers: {},
  },
})

const createEnvelope = (capability: string, status: 'success' | 'error' = 'success') => ({
  version: UCP_VERSION,
  status,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
})
export const searchEnvelope = () => createEnvelope(SEARCH)
export const lookupEnvelope = () => createEnvelope(LOOKUP)

export const buildUcpError = (code: string, content: string) => ({
  ucp: createEnvelope(LOOKUP, 'error'),
  messages: [{ type: 'error', code, content, severity: 'unrecoverable' }],
})

const optionSchema = z.object({ name: z.string().max(100), label: z.string().max(100) })

/** Agents may identify themselves; it is not required. */
export const metaSchema = z.looseObject({}).optional()

const contextSchema = z
  .looseObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .describe('ISO 4217 code of the price filter'),
  })
  .optional()

const minorUnits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional()

const MAX_IDS = 25
export const MAX_PRODUCTS = 25

export const searchInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    query: z.string().trim().max(100).optional().describe('Words, such as ‘red linen dress’'),
    context: contextSchema,
    filters: z
      .looseObject({
        categories: z.array(z.string().max(100)).max(20).optional(),
        price: z.object({ min: minorUnits, max: minorUnits }).optional(),
      })
      .optional(),
    pagination: z
      .object({
        cursor: z.string().max(200).optional(),
        limit: z.number().int().min(1).default(10),
      })
      .optional(),
  }),
})

const idSchema = z.string().min(1).max(60)

export const lookupInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    ids: z.array(idSchema).min(1).max(MAX_IDS).describe('Ids of products or of their variants'),
  }),
})

export const productInput = z.object({
  meta: metaSchema,
  catalog: z.looseObject({
    id: idSchema.describe('The id of a product or of one of its variants'),
    selected: z.array(optionSchema).max(10).optional(),
  }),
})

export const pictureInput = z.object({
  meta: metaSchema,
  picture: z
    .object({
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional(),
      data: z
        .base64()
        .max(AGENT_PICTURE_CHARS)
        .optional()
        .describe('A JPEG, PNG or WebP in base64'),
    })
    .refine(({ url, data }) => (url === undefined) !== (data === undefined), {
      message: 'give either url or data',
    }),
})

export type AgentSite = { origin: string; rates: Rates; rules: readonly AffiliateRule[] }

const toUcpPrice = ({ amount, currency }: AgentOffer) => ({
  amount: Math.round(amount * 10 ** countDecimals(currency)),
  currency,
})

export const toMajorUnits = (amount: number, currency: string): number =>
  amount / 10 ** countDecimals(currency)

/** An availability that the shop does not state is left out: it is neither in stock nor sold out. */
const AVAILABILITY: Record<string, { available: boolean; status: string }> = {
  in_stock: { available: true, status: 'in_stock' },
  preorder: { available: true, status: 'preorder' },
  backorder: { available: true, status: 'backorder' },
  out_of_stock: { available: false, status: 'out_of_stock' },
  removed: { available: false, status: 'discontinued' },
}

const isUnavailable = ({ availability }: AgentOffer) =>
  availability === 'out_of_stock' || availability === 'removed'

const iso = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())

const toVariant = (
  offer: AgentOffer,
  { id, title }: AgentProduct,
  { origin, rules }: AgentSite,
) => {
  const link = URL.canParse(offer.url) ? buildOutgoingLink(offer.url, { rules, pageId: id }) : null
  const availability = offer.availability === null ? undefined : AVAILABILITY[offer.availability]
  return {
    id: buildVariantId(offer.id),
    title: offer.shop ? `${title}, sold by ${offer.shop}` : title,
    description: { plain: offer.condition ? `Condition: ${offer.condition}` : title },
    ...(link && { url: new URL(link.href, origin).href }),
    price: toUcpPrice(offer),
    ...(availability && { availability }),
    ...(offer.shop && { seller: { name: offer.shop } }),
    metadata: {
      availability: availability?.status ?? 'unknown',
      sizes: offer.sizes ?? [],
      /** When the shop's page was last visited, and when the shop last changed the offer. */
      checked_at: iso(offer.checked_at),
      seen_at: iso(offer.seen_at),
      /** 'checked': on the shop's page; 'stated': by its feed. */
      certainty: offer.checked_at === null ? 'stated' : 'checked',
      /** The shop pays this site for a visit. */
      is_ad: link?.isAd ?? false,
    },
  }
}

/** Buyable offers first, then the cheapest, as on the product page. */
const sortOffers = (offers: readonly AgentOffer[], rates: Rates) => {
  const cheapestFirst = compareByPrice(rates)
  return offers.toSorted(
    (a, b) => Number(isUnavailable(a)) - Number(isUnavailable(b)) || cheapestFirst(a, b),
  )
}

const listSizes = (offers: readonly AgentOffer[]) => [
  ...new Set(offers.flatMap(({ sizes }) => sizes ?? [])),
]

const SIZE = 'Size'

/** Null if nobody sells the product at a known price, which the protocol cannot express. */
export const ucpProduct = (product: AgentProduct, site: AgentSite) => {
  const { origin, rates } = site
  const offers = sortOffers(product.offers, rates)
  const [best] = offers
  if (!best) return null
  const amounts = offers
    .filter(({ currency }) => currency === best.currency)
    .map(({ amount }) => amount)
  const computeRange = (amount: number) => toUcpPrice({ ...best, amount })
  const sizes = listSizes(offers)
  const categories = [product.kind, product.category].flatMap((value) =>
    value === null ? [] : [{ value, taxonomy: 'merchant' }],
  )
  return {
    id: product.id,
    title: product.title,
    description: { plain: product.description ?? product.title },
    url: origin + paths.product.href(product.id, product.title),
    ...(categories.length > 0 && { categories }),
    price_range: {
      min: computeRange(Math.min(...amounts)),
      max: computeRange(Math.max(...amounts)),
    },
    media: product.pictures.map((picture) => ({
      type: 'image',
      url: new URL(picture, origin).href,
      alt_text: product.title,
    })),
    ...(sizes.length > 0 && {
      options: [{ name: SIZE, values: sizes.map((label) => ({ label })) }],
    }),
    variants: offers.map((offer) => toVariant(offer, product, site)),
    metadata: {
      brand: product.brand,
      gtin: product.gtin,
      checked_at: iso(best.checked_at),
    },
  }
}

/** With only the variants in the selected size, and which sizes are available. */
export const detailProduct = (
  product: AgentProduct,
  selected: readonly { name: string; label: string }[],
  site: AgentSite,
) => {
  const size = selected.find(({ name }) => name.toLowerCase() === SIZE.toLowerCase())?.label
  const all = ucpProduct(product, site)
  if (!all) return null
  const hasSize = ({ sizes }: AgentOffer) => size === undefined || (sizes ?? []).includes(size)
  const offersInSize = product.offers.filter(hasSize)
  // If no shop has the size, all variants are listed and none is selected.
  const isSizeAvailable = offersInSize.length > 0
  const detail = isSizeAvailable
    ? (ucpProduct({ ...product, offers: offersInSize }, site) ?? all)
    : all
  const sizes = listSizes(product.offers)
  const isBuyableInSize = (label: string) =>
    product.offers.some((offer) => !isUnavailable(offer) && (offer.sizes ?? []).includes(label))
  return {
    ...detail,
    selected: size !== undefined && isSizeAvailable ? [{ name: SIZE, label: size }] : [],
    ...(sizes.length > 0 && {
      options: [
        {
          name: SIZE,
          values: sizes.map((label) => ({
            label,
            available: isBuyableInSize(label),
            exists: true,
          })),
        },
      ],
    }),
  }
}
