import { buildSearchLinks, type OtherShop } from '#server/core/search-elsewhere.ts'
import { GRID } from '#shared/constants.ts'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { type DocumentsStore, toListedProduct } from './documents.store.ts'
import { formatPosition, parsePosition, presentCounts, shopsIn } from './filter-labels.ts'
import {
  createLeadingProducts,
  type LeadingProductsDependencies,
} from './leading-products.service.ts'
import { type ColorGroupsDependencies, createColorGroups } from './color-groups.service.ts'
import { addLeading, countReply, sectionsIn } from './list-parts.ts'
import { sectionAt, type Sort } from './list-order.store.ts'
import { EURO_BANDS, type Facet, FACETS, priceBandsIn } from './product-filter.store.ts'
import {
  createQueryPlanner,
  type Plan,
  type PlannedQuery,
  type QueryPlanDependencies,
} from './query-plan.service.ts'
import { sayNothingFits } from './describe-request.ts'
import { settlePlan } from './relaxations.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

type ProductSearchDependencies = Omit<QueryPlanDependencies, 'store'> & {
  store: QueryPlanDependencies['store'] &
    LeadingProductsDependencies['store'] &
    ColorGroupsDependencies['store'] &
    Pick<DocumentsStore, 'isPartial' | 'counts'>
  colorFamilies: ColorGroupsDependencies['colorFamilies']
  otherShops: readonly OtherShop[]
}

const explainPartialIndex = () => ({ words: '', did: SEARCH_RESULT_TEXT.isBeingBuilt })

/** Of a search for a title, whose words were not understood otherwise: nothing else needs to be said. */
const NOTHING_READ = { applied: [], relaxed: [], corrected: null, nearest: [], next: null }

/** A chosen kind is one of those that the words name, so their kinds are counted as they are. */
const REPLACED_FACETS: ReadonlySet<string> = new Set(FACETS.filter((facet) => facet !== 'kind'))

