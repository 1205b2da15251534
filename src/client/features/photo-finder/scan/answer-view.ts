import { ANSWERS } from '#shared/constants.ts'
import type { ProductFilters } from '#shared/product-filters.ts'

/** What is asked for beside the object itself: free words, and chosen filters. */
export type Wish = { q: string; filters: ProductFilters }

export const NO_WISH: Wish = { q: '', filters: {} }

/** How the results of one object are shown, for as long as its photo is. */
export type AnswerView = {
  wish: Wish
  count: number
  /** Ids of products that are not this. */
  dismissed: readonly string[]
}

export const FIRST_VIEW: AnswerView = { wish: NO_WISH, count: ANSWERS.products, dismissed: [] }

/** By embedding: another box is another object. */
export type AnswerViews = ReadonlyMap<string, AnswerView>
