import { TEXT_SEARCH } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { editDistance, allowedTypos } from '#shared/vocabulary/word-forms.ts'
import type { WordsSearchStore } from './words/words.store.ts'

const MAX_WORDS = 8
const CORRECTIONS = 4

/** Amounts without a currency are in `currency`. */
type FindProducts = (
  text: string,
  limit: number,
  currency: string | undefined,
) => Promise<readonly CatalogProduct[]>

/** Suggestions while somebody types: people by name, products by what the words mean. */
export const createWordsSearch = (store: WordsSearchStore, findProducts: FindProducts) => {
  /** The nearest known words, or none: a wild guess is worse than no result. */
  const correct = async (typed: string): Promise<string[]> => {
    const allowed = allowedTypos(typed)
    if (allowed === 0) return []
    const candidates = await store.wordsLike(typed)
    return candidates
      .map((word) => ({ word, slips: editDistance(typed, word) }))
      .filter(({ slips }) => slips <= allowed)
      .sort((a, b) => a.slips - b.slips)
      .slice(0, CORRECTIONS)
      .map(({ word }) => word)
  }

  /** For every typed word, the words of the catalogue that it may stand for. */
  const meaningsOf = async (text: string): Promise<string[][]> => {
    const words = (await store.indexedWords(text)).slice(0, MAX_WORDS)
    if (words.length === 0) return []
    const vocabulary = await store.vocabularyFor(words)
    const groups = words.map(async (word, position) => {
      const meant = vocabulary.filter(({ index }) => index === position + 1)
      return meant.length > 0 ? meant.map((meaning) => meaning.word) : correct(word)
    })
    return (await Promise.all(groups)).filter((group) => group.length > 0)
  }

  return async (text: string, currency?: string) => {
    const groups = await meaningsOf(text)
    const meanings = groups.flatMap((group, index) => group.map((word) => ({ word, index })))
    const [celebrities, products] = await Promise.all([
      store.matchCelebrities(text, meanings, TEXT_SEARCH.maxCelebrities),
      findProducts(text, TEXT_SEARCH.maxProducts, currency),
    ])
    return { celebrities, products: [...products] }
  }
}
export type WordsSearch = ReturnType<typeof createWordsSearch>
