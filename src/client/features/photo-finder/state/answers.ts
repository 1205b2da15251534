import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { ANSWERS, CATALOG_SOURCE, DETECTION } from '#shared/finder-constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { isComplete, isPriceEdited } from '#shared/domain/detection-rules.ts'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { listResults } from '#shared/domain/results.ts'
import { toScanProduct } from '#shared/domain/scan-product.ts'
import { type ProductFilters, buildProductListQuery } from '#shared/product-filters.ts'

/** A filter on the answers: free words, and chosen filters. */
export type Refinement = { q: string; filters: ProductFilters }

export const NO_REFINEMENT: Refinement = { q: '', filters: {} }

/** How the answers of an object are refined and shown, as long as its photo is open. */
export type AnswerView = {
  refinement: Refinement
  /** Whether the list after the first ten is open. */
  isExpanded: boolean
  /** Ids of products that the user does not want to see. */
  dismissed: readonly string[]
}

export const FIRST_VIEW: AnswerView = {
  refinement: NO_REFINEMENT,
  isExpanded: false,
  dismissed: [],
}

/** By embedding, because a moved box shows another object; ALL_OBJECTS is the key of the overview. */
export type AnswerViews = ReadonlyMap<string, AnswerView>
export const ALL_OBJECTS = ''

/** The refinement of all objects applies to each until it has its own. */
export const getAnswerView = (views: AnswerViews, key: string): AnswerView =>
  views.get(key) ?? {
    ...FIRST_VIEW,
    refinement: views.get(ALL_OBJECTS)?.refinement ?? NO_REFINEMENT,
  }

export const isRefined = ({ q, filters }: Refinement): boolean =>
  q !== '' || Object.keys(filters).length > 0

/** Amounts without a currency are in the visitor's. */
const bodyOf = (embedding: string, { q, filters }: Refinement, currency: string | null) => {
  const words = q === '' ? { embedding } : { embedding, q }
  const { sort: _sort, ...body } = buildProductListQuery(words, filters)
  return currency === null || !isRefined({ q, filters }) ? body : { ...body, currency }
}

/** An answer stays valid for as long as its photo is on the screen. */
const QUERY_SETTINGS = { staleTime: Infinity, retry: 1 } as const

/** A department that was chosen for one object is preferred for the others of the outfit. */
const departmentPreference = (views: AnswerViews, { filters }: Refinement) => {
  if (filters.department !== undefined) return {}
  const chosenDepartments = new Set(
    Array.from(views.values(), ({ refinement }) => refinement.filters.department),
  )
  const preferDepartment = DEPARTMENTS.find((department) => chosenDepartments.has(department))
  return preferDepartment === undefined ? {} : { preferDepartment }
}

/** The refinements of all objects, and the currency of amounts without one. */
type AnswerContext = { views: AnswerViews; currency: string | null; count?: number }
const NO_CONTEXT: AnswerContext = { views: new Map(), currency: null }

