import { z } from 'zod'
import { STYLE_TYPES } from '#shared/domain/celebrity.ts'
import { CLAIMANTS } from '#shared/domain/claim.ts'
import { DISCLOSURES } from '#shared/domain/disclosure.ts'
import { TOPIC_KINDS } from '#shared/domain/topic.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { defineCallsFor, envelopeSchema, currencySchema, daySchema } from './call.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

export const styleTypeSchema = z.enum(STYLE_TYPES)

/** Where a product is worn, in fractions (0 to 1) of the picture. */
const wornBoxSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** Where in the box the product is seen best; absent if the catalogue has no such point. */
  point: z.object({ x: z.number(), y: z.number() }).optional(),
})
export type WornBox = z.infer<typeof wornBoxSchema>

export const celebritySchema = z.object({
  name: z.string(),
  image: z.string(),
  styleType: styleTypeSchema,
  /** The name of the creator's page, if there is one. */
  creatorPage: z.string().optional(),
})
export type Celebrity = z.infer<typeof celebritySchema>

const homeCelebritySchema = z.object({ name: z.string(), image: z.string() })

/** Size and colour are known before a picture loads, so that nothing shifts. */
const pictureFields = {
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  color: z.string().nullable(),
}

/** Where a picture was published, whom to credit, under which licence, and when it was taken. */
const pictureOriginSchema = z.object({
  source: z.string().nullable(),
  credit: z.string().nullable(),
  licence: z.string().nullable(),
  takenOn: z.iso.date().nullable(),
})
export type PictureOrigin = z.infer<typeof pictureOriginSchema>

export const imageTileSchema = z.object({
  image: z.string(),
  celebrity_name: z.string(),
  celebrity_portrait: z.string(),
  number_of_products: z.number().int(),
  name: z.string(),
  ...pictureFields,
  /** What its publisher got for it; absent if nothing. */
  disclosures: z.array(z.enum(DISCLOSURES)).optional(),
})
export type ImageTile = z.infer<typeof imageTileSchema>

/** A look with a certain product. */
export const wornTileSchema = imageTileSchema.extend({
  /** Whether what is worn is only similar to the product. */
  isSimilar: z.boolean(),
})
export type WornTile = z.infer<typeof wornTileSchema>

const detailText = (max: number) => z.string().trim().max(max)

/** What a publisher says about a worn item besides the product; empty texts and null: nothing. */
export const wornDetailsSchema = z.object({
  size: detailText(DRAFT.wornSizeChars),
  /** For a discount in the shop, and the last day on which it works. */
  code: detailText(DRAFT.codeChars),
  codeEnds: daySchema.nullable(),
  /** Where it is confirmed that this is worn, when, and by whom. */
  source: detailText(DRAFT.linkChars),
  saidOn: daySchema.nullable(),
  saidBy: detailText(DRAFT.creditChars),
})
export type WornDetails = z.infer<typeof wornDetailsSchema>

/** Of a product in a list. */
export const MAX_SWATCHES = 4

/** One of the colours of a product, each of which is a product. */
const productColorSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The shop's name for the colour. */
  colour: z.string(),
  /** The colour family, such as 'blue'; null if unknown. */
  family: z.string().nullable(),
  picture: z.string().nullable(),
})
export type ProductColor = z.infer<typeof productColorSchema>

