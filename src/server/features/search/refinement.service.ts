import { ANSWERS } from '#shared/finder-constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import type { RefinementQuery } from '#shared/contract/vision.ts'
import { toListedProduct, type DocumentsStore, type RankingFacts } from './documents.store.ts'
import { presentCounts, shopsIn } from './filter-labels.ts'
import { sectionAt } from './list-order.store.ts'
import { FACETS, type Filter } from './product-filter.store.ts'
import type { ProductSearch } from './product-search.service.ts'
import type { Plan } from './query-plan.service.ts'
import { NOT_FASHION_TAG } from '#server/features/catalog/description/index.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

type RefinementDependencies = {
  search: Pick<ProductSearch, 'read' | 'settle' | 'bandsIn'>
  documents: Pick<DocumentsStore, 'page' | 'counts' | 'facts' | 'keys' | 'ofColor'>
  shopNames: (ids: readonly number[]) => Promise<readonly { id: number; name: string }[]>
}

type Within = NonNullable<Filter['within']>

/** This many give the same mean colour as all. */
const COLOR_SAMPLES = 64

/** The refinement replaces attributes of the object's name: black instead of olive. */
const mergeFilters = (name: Filter, refinement: Filter): Filter => {
  const refinedOr = <Key extends 'colors' | 'patterns' | 'materials'>(key: Key) =>
    refinement[key].length > 0 ? refinement[key] : name[key]
  const isOtherKind = refinement.kinds.length + refinement.widerKinds.length > 0
  const words = [...(name.words ?? []), ...(refinement.words ?? [])]
  return {
    ...refinement,
    ...(isOtherKind ? {} : { kinds: name.kinds, widerKinds: name.widerKinds }),
    colors: refinedOr('colors'),
    patterns: refinedOr('patterns'),
    materials: refinedOr('materials'),
    words: words.length > 0 ? words : null,
    ...(name.anyOf && !isOtherKind ? { anyOf: name.anyOf } : {}),
  }
}

/** Excludes what is not fashion, whatever else shops sell. */
const fashionOnly = (filter: Filter): Filter => ({
  ...filter,
  excluded: { ...filter.excluded, tags: [...filter.excluded.tags, NOT_FASHION_TAG] },
})

/** Filters the answers for an object of a photo by words and facets. */
export const createRefinements = ({ search, documents, shopNames }: RefinementDependencies) => {
  const within = ({ filter }: Plan, scope: Within): Filter => ({
    ...fashionOnly(filter),
    isBuyable: true,
    within: scope,
  })

  return {
    /** Unlike a search by words, drops no condition: what a filter excludes must stay excluded. */
    read: async (refinement: RefinementQuery) => {
      const plan = await search.read(refinement)
      const relaxed =
        plan.corrected === null
          ? plan.relaxed
          : [
              { words: refinement.q ?? '', did: SEARCH_RESULT_TEXT.corrected(plan.corrected) },
              ...plan.relaxed,
            ]
      return { ...plan, relaxed, isRefined: plan.applied.length > 0 || plan.filter.words !== null }
    },

    facts: (keys: readonly string[], { filter }: Plan): Promise<Map<string, RankingFacts>> =>
      documents.facts(keys, { ...fashionOnly(filter), isBuyable: true }),

    fashionKeys: ({ filter }: Plan, limit: number) =>
      documents.keys({ ...fashionOnly(filter), isBuyable: true }, limit, true),

    keysOfKinds: (plan: Plan, kinds: readonly string[], limit: number) =>
      documents.keys(within(plan, { kinds, productIds: [] }), limit),

    samplesOfColor: (color: string) => documents.ofColor(color, COLOR_SAMPLES),

    byWords: async (name: string, plan: Plan): Promise<CatalogProduct[]> => {
      const namePlan = await search.settle(name)
      if (namePlan.isUnknown || plan.isUnknown) return []
      const filter = fashionOnly(mergeFilters(namePlan.filter, plan.filter))
      const { rows } = await documents.page({
        filter,
        sort: 'relevance',
        after: null,
        limit: ANSWERS.byWords * 2,
      })
      return rows.filter(({ tier }) => sectionAt(tier) === 'matches').map(toListedProduct)
    },

    /** A facet's own selection is ignored when its values are counted. */
    counts: async (
      refinement: RefinementQuery,
      scope: Within,
    ): Promise<{ applied: AppliedFilter[]; facets: FacetValue[] }> => {
      const plan = await search.read(refinement)
      const bands = await search.bandsIn(refinement.currency)
      const countsOf = async (query: RefinementQuery, facets: (typeof FACETS)[number][]) => {
        const otherPlan = await search.read(query)
        if (otherPlan.isUnknown || facets.length === 0) return []
        const counts = await documents.counts(within(otherPlan, scope), facets, bands)
        return presentCounts(counts, await shopNames(shopsIn(counts.values)))
      }
      const chosenFacets = FACETS.filter((facet) => refinement[facet] !== undefined)
      const lists = await Promise.all([
        countsOf(
          refinement,
          FACETS.filter((facet) => !chosenFacets.includes(facet)),
        ),
        ...chosenFacets.map((facet) => countsOf({ ...refinement, [facet]: undefined }, [facet])),
      ])
      return { applied: plan.applied, facets: lists.flat() }
    },
  }
}
export type Refinements = ReturnType<typeof createRefinements>