export const answersQuery = (
  embedding: string,
  { refinement }: AnswerView,
  { views, currency, count = ANSWERS.products }: AnswerContext = NO_CONTEXT,
) => {
  const body = {
    ...bodyOf(embedding, refinement, currency),
    count,
    ...departmentPreference(views, refinement),
  }
  return queryOptions({
    queryKey: ['answers', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers', { body, signal })).data,
    ...QUERY_SETTINGS,
  })
}

export const answerCountsQuery = (
  embedding: string,
  refinement: Refinement,
  currency: string | null,
) => {
  // The counts have price bands in the visitor's currency, even without a refinement.
  const body = { ...bodyOf(embedding, refinement, null), ...(currency !== null && { currency }) }
  return queryOptions({
    queryKey: ['answer-counts', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers/counts', { body, signal })).data,
    ...QUERY_SETTINGS,
  })
}

export type Answer = ScanProduct & {
  /** Has a page in the catalogue. */
  isInCatalog: boolean
  /** Was changed by the user. */
  isEdited?: boolean
}

const fromScan = (product: ScanProduct): Answer => ({
  ...product,
  isInCatalog: product.source === CATALOG_SOURCE && product.sureness !== 'added by you',
})

/** Found by words alone, so it is the least of what a shop's own search would find. */
const fromWords = (product: Answers['byWords'][number]): Answer => ({
  ...fromScan(toScanProduct({ ...product, similarity: 0, certainty: null, isAddedByUser: false })),
  confidence: DETECTION.shoppingConfidenceMin,
})

type Offer = Pick<
  ScanProduct,
  'price' | 'productLink' | 'seller' | 'category' | 'brand' | 'imageUrl' | 'thumbnail'
>

/** A product or detection as a favorite of its own; `id` if it is in the catalogue. */
export const buildFavorite = (
  offer: Offer,
  name: string,
  id?: string,
): FavoriteToggle['favorite'] => {
  const { price, productLink, seller, category, brand } = offer
  const image_url = offer.imageUrl ?? offer.thumbnail
  return {
    name,
    product: { name, id, price, image_url, product_link: productLink, seller, category, brand },
  }
}

export type Answers = ReplyOf<Calls['POST /api/answers']>['data']

type Sources = {
  label: string
  answers: Pick<Answers, 'products' | 'byWords'>
  /** The products of the scan; those from the catalogue are also among the answers. */
  scanned: readonly ScanProduct[]
  termProducts: readonly ScanProduct[]
  view: AnswerView
}

/**
 * The products that were found for an object by appearance and by words, as one list. Ten are shown at
 * first.
 */
export const listAnswers = (sources: Sources): Answer[] => {
  const { label, answers, scanned, termProducts, view } = sources
  const candidates: Answer[] = [
    ...answers.products.map((product) => fromScan(toScanProduct(product))),
    ...answers.byWords.map(fromWords),
    // Searches by terms and in web shops cannot be refined.
    ...(isRefined(view.refinement)
      ? []
      : [...scanned.filter(({ source }) => source !== CATALOG_SOURCE), ...termProducts].map(
          fromScan,
        )),
  ]
  const accepted = candidates.filter(({ id }) => !view.dismissed.includes(id))
  return listResults(accepted, { label, limit: ANSWERS.maxProducts })
}

/** The product that the user has entered or edited; null if the card shows a result unchanged. */
const ownProduct = (detection: ScanDetection): Answer | null => {
  const { id, isManual, title, products, category } = detection
  const isOwn = isManual ? isComplete(detection) : title !== products[0]?.title
  if (title === undefined || !(isOwn || isPriceEdited(detection))) return null
  const { productLink, seller, imageUrl, thumbnail, brand, price } = detection
  const offer = { price, productLink, seller, brand, category }
  const pictures = { imageUrl, thumbnail }
  const sureness = 'added by you' as const
  return {
    id,
    title,
    ...offer,
    ...pictures,
    source: CATALOG_SOURCE,
    sureness,
    isInCatalog: false,
    isEdited: !isManual,
  }
}

/** The answers of an object, after the product that the user has entered or edited. */
export const withOwnProduct = (detection: ScanDetection, answers: readonly Answer[]): Answer[] => {
  const own = ownProduct(detection)
  if (!own) return [...answers]
  const isOwn = ({ title, price }: Answer) => title === own.title && price === own.price
  return [answers.find(isOwn) ?? own, ...answers.filter(({ title }) => title !== own.title)]
}

/** The products that the scan found for an object, at most ten with that of the user. */
export const listScanAnswers = (detection: ScanDetection): Answer[] =>
  withOwnProduct(detection, detection.products.map(fromScan)).slice(0, ANSWERS.products)

/** The matches of each object in the overview: those of the scan, or those that a refinement leaves. */
export const useOverview = (
  detections: readonly ScanDetection[],
  views: AnswerViews,
): Pick<Answers, 'applied' | 'relaxed'> & {
  matches: ReadonlyMap<string, Answer[]>
  isFetching: boolean
} => {
  const view = getAnswerView(views, ALL_OBJECTS)
  const currency = useVisitorCurrency()
  const hasRefinement = isRefined(view.refinement)
  const searched = detections.filter(({ embedding }) => embedding !== undefined)
  const queries = useQueries({
    queries: searched.map(({ embedding = '' }) => ({
      ...answersQuery(embedding, view, { views, currency }),
      enabled: hasRefinement,
      placeholderData: keepPreviousData<Answers>,
    })),
  })
  const refinedAnswers = new Map(searched.map(({ id }, index) => [id, queries[index]?.data]))
  const matchesOf = (detection: ScanDetection): Answer[] => {
    const { id, label } = detection
    const answers = refinedAnswers.get(id)
    if (!hasRefinement) return listScanAnswers(detection)
    if (!answers) return []
    return listAnswers({ label, answers, scanned: [], termProducts: [], view })
  }
  const first = hasRefinement ? queries.find(({ data }) => data)?.data : undefined
  return {
    matches: new Map(detections.map((detection) => [detection.id, matchesOf(detection)])),
    applied: first?.applied ?? [],
    relaxed: first?.relaxed ?? [],
    isFetching: queries.some(({ isFetching }) => isFetching),
  }
}
