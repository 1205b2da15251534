import { queryOptions } from '@tanstack/react-query'
import type { AnswerView, Wish } from '#client/features/photo-finder/scan/finder-state.ts'
import { api } from '#client/lib/api.ts'
import { ANSWERS, CATALOG_SOURCE, REMOTE_MATCH_PREFIX } from '#shared/constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { productFromCatalog } from '#shared/domain/product-from-catalog.ts'
import { listResults } from '#shared/domain/results.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { productListQuery } from '#shared/product-filters.ts'

const bodyOf = (embedding: string, { q, filters }: Wish) => {
  const words = q === '' ? { embedding } : { embedding, q }
  const { sort: _sort, ...body } = productListQuery(words, filters)
  return body
}

/** The same answer serves for as long as the photo is on the screen. */
const KEPT = { staleTime: Infinity, retry: 1 } as const

export const answersQuery = (embedding: string, { wish, count }: AnswerView) => {
  const body = { ...bodyOf(embedding, wish), count }
  return queryOptions({
    queryKey: ['answers', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers', { body, signal })).data,
    ...KEPT,
  })
}

export const answerCountsQuery = (embedding: string, wish: Wish) => {
  const body = bodyOf(embedding, wish)
  return queryOptions({
    queryKey: ['answer-counts', body],
    queryFn: async ({ signal }) => (await api('POST /api/answers/counts', { body, signal })).data,
    ...KEPT,
  })
}

/** How a product was found, in the order in which the groups are shown. */
const GROUPS = [
  ['same item', ANSWER_TEXT.sameItem],
  ['close', ANSWER_TEXT.close],
  ['similar', ANSWER_TEXT.similar],
  ['closest we have', ANSWER_TEXT.closest],
  ['words', ANSWER_TEXT.byWords],
] as const
type Group = (typeof GROUPS)[number][0]

/** `isInCatalogue`: has a page of its own. */
export type Answer = ScanProduct & { group: Group; isInCatalogue: boolean }

const groupOf = ({ id, sureness }: ScanProduct): Group =>
  id.startsWith(REMOTE_MATCH_PREFIX) && sureness !== 'added by you' ? sureness : 'words'

const fromShop = (product: ScanProduct): Answer => ({
  ...product,
  group: groupOf(product),
  isInCatalogue: product.source === CATALOG_SOURCE,
})

type Answers = ReplyOf<Calls['POST /api/answers']>['data']

type Sources = {
  label: string
  answers: Pick<Answers, 'products' | 'byWords' | 'hasMore' | 'applied'>
  /** What the scan found; that of the catalogue is among the answers. */
  scanned: readonly ScanProduct[]
  termProducts: readonly ScanProduct[]
  view: AnswerView
}

/** Everything found for one object, by appearance and by words, as one list of results in groups. */
export const listAnswers = ({ label, answers, scanned, termProducts, view }: Sources) => {
  const isRefined = answers.applied.length > 0 || view.wish.q !== ''
  const candidates: Answer[] = [
    ...answers.products.map((product) => ({
      ...productFromCatalog(product),
      group: product.certainty ?? ('closest we have' as const),
      isInCatalogue: !product.isAddedByUser,
    })),
    ...answers.byWords.map((product) => ({
      ...productFromCatalog({
        ...product,
        similarity: 0,
        certainty: null,
        isAddedByUser: false,
      }),
      group: 'words' as const,
      isInCatalogue: true,
    })),
    // Searches by terms and in web shops cannot be refined.
    ...(isRefined ? [] : scanned.filter(({ source }) => source !== CATALOG_SOURCE).map(fromShop)),
    ...(isRefined ? [] : termProducts.map(fromShop)),
  ]
  const wanted = candidates.filter(({ id }) => !view.dismissed.includes(id))
  const all = listResults(wanted, { label, limit: ANSWERS.maxProducts })
  const listed = all.slice(0, view.count)
  const groups = GROUPS.map(([group, title]) => ({
    title,
    products: listed.filter((product) => product.group === group),
  }))
  return {
    groups: groups.filter(({ products }) => products.length > 0),
    count: listed.length,
    isRefined,
    hasMore: view.count < ANSWERS.maxProducts && (answers.hasMore || all.length > listed.length),
  }
}