export const catalogProductSchema = z.object({
  id: z.string(),
  celebrity_name: z.string(),
  celebrity_image: z.string(),
  name: z.string(),
  price: z.string(),
  website: z.string(),
  /** The name of the shop behind `website`, if it has one. */
  shop: z.string().optional(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  product_image: z.string().nullable(),
  box: wornBoxSchema.nullable(),
  /** Only if no shop sells it any more: the availability of its best offer. */
  availability: z.enum(['out_of_stock', 'removed']).optional(),
  /** When the page of its offer was last visited, if ever. */
  checkedAt: z.string().optional(),
  /** Who claims that it is worn in the look, and whether it is the exact item; absent without a claim. */
  claim: z.object({ by: z.enum(CLAIMANTS), isExact: z.boolean() }).optional(),
  /** What its publisher calls it, if they drew its box by hand. */
  label: z.string().optional(),
  /** Worn size, discount code and source, in a look; absent if its publisher says nothing. */
  details: wornDetailsSchema.optional(),
  /** In searches: its first colours, itself among them, and how many more there are; absent if it has one. */
  colours: z
    .object({
      first: z.array(productColorSchema.omit({ picture: true })).max(MAX_SWATCHES),
      more: z.number().int(),
    })
    .optional(),
})
export type CatalogProduct = z.infer<typeof catalogProductSchema>

export const sampleProductSchema = z.object({
  name: z.string(),
  brand: z.string(),
  price: z.string(),
  category: z.string(),
  image: z.string(),
  /** A look with this product; null if there is none. */
  look: z.object({ image: z.string(), product_id: z.string() }).nullable(),
})
export type SampleProduct = z.infer<typeof sampleProductSchema>

/** The visitor's currency, for amounts that name none. */
export const visitorCurrencySchema = currencySchema.optional()

/** A look with some of its products and their boxes. */
const exampleLookSchema = z.object({
  image: z.string(),
  celebrity_name: z.string(),
  ...pictureFields,
  products: z.array(catalogProductSchema),
})
export type ExampleLook = z.infer<typeof exampleLookSchema>

export const CONDITIONS = ['new', 'refurbished', 'used'] as const

/** What a shop says beside the price; absent is what it does not state. */
export const offerTermsSchema = z.object({
  /** How many it has, if they are few. */
  left: z.number().optional(),
  /** In the currency of the price. `to`: the country, as in 'DE'; null if it is the same everywhere. */
  shipping: z.object({ amount: z.number(), to: z.string().nullable() }).optional(),
  /** The regular price of what is reduced, in the currency of the price. */
  before: z.number().optional(),
})
export type OfferTerms = z.infer<typeof offerTermsSchema>

export const offerSchema = z.object({
  shop: z.string(),
  url: z.string(),
  /** As the shop writes it. */
  price: z.string(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** Null if the shop does not state it. */
  availability: z.enum(['in_stock', 'out_of_stock', 'preorder', 'backorder', 'removed']).nullable(),
  condition: z.enum(CONDITIONS).nullable(),
  sizes: z.array(z.string()),
  terms: offerTermsSchema.nullish(),
  /** When its page was last visited, and when its shop last changed it. */
  checkedAt: z.string().nullable(),
  seenAt: z.string(),
})
export type Offer = z.infer<typeof offerSchema>

/** A search in another shop, for the visitor to follow. */
export const linkElsewhereSchema = z.object({ name: z.string(), url: z.string() })
export type LinkElsewhere = z.infer<typeof linkElsewhereSchema>

const productDetailSchema = z.object({
  /** The product's own id; its card may have that of a worn item. */
  id: z.string(),
  card: catalogProductSchema,
  pictures: z.array(z.string()),
  description: z.string().nullable(),
  /** The GTIN (14 digits) and the manufacturer's part number, by which search engines identify a product. */
  gtin: z.string().nullish(),
  mpn: z.string().nullish(),
  /** Such as `{ name: 'Material', value: 'cotton' }`; detected in a picture, or stated by a source. */
  attributes: z.array(z.object({ name: z.string(), value: z.string(), isSeen: z.boolean() })),
  /** Available offers first, then by price. */
  offers: z.array(offerSchema),
  /** The prices of the first offer over time, oldest first. */
  history: z.array(z.object({ at: z.string(), amount: z.number() })),
  /** All colours of the product, including this one; empty if there is only one. */
  colours: z.array(productColorSchema),
  credits: z.array(z.string()),
  wornIn: z.array(wornTileSchema),
  /** Links that search for this product in other shops. */
  elsewhere: z.array(linkElsewhereSchema),
})
export type ProductDetail = z.infer<typeof productDetailSchema>

export const topicSchema = z.object({ kind: z.enum(TOPIC_KINDS), name: z.string() })

/** Of the show of a look; null if unknown. */
const episodeFields = { season: z.number().int().nullable(), episode: z.number().int().nullable() }

/** The looks with a tag, of an event or of a show. */
const topicPageSchema = topicSchema.extend({
  looks: z.array(imageTileSchema.extend({ takenOn: z.string().nullable(), ...episodeFields })),
  next: z.string().nullable(),
})
export type TopicPage = z.infer<typeof topicPageSchema>

/** What editors changed because a visitor suggested it, oldest first. */
export const correctionsSchema = z.array(
  z.object({
    on: z.string(),
    from: z.string(),
    /** Null: the item was removed. */
    to: z.string().nullable(),
  }),
)

const mostWornSchema = z.array(z.object({ name: z.string(), count: z.number().int() }))

const personSummarySchema = z.object({
  /** The newest first. */
  looks: z.array(
    imageTileSchema.extend({
      /** Null if it is unknown when the picture was taken. */
      takenOn: z.string().nullable(),
      addedAt: z.string(),
    }),
  ),
  brands: mostWornSchema,
  colours: mostWornSchema,
  creatorPage: celebritySchema.shape.creatorPage,
})
export type PersonSummary = z.infer<typeof personSummarySchema>

/** `feed` for all celebrities, or names, each encoded with encodeURIComponent and joined by commas. */
const selection = z.string().min(1).max(8000)
const cursor = z.string().max(200).optional()
const seed = z.coerce.number().int().min(0).max(2_147_483_647).default(0)

const productPageSchema = z.object({
  total: z.number().int(),
  products: z.array(catalogProductSchema),
  next: z.string().nullable(),
})

export const catalogCalls = defineCallsFor('browse', {
  'GET /api/home': {
    summary: 'The home celebrities, the slideshow’s four sample products, an example and new looks',
    reply: envelopeSchema(
      z.object({
        celebrities: z.array(homeCelebritySchema),
        samples: z.array(sampleProductSchema),
        /** Null if no look is complete enough. */
        example: exampleLookSchema.nullable(),
        /** The newest look of each of the people who had one last, without the example. */
        newLooks: z.array(imageTileSchema),
      }),
    ),
  },
  'GET /api/celebrities': {
    summary: 'All celebrities in the order of their names, a page at a time',
    query: z.object({ style: styleTypeSchema.optional(), after: cursor }),
    reply: envelopeSchema(
      z.object({
        total: z.number().int(),
        celebrities: z.array(celebritySchema),
        next: z.string().nullable(),
      }),
    ),
  },
  'GET /api/images': {
    summary: 'Image tiles of the chosen celebrities, or of all of them, in chunks of 100',
    query: z.object({ celebrities: selection, seed, after: cursor }),
    reply: envelopeSchema(
      z.object({
        total: z.number().int(),
        celebrities: z.array(celebritySchema),
        unknown: z.array(z.string()),
        images: z.array(imageTileSchema),
        next: z.string().nullable(),
      }),
    ),
  },
  'GET /api/image': {
    summary: 'One celebrity image with the products in it',
    query: z.object({ url: z.string().min(1).max(2000) }),
    reply: envelopeSchema(
      z.object({
        image: z.object({
          url: z.string(),
          ...pictureFields,
          /** Absent if nothing is known. */
          origin: pictureOriginSchema.optional(),
          /** Plain text of its publisher; absent without one. */
          caption: z.string().optional(),
          /** What its publisher got for it; absent if nothing. */
          disclosures: z.array(z.enum(DISCLOSURES)).optional(),
          /** Absent without any. */
          topics: z.object({ names: z.array(topicSchema), ...episodeFields }).optional(),
          corrections: correctionsSchema.optional(),
        }),
        celebrity: celebritySchema,
        products: z.array(catalogProductSchema),
        /** The looks of other people in the same picture; absent if there are none. */
        others: z.array(z.object({ name: z.string(), image: z.string() })).optional(),
      }),
    ),
  },
  'GET /api/products': {
    summary: 'Products of the chosen celebrities, a page of 12 at a time',
    query: z.object({ celebrities: selection, seed, after: cursor }),
    reply: envelopeSchema(
      productPageSchema.extend({
        celebrities: z.array(celebritySchema),
        unknown: z.array(z.string()),
      }),
    ),
  },
  'GET /api/product/:id': {
    summary: 'Everything known about one product: sellers, price history, who wears it',
    params: z.object({ id: z.string().max(40) }),
    reply: envelopeSchema(productDetailSchema),
  },
  'GET /api/product/:id/card': {
    summary: 'The 1200 x 630 preview of a product for links that are shared',
    params: z.object({ id: z.string().max(40) }),
    reply: 'image/*',
    inLanguages: true,
  },
  'GET /api/products/:id/worn-by': {
    summary: 'Who else wears this product, and in which images',
    params: z.object({ id: z.string().max(40) }),
    reply: envelopeSchema(z.object({ images: z.array(wornTileSchema) })),
  },
  'GET /api/people/:name': {
    summary: 'What a person wears at a glance: looks by date, most worn brands and colours',
    params: z.object({ name: z.string().min(1).max(200) }),
    reply: envelopeSchema(personSummarySchema),
  },
  'GET /api/topics/:kind/:name': {
    summary: 'The looks with a tag, of an event or of a show: the latest episode or day first',
    params: z.object({ kind: z.enum(TOPIC_KINDS), name: z.string().min(1).max(200) }),
    query: z.object({ after: z.coerce.number().int().min(0).max(1_000_000).optional() }),
    reply: envelopeSchema(topicPageSchema),
  },
  'GET /api/people/:name/card': {
    summary: 'The 1200 x 630 preview of a person',
    params: z.object({ name: z.string().min(1).max(200) }),
    reply: 'image/*',
    inLanguages: true,
  },
  'GET /api/look-card': {
    summary: 'The 1200 x 630 preview of a look',
    query: z.object({ url: z.string().min(1).max(2000) }),
    reply: 'image/*',
    inLanguages: true,
  },
  'GET /api/search': {
    summary: 'Celebrities and products by words, forgiving typing errors',
    query: z.object({ q: z.string().trim().min(1).max(100), currency: visitorCurrencySchema }),
    reply: envelopeSchema(
      z.object({ celebrities: z.array(celebritySchema), products: z.array(catalogProductSchema) }),
    ),
    limit: 'search',
  },
  'GET /products.csv': {
    summary: 'The catalogue as CSV with a header row',
    reply: 'text/csv',
    limit: 'export',
  },
  'GET /celebrities.txt': {
    summary: 'The names of all celebrities, one a line',
    reply: 'text/plain',
    limit: 'export',
  },
  'GET /celebs-home.txt': {
    summary: 'The names of the home celebrities, one a line',
    reply: 'text/plain',
  },
})

export const viewCalls = defineCallsFor('browse', {
  'POST /api/views': {
    summary: 'Count that a look was opened; stores neither who did it nor from where',
    body: z.object({ look: z.string().min(1).max(2000) }),
  },
})

/** The pictures of shared links to a person and to a look. */
export const buildPersonCardPath = (name: string): string =>
  `${LOCALE_TEXT.prefix}/api/people/${encodeURIComponent(name)}/card`
export const buildLookCardPath = (url: string): string =>
  `${LOCALE_TEXT.prefix}/api/look-card?${new URLSearchParams({ url }).toString()}`

/** The picture of a shared link to a product. */
export const buildProductCardPath = (id: string): string =>
  `${LOCALE_TEXT.prefix}/api/product/${id}/card`

/** The proxy's limit counts only pictures that must be fetched or converted, not cached ones. */
export const imageCalls = defineCallsFor('browse', {
  'GET /api/image-proxy': {
    summary: 'A picture of the catalogue or of a search result, resized and converted',
    query: z.object({
      url: z.string().min(1).max(2000),
      w: z.coerce.number().int().min(16).max(2048).optional(),
    }),
    reply: 'image/*',
  },
})
