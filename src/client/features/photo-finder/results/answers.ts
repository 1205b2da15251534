import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import {
  ALL_OBJECTS,
  type AnswerView,
  type AnswerViews,
  viewOf,
  type Wish,
} from '#client/features/photo-finder/scan/finder-state.ts'
import { api } from '#client/lib/api.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { ANSWERS, CATALOG_SOURCE } from '#shared/constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { isComplete } from '#shared/domain/completeness.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { isPriceEdited, priceIfAny } from '#shared/domain/detection-rules.ts'
import { productFromCatalog } from '#shared/domain/product-from-catalog.ts'
import { listResults } from '#shared/domain/results.ts'
import { productListQuery } from '#shared/product-filters.ts'

export const isRefined = ({ q, filters }: Wish): boolean =>
  q !== '' || Object.keys(filters).length > 0

/** Amounts without a currency are in the visitor's. */
const bodyOf = (embedding: string, { q, filters }: Wish, currency: string | null) => {
  const words = q === '' ? { embedding } : { embedding, q }
  const { sort: _sort, ...body } = productListQuery(words, filters)
  return currency === null || !isRefined({ q, filters }) ? body : { ...body, currency }
}

/** The same answer serves for as long as the photo is on the screen. */
const KEPT = { staleTime: Infinity, retry: 1 } as const

/** A department that was chosen for one object is preferred for the others of the outfit. */
const preferred = (views: AnswerViews, { filters }: Wish) => {
  if (filters.department !== undefined) return {}
  const chosen = new Set(Array.from(views.values(), ({ wish }) => wish.filters.department))
  const department = DEPARTMENTS.find((one) => chosen.has(one))
  return department === undefined ? {} : { preferDepartment: department }
}

/** By what else was chosen, and in which currency amounts are. */
type Asked = { views: AnswerViews; currency: string | null }
const NOTHING_ASKED: Asked = { views: new Map(), currency: null }

export const answersQuery = (
  embedding: string,
  { wish, count }: AnswerView,
  { views, currency }: Asked = NOTHING_ASKED,
) => {
  const body = { ...bodyOf(embedding, wish, currency), count, ...preferred(views, wish) }
  return queryOptions({
    queryKey: ['answers', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers', { body, signal })).data,
    ...KEPT,
  })
}

export const answerCountsQuery = (embedding: string, wish: Wish, currency: string | null) => {
  // Prices are offered in the visitor's currency, whether or not something is asked for.
  const body = { ...bodyOf(embedding, wish, null), ...(currency === null ? {} : { currency }) }
  return queryOptions({
    queryKey: ['answer-counts', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers/counts', { body, signal })).data,
    ...KEPT,
  })
}

export type Answer = ScanProduct & {
  /** Has a page of its own. */
  isInCatalogue: boolean
  /** A result that the user has changed by hand. */
  isEdited?: boolean
}

const fromScan = (product: ScanProduct): Answer => ({
  ...product,
  isInCatalogue: product.source === CATALOG_SOURCE && product.sureness !== 'added by you',
})

export type Answers = ReplyOf<Calls['POST /api/answers']>['data']

/** What the scan found for an object. */
export const scannedAnswers = ({ products }: ScanDetection): Answer[] => products.map(fromScan)

type Sources = {
  label: string
  answers: Pick<Answers, 'products' | 'byWords' | 'hasMore' | 'applied'>
  /** What the scan found; that of the catalogue is among the answers. */
  scanned: readonly ScanProduct[]
  termProducts: readonly ScanProduct[]
  view: AnswerView
}

/** Everything found for one object, by appearance and by words, as one list of results. */
export const listAnswers = ({ label, answers, scanned, termProducts, view }: Sources) => {
  const candidates: Answer[] = [
    ...answers.products.map((product) => fromScan(productFromCatalog(product))),
    ...answers.byWords.map((product) =>
      fromScan(
        productFromCatalog({ ...product, similarity: 0, certainty: null, isAddedByUser: false }),
      ),
    ),
    // Searches by terms and in web shops cannot be refined.
    ...(isRefined(view.wish)
      ? []
      : [...scanned.filter(({ source }) => source !== CATALOG_SOURCE), ...termProducts].map(
          fromScan,
        )),
  ]
  const wanted = candidates.filter(({ id }) => !view.dismissed.includes(id))
  const all = listResults(wanted, { label, limit: ANSWERS.maxProducts })
  const products = all.slice(0, view.count)
  return {
    products,
    hasMore: view.count < ANSWERS.maxProducts && (answers.hasMore || all.length > products.length),
  }
}

/** What the user wrote or changed by hand, as a product; null if the card shows a result as it is. */
const ownProduct = (detection: ScanDetection): Answer | null => {
  const { id, isManual, title, products, category } = detection
  const isOwn = isManual ? isComplete(detection) : title !== products[0]?.title
  if (title === undefined || !(isOwn || isPriceEdited(detection))) return null
  const { productLink, seller, imageUrl, thumbnail, brand, price } = detection
  const offer = { price: priceIfAny(price) ?? undefined, productLink, seller, brand, category }
  const pictures = { imageUrl, thumbnail }
  const sureness = 'added by you' as const
  return {
    id,
    title,
    ...offer,
    ...pictures,
    source: CATALOG_SOURCE,
    sureness,
    isInCatalogue: false,
    isEdited: !isManual,
  }
}

/** What a card shows of an object: the user's own words first, then what was found. */
export const withOwnProduct = (detection: ScanDetection, found: readonly Answer[]): Answer[] => {
  const own = ownProduct(detection)
  if (!own) return [...found]
  const isOwn = ({ title, price }: Answer) => title === own.title && price === own.price
  return [found.find(isOwn) ?? own, ...found.filter(({ title }) => title !== own.title)]
}

/** What each object shows in the overview: what the scan found or, once refined, what is left of it. */
export const useOverview = (
  detections: readonly ScanDetection[],
  views: AnswerViews,
): Pick<Answers, 'applied' | 'relaxed'> & {
  matches: ReadonlyMap<string, Answer[]>
  isFetching: boolean
} => {
  const view = viewOf(views, ALL_OBJECTS)
  const currency = useVisitorCurrency()
  const isAsked = isRefined(view.wish)
  const searched = detections.filter(({ embedding }) => embedding !== undefined)
  const queries = useQueries({
    queries: searched.map(({ embedding = '' }) => ({
      ...answersQuery(embedding, { ...view, count: ANSWERS.products }, { views, currency }),
      enabled: isAsked,
      placeholderData: keepPreviousData<Answers>,
    })),
  })
  const refined = new Map(searched.map(({ id }, index) => [id, queries[index]?.data]))
  const matchesOf = (detection: ScanDetection): Answer[] => {
    const { id, label } = detection
    const answers = refined.get(id)
    if (!isAsked) return withOwnProduct(detection, scannedAnswers(detection))
    if (!answers) return []
    return listAnswers({ label, answers, scanned: [], termProducts: [], view }).products
  }
  const first = isAsked ? queries.find(({ data }) => data)?.data : undefined
  return {
    matches: new Map(detections.map((detection) => [detection.id, matchesOf(detection)])),
    applied: first?.applied ?? [],
    relaxed: first?.relaxed ?? [],
    isFetching: queries.some(({ isFetching }) => isFetching),
  }
}
