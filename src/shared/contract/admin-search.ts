import { z } from 'zod'
import { SEARCH_RULES } from '#shared/constants.ts'
import { defineCallsFor, envelopeSchema, rowId } from './call.ts'

const wordsSchema = z.string().trim().min(1).max(SEARCH_RULES.chars)

const missSchema = z.object({
  query: z.string(),
  /** The query as it was read instead; null: nothing was found. */
  readAs: z.string().nullable(),
  searches: z.number().int(),
})
export type SearchMiss = z.infer<typeof missSchema>

const ownWordSchema = z.object({ word: z.string(), meaning: z.string().nullable() })
export type OwnWord = z.infer<typeof ownWordSchema>

const pinSchema = z.object({
  query: z.string(),
  key: z.string(),
  /** Null while the product is not in the catalogue. */
  product: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type SearchPin = z.infer<typeof pinSchema>

export const adminSearchCalls = defineCallsFor('administer', {
  'GET /api/admin/searches': {
    summary: `Searches that found nothing or were corrected in the last ${SEARCH_RULES.countedDays} days, and the operator’s words and pins`,
    reply: envelopeSchema(
      z.object({
        /** Most frequent first. */
        misses: z.array(missSchema),
        words: z.array(ownWordSchema),
        pins: z.array(pinSchema),
      }),
    ),
  },
  'PUT /api/admin/search-words': {
    summary: `Add a word, with another search as its meaning or as one that is never corrected; ${SEARCH_RULES.words} at most`,
    body: z.object({ word: wordsSchema, meaning: wordsSchema.nullable() }),
  },
  'DELETE /api/admin/search-words/:word': {
    summary: 'Remove a word',
    params: z.object({ word: wordsSchema }),
  },
  'POST /api/admin/search-pins': {
    summary: `List a product above the results of a search; ${SEARCH_RULES.pinsPerQuery} for a search and ${SEARCH_RULES.pins} in all at most`,
    body: z.object({
      query: wordsSchema,
      product: z
        .string()
        .trim()
        .max(2_000)
        .meta({ examples: ['https://example.com/product/42'] })
        .transform((text) => /(?:^|\/product\/)(\d{1,18})(?=\D|$)/.exec(text)?.[1] ?? '')
        .pipe(rowId),
    }),
  },
  'DELETE /api/admin/search-pins/:key': {
    summary: 'List a product where the search finds it again',
    params: z.object({ key: z.guid() }),
    query: z.object({ query: wordsSchema }),
  },
})
