import { z } from 'zod'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { FACET_NAMES } from '#shared/product-filters.ts'
import {
  CONDITIONS,
  catalogProductSchema,
  linkElsewhereSchema,
  visitorCurrencySchema,
} from './catalog.ts'
import { defineCallsFor, envelopeSchema } from './call.ts'

const MAX_VALUES = 20
const VALUE_CHARS = 100

/** Several values of one filter, separated by '|': a brand may contain a comma. */
const valueListSchema = (example: string) =>
  z
    .string()
    .max(2_000)
    .meta({ examples: [example] })
    .transform((text) =>
      text
        .split('|')
        .filter((value) => value !== '')
        .slice(0, MAX_VALUES),
    )
    .pipe(z.array(z.string().max(VALUE_CHARS)).min(1))

/** '50-100', '-200' or '50-', in the currency that follows: '50-100EUR'. */
const priceRange = z
  .string()
  .regex(/^(?:\d{1,9}(?:\.\d{1,2})?)?-(?:\d{1,9}(?:\.\d{1,2})?)?(?:[A-Z]{3})?$/)
  .transform((text) => {
    const [, min = '', max = '', currency = ''] = /^([\d.]*)-([\d.]*)([A-Z]*)$/.exec(text) ?? []
    return {
      ...(min === '' ? {} : { min: Number(min) }),
      ...(max === '' ? {} : { max: Number(max) }),
      ...(currency === '' ? {} : { currency }),
    }
  })

export const filterQuery = z.object({
  q: z.string().trim().min(1).max(100).optional(),
  /** As for /api/products: `feed` or names. */
  celebrities: z.string().min(1).max(8_000).optional(),
  kind: valueListSchema('dress').optional(),
  colour: valueListSchema('red').optional(),
  department: valueListSchema('women')
    .pipe(z.array(z.enum(DEPARTMENTS)))
    .optional(),
  /** In comparable terms, such as `shoe38`, `women40`, `w32`, `cm116` or `xl`. */
  size: valueListSchema('shoe38')
    .pipe(z.array(z.string().regex(/^[a-z0-9.]{1,12}$/)))
    .optional(),
  brand: valueListSchema('Maison').optional(),
  shop: valueListSchema('3')
    .pipe(
      z.array(
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ),
    )
    .optional(),
  price: priceRange.optional(),
  /** For amounts in `q` and `price` without a currency. */
  currency: visitorCurrencySchema,
  condition: valueListSchema('used')
    .pipe(z.array(z.enum(CONDITIONS)))
    .optional(),
  stock: z.literal('in_stock').optional(),
  /** Searches the words as they are spelled, without corrections. */
  exact: z.literal('1').optional(),
  /** Filters implied by the words that are not to be applied, as `facet:value`. */
  without: valueListSchema('colour:red').optional(),
})
export type ProductFilterQuery = z.output<typeof filterQuery>

export const appliedFilterSchema = z.object({
  facet: z.enum([
    'kind',
    'colour',
    'pattern',
    'material',
    'brand',
    'person',
    'shop',
    'price',
    'condition',
    'stock',
    'department',
    'size',
    'occasion',
    'cut',
    'sale',
    'not',
    'sort',
  ]),
  value: z.string(),
  label: z.string(),
})
export type AppliedFilter = z.infer<typeof appliedFilterSchema>

/** Words that were ignored or relaxed, and `did`: the sentence that says what was done instead. */
export const relaxedWordSchema = z.object({ words: z.string(), did: z.string() })
export type RelaxedWord = z.infer<typeof relaxedWordSchema>

/** A part of a list that is listed under a heading. */
const listSectionSchema = z.object({
  /**
   * `titled`: this is their whole name; `pinned`: the operator chose them; `matches`: after those, or if nothing states all that was asked for;
   * `close`: not as narrow; `unstated`: it is unknown.
   */
  section: z.enum(['titled', 'pinned', 'matches', 'close', 'unstated']),
  heading: z.string(),
  total: z.number().int(),
  isMore: z.boolean(),
  /** The index of its first product in this page; null if it has none here. */
  from: z.number().int().nullable(),
})
export type ListSection = z.infer<typeof listSectionSchema>

export const facetValueSchema = z.object({
  facet: z.enum(FACET_NAMES),
  value: z.string(),
  label: z.string(),
  /** Null where there are too many products to count. */
  count: z.number().int().nullable(),
})
export type FacetValue = z.infer<typeof facetValueSchema>

/** A search to suggest, and how many products it finds. */
export const searchSuggestionSchema = z.object({ text: z.string(), count: z.number().int() })
export type SearchSuggestion = z.infer<typeof searchSuggestionSchema>

const totalFields = {
  /** Exact up to 10,000. */
  total: z.number().int(),
  /** Whether there are more than `total`. */
  isMore: z.boolean(),
}

export const productSearchCalls = defineCallsFor('browse', {
  'GET /api/search/products': {
    summary: 'Products by words, by person and by filters, a page of 12 at a time',
    query: filterQuery.extend({
      sort: z.enum(['relevance', 'price', 'price-desc', 'newest']).default('relevance'),
      after: z.string().max(200).optional(),
    }),
    reply: envelopeSchema(
      z.object({
        ...totalFields,
        /** The filters in effect, chosen or implied by the words. */
        applied: z.array(appliedFilterSchema),
        /** Every word that was ignored or relaxed. */
        relaxed: z.array(relaxedWordSchema),
        /** If words were corrected: the query as typed, and as it was read. `exact` searches the former. */
        corrected: z
          .object({
            typed: z.string(),
            query: z.string(),
            /** `meaning`: only words to which the operator gave a meaning were replaced. */
            reason: z.enum(['spelling', 'meaning']),
          })
          .nullable(),
        /** Other queries that may be meant, each with results. */
        nearest: z.array(z.string()),
        /** The matches, which `total` counts, and then the products of the other sections. */
        products: z.array(catalogProductSchema),
        sections: z.array(listSectionSchema),
        next: z.string().nullable(),
        /** If there are none: searches with the same words in other shops. */
        elsewhere: z.array(linkElsewhereSchema).optional(),
      }),
    ),
    limit: 'search',
  },
  'GET /api/search/counts': {
    summary: 'How many products each value of each filter would leave',
    query: filterQuery,
    reply: envelopeSchema(
      z.object({
        ...totalFields,
        applied: z.array(appliedFilterSchema),
        facets: z.array(facetValueSchema),
      }),
    ),
    limit: 'search',
  },
  'GET /api/search/suggestions': {
    summary: 'Searches that complete what is being typed, with the products that each finds',
    query: z.object({ q: z.string().min(1).max(100) }),
    reply: envelopeSchema(z.object({ suggestions: z.array(searchSuggestionSchema) })),
    limit: 'search',
  },
  'GET /api/search/start': {
    summary: 'What to offer before anything is typed: popular searches, and the largest categories',
    reply: envelopeSchema(
      z.object({
        /** What was searched on several days by several visitors; nothing says by whom. */
        popular: z.array(searchSuggestionSchema),
        categories: z.array(searchSuggestionSchema),
      }),
    ),
    limit: 'search',
  },
  'GET /api/search/related': {
    summary: 'Searches near a search: other colours, neighbouring kinds',
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    reply: envelopeSchema(z.object({ suggestions: z.array(searchSuggestionSchema) })),
    limit: 'search',
  },
})
