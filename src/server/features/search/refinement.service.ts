import { ANSWERS } from '#shared/constants.ts'
import type { Refinement } from '#shared/contract/answers.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import type { DocumentsStore, ProductFacts } from './documents.store.ts'
import { presentCounts, shopsIn } from './filter-labels.ts'
import { FACETS, type Filter } from './product-filter.ts'
import type { Plan, ProductSearch } from './product-search.service.ts'
import { NOTHING_TO_WEAR } from './words/describe-product.ts'

type Parts = {
  search: Pick<ProductSearch, 'read' | 'settle' | 'bandsIn'>
  documents: Pick<DocumentsStore, 'page' | 'counts' | 'facts' | 'keys' | 'ofColour'>
  shopNames: (ids: readonly number[]) => Promise<readonly { id: number; name: string }[]>
}

type Within = NonNullable<Filter['within']>

/** Some sixty give the same mean as all. */
const COLOUR_SAMPLES = 64

/** The words of a refinement replace those of the object's name: a black one instead of an olive one. */
const joined = (name: Filter, refinement: Filter): Filter => {
  const either = <Key extends 'colours' | 'patterns' | 'materials'>(key: Key) =>
    refinement[key].length > 0 ? refinement[key] : name[key]
  const isOtherKind = refinement.kinds.length + refinement.widerKinds.length > 0
  const words = [...(name.words ?? []), ...(refinement.words ?? [])]
  return {
    ...refinement,
    ...(isOtherKind ? {} : { kinds: name.kinds, widerKinds: name.widerKinds }),
    colours: either('colours'),
    patterns: either('patterns'),
    materials: either('materials'),
    words: words.length > 0 ? words : null,
  }
}

/** The finder answers with what people wear, whatever else shops sell. */
const toWear = (filter: Filter): Filter => ({
  ...filter,
  unwanted: { ...filter.unwanted, tags: [...filter.unwanted.tags, NOTHING_TO_WEAR] },
})

/** What people ask for beside an object of a photo, in words and filters. */
export const createRefinements = ({ search, documents, shopNames }: Parts) => {
  const within = ({ filter }: Plan, scope: Within): Filter => ({
    ...toWear(filter),
    isBuyable: true,
    within: scope,
  })

  return {
    /** Nothing is given up, unlike in a search by words: what a filter leaves out must stay out. */
    read: async (refinement: Refinement) => {
      const plan = await search.read(refinement)
      return { ...plan, isRefined: plan.applied.length > 0 || plan.filter.words !== null }
    },

    facts: (keys: readonly string[], { filter }: Plan): Promise<Map<string, ProductFacts>> =>
      documents.facts(keys, { ...toWear(filter), isBuyable: true }),

    /** What people wear and can buy. */
    keysToWear: ({ filter }: Plan, limit: number) =>
      documents.keys({ ...toWear(filter), isBuyable: true }, limit, true),

    /** What can be bought of these kinds. */
    keysOfKinds: (plan: Plan, kinds: readonly string[], limit: number) =>
      documents.keys(within(plan, { kinds, productIds: [] }), limit),

    samplesOfColour: (colour: string) => documents.ofColour(colour, COLOUR_SAMPLES),

    byWords: async (name: string, plan: Plan): Promise<CatalogProduct[]> => {
      const named = await search.settle(name)
      if (named.isUnknown || plan.isUnknown) return []
      const filter = toWear(joined(named.filter, plan.filter))
      const { rows } = await documents.page({
        filter,
        sort: 'relevance',
        after: null,
        limit: ANSWERS.byWords * 2,
      })
      return rows.map(({ tier: _tier, value: _value, own_id: _id, ...product }) => product)
    },

    /** Values of a chosen facet are counted as if it were not chosen. */
    counts: async (
      refinement: Refinement,
      scope: Within,
    ): Promise<{ applied: AppliedFilter[]; facets: FacetValue[] }> => {
      const plan = await search.read(refinement)
      const bands = await search.bandsIn(refinement.currency)
      const countsOf = async (query: Refinement, facets: (typeof FACETS)[number][]) => {
        const read = await search.read(query)
        if (read.isUnknown || facets.length === 0) return []
        const counts = await documents.counts(within(read, scope), facets, bands)
        return presentCounts(counts, await shopNames(shopsIn(counts.values)))
      }
      const chosen = FACETS.filter((facet) => refinement[facet] !== undefined)
      const lists = await Promise.all([
        countsOf(
          refinement,
          FACETS.filter((facet) => !chosen.includes(facet)),
        ),
        ...chosen.map((facet) => countsOf({ ...refinement, [facet]: undefined }, [facet])),
      ])
      return { applied: plan.applied, facets: lists.flat() }
    },
  }
}
export type Refinements = ReturnType<typeof createRefinements>