export const createProductSearch = ({
  store,
  words,
  rules,
  rates,
  colorFamilies,
  otherShops,
}: ProductSearchDependencies) => {
  const { shopNames } = words
  const planOf = createQueryPlanner({ store, words, rules, rates })
  const tiles = createColorGroups({ store, colorFamilies })
  const readLeading = createLeadingProducts({ store, words, rules })
  /** Runs the plan, or the nearest one that finds something. */
  const settle = async <Result extends { total: number }>(
    query: PlannedQuery,
    find: (plan: Plan) => Promise<Result>,
  ): Promise<{ plan: Plan; result: Result | null }> => {
    const plan = await planOf(query)
    if (plan.isUnknown) return { plan, result: null }
    const result = await find(plan)
    if (query.q === undefined) return { plan, result }
    const settled = await settlePlan(plan, result.total, store.total)
    return { plan: settled, result: settled === plan ? result : await find(settled) }
  }

  const settledPlan = async (query: ProductFilterQuery): Promise<Plan> =>
    (await settle(query, async ({ filter }) => ({ total: await store.total(filter) }))).plan

  /** Queries that find something as they are. */
  const keepFindable = async (queries: readonly string[]): Promise<string[]> => {
    const plans = await Promise.all(queries.map((q) => planOf({ q, exact: '1' })))
    const totals = await Promise.all(
      plans.map(async (plan) => (plan.isUnknown ? 0 : store.total(plan.filter))),
    )
    return queries.filter((_, index) => (totals[index] ?? 0) > 0)
  }

  const present = async (counts: Awaited<ReturnType<typeof store.counts>>) =>
    presentCounts(counts, await shopNames(shopsIn(counts.values)))

  const bandsIn = async (currency: string | undefined) =>
    currency === undefined ? EURO_BANDS : priceBandsIn(currency, await rates())

  return {
    read: planOf,

    settle: (q: string) => settledPlan({ q }),

    /** How many products a query finds, and what it changes to find them. */
    count: async (q: string) => {
      const { plan, result } = await settle({ q }, async ({ filter }) => ({
        total: await store.total(filter),
      }))
      return {
        ...countReply(result?.total ?? 0),
        relaxed: plan.relaxed,
        corrected: plan.corrected,
      }
    },

    bandsIn,

    products: async (
      query: PlannedQuery & { sort: Sort; after?: string | undefined; limit?: number },
    ) => {
      const after = query.after === undefined ? null : parsePosition(query.after)
      // Checked before the search, so that an index that is completed meanwhile does not make it look whole.
      const isPartial = await store.isPartial()
      const limit = query.limit ?? GRID.productPageSize
      const { plan, result } = await settle(query, async ({ filter, order }) => {
        const found = await tiles.page({
          filter,
          sort: query.sort === 'relevance' ? (order ?? 'relevance') : query.sort,
          after,
          limit,
        })
        return { ...found, total: found.totals.matches }
      })
      const { total, totals, rows, next } = result ?? {
        total: 0,
        totals: null,
        rows: [],
        next: null,
      }
      const isNothing = total === 0 && query.q !== undefined
      const { titled, pinned } = await readLeading(query, plan.corrected)
      const isFirst = after === null
      const leading = [...titled, ...pinned]
      const shown = isFirst ? leading : []
      const sizes = [
        { section: 'titled' as const, size: titled.length },
        { section: 'pinned' as const, size: pinned.length },
      ]
      // What the words mean otherwise is not what was meant.
      if (titled.length > 0 && (total === 0 || plan.relaxed.length > 0 || plan.corrected !== null))
        return {
          ...countReply(leading.length, isPartial),
          ...NOTHING_READ,
          products: shown,
          sections: isFirst ? addLeading(sizes, [], { ...countReply(0), from: null }) : [],
        }
      // They are not listed a second time.
      const page = rows.filter(({ id }) => !leading.some((product) => product.id === id))
      return {
        ...countReply(total, isPartial),
        applied: plan.applied,
        relaxed: [
          ...(isPartial ? [explainPartialIndex()] : []),
          ...plan.relaxed,
          ...(isNothing && !plan.isUnknown && plan.parts.length === 0
            ? [sayNothingFits(plan)]
            : []),
        ],
        corrected:
          query.q === undefined || plan.corrected === null
            ? null
            : {
                typed: query.q,
                query: plan.corrected,
                reason: plan.isByMeaning ? ('meaning' as const) : ('spelling' as const),
              },
        nearest: await keepFindable(plan.nearest),
        products: [...shown, ...page.map(toListedProduct)],
        sections: addLeading(isFirst ? sizes : [], totals ? sectionsIn(plan, totals, page) : [], {
          ...countReply(total),
          from: page.findIndex(({ tier }) => sectionAt(tier) === 'matches') < 0 ? null : 0,
        }),
        next: next ? formatPosition(next) : null,
        ...(isNothing ? { elsewhere: buildSearchLinks(otherShops, query.q ?? '') } : {}),
      }
    },

    /**
     * How many products choosing each value would list. A choice replaces the other values of its facet,
     * whether they were chosen before or implied by the words, so the count ignores those values.
     */
    counts: async (query: ProductFilterQuery) => {
      const isPartial = await store.isPartial()
      const bands = await bandsIn(query.currency)
      const chosenFacets = FACETS.filter((facet) => query[facet] !== undefined)
      const { plan, result } = await settle(query, ({ filter }) =>
        store.counts(
          filter,
          FACETS.filter((facet) => query[facet] === undefined),
          bands,
        ),
      )
      const implied = plan.applied.filter(
        ({ facet }) => REPLACED_FACETS.has(facet) && !chosenFacets.some((name) => name === facet),
      )
      const withoutFacet = (facet: Facet): ProductFilterQuery => ({
        ...query,
        [facet]: undefined,
        without: [
          ...(query.without ?? []),
          ...implied
            .filter((filter) => filter.facet === facet)
            .map(({ value }) => `${facet}:${value}`),
        ],
      })
      const impliedFacets = FACETS.filter((facet) =>
        implied.some((filter) => filter.facet === facet),
      )
      const lists = await Promise.all([
        result ? present(result) : [],
        ...[...chosenFacets, ...impliedFacets].map(async (facet) => {
          const others = withoutFacet(facet)
          const other = await (query.q === undefined ? planOf(others) : settledPlan(others))
          if (other.isUnknown) return []
          return present(await store.counts(other.filter, [facet], bands))
        }),
      ])
      const [values, ...replacing] = lists
      const ownFacets = values.filter(({ facet }) => !impliedFacets.includes(facet))
      const { total } = result ?? { total: 0 }
      return {
        ...countReply(total, isPartial),
        applied: plan.applied,
        facets: [ownFacets, ...replacing].flat(),
      }
    },
  }
}
export type ProductSearch = ReturnType<typeof createProductSearch>
