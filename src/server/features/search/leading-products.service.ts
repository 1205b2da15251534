import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { foldText, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'
import type { DocumentsStore } from './documents.store.ts'
import type { PlannedQuery } from './query-plan.service.ts'
import { foldRuleWords, type SearchRules } from './rules/search-rules.service.ts'
import { isOfWordsAlone } from './rules/words-alone.ts'

/** Shorter titles ('Red dress') are searches like any other. */
const MIN_TITLE_WORDS = 3
const MAX_TITLED = 3

export type LeadingProductsDependencies = {
  store: Pick<DocumentsStore, 'byKeys' | 'stockOf' | 'withTitle'>
  words: Pick<WordsStore, 'wordForms'>
  rules: () => Promise<SearchRules>
}

/** What a list of words begins with, before anything is read from the words. */
export const createLeadingProducts = ({ store, words, rules }: LeadingProductsDependencies) => {
  /**
   * The products of which this is the whole title: titles contain words that mean something else in a
   * search ('No Dress Without …').
   */
  const readTitled = async ({
    spelling: _spelling,
    ...query
  }: PlannedQuery): Promise<CatalogProduct[]> => {
    const title = query.q?.trim() ?? ''
    if (!isOfWordsAlone(query) || splitIntoWords(title).length < MIN_TITLE_WORDS) return []
    const forms = await words.wordForms(splitIntoWords(foldText(title)))
    return forms === null ? [] : store.withTitle(title, forms, MAX_TITLED)
  }

  /** What the operator pinned to these words, as long as somebody sells it. */
  const readPinned = async (
    query: PlannedQuery,
    corrected: string | null,
  ): Promise<CatalogProduct[]> => {
    if (!isOfWordsAlone(query)) return []
    const { pins } = await rules()
    const searches = [query.q ?? '', corrected ?? ''].map(foldRuleWords)
    const keys = searches.flatMap((words) => pins.get(words) ?? [])
    if (keys.length === 0) return []
    const [products, stock] = await Promise.all([store.byKeys(keys), store.stockOf(keys)])
    return [...new Set(keys)].flatMap((key) =>
      stock.get(key)?.isInStock ? (products.get(key) ?? []) : [],
    )
  }

  return async (query: PlannedQuery, corrected: string | null) => {
    const [titled, pinned] = await Promise.all([readTitled(query), readPinned(query, corrected)])
    return {
      titled,
      pinned: pinned.filter(({ id }) => !titled.some((product) => product.id === id)),
    }
  }
}
