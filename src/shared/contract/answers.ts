import { z } from 'zod'
import { ANSWERS } from '#shared/constants.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { callsFor, envelope } from './call.ts'
import { linkElsewhereSchema } from './catalog.ts'
import {
  appliedFilterSchema,
  facetValueSchema,
  filterQuery,
  relaxedWordSchema,
} from './product-search.ts'
import { listedProductSchema, rankedProductSchema } from './vision.ts'

/** The embedding of an object in a photo, signed by the server, so that the photo is not needed again. */
export const embeddingSchema = z.string().min(1).max(2_000)

/** Free words ('in black', 'under 80 euro') and filters, written as for a product search. */
const refinedAnswerQuery = filterQuery
  .omit({ celebrities: true })
  .extend({ embedding: embeddingSchema })
export type Refinement = Omit<z.output<typeof refinedAnswerQuery>, 'embedding'>

export const answerCalls = callsFor('browse', {
  'POST /api/answers': {
    summary:
      'Products for one object of a photo: by its embedding, grouped by likeness, and by words',
    body: refinedAnswerQuery.extend({
      count: z.number().int().min(1).max(ANSWERS.maxProducts).default(ANSWERS.products),
      /** Chosen for another object of the outfit: preferred, but not a filter. */
      preferDepartment: z.enum(DEPARTMENTS).optional(),
    }),
    reply: envelope(
      z.object({
        /** Such as 'olive utility jacket'. */
        name: z.string(),
        /** The most similar products, ordered like every list of results. No certainty: only the closest. */
        products: z.array(rankedProductSchema),
        /** Such as 'dresses': nothing is of this kind, and the nearest of other kinds are listed. */
        noneOfKind: z.string().nullable(),
        hasMore: z.boolean(),
        /** Found by the object's name and the given words, where the products above leave room. */
        byWords: z.array(listedProductSchema),
        applied: z.array(appliedFilterSchema),
        /** Words that could not be used, with what was done instead. */
        relaxed: z.array(relaxedWordSchema),
        /** Searches with the same words in other shops. */
        elsewhere: z.array(linkElsewhereSchema),
      }),
    ),
    limit: 'similar',
  },
  'POST /api/answers/counts': {
    summary: 'How many of the products for an object each value of each filter would leave',
    body: refinedAnswerQuery,
    reply: envelope(
      z.object({ applied: z.array(appliedFilterSchema), facets: z.array(facetValueSchema) }),
    ),
    limit: 'similar',
  },
})
