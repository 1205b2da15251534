import { TEXT_SEARCH } from '#shared/constants.ts'
import { type CatalogProduct } from '#shared/contract/catalog.ts'
import { countAllowedTypos, computeEditDistance } from '#shared/vocabulary/word-forms.ts'
import { countNearbyTypos } from './catalog-words.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'

const MAX_WORDS = 8
const MAX_CORRECTIONS = 4

/** `currency`: of amounts without one. */
type FindProducts = (
  text: string,
  limit: number,
  currency: string | undefined,
) => Promise<readonly CatalogProduct[]>

/** Suggestions while somebody types: people by name, products by the meaning of the words. */
export const createWordsSearch = (store: WordsStore, findProducts: FindProducts) => {
  /** The nearest known words; none if none is near, because a wild guess is worse. */
  const correct = (typed: string, candidates: readonly string[]): string[] => {
    const maxTypos = countNearbyTypos(typed)
    return candidates
      .map((word) => ({ word, typos: computeEditDistance(typed, word) }))
      .filter(({ typos }) => typos <= maxTypos)
      .sort((a, b) => a.typos - b.typos)
      .slice(0, MAX_CORRECTIONS)
      .map(({ word }) => word)
  }

  /** For each typed word, the words of the catalogue that it may mean. */
  const meaningsOf = async (text: string): Promise<string[][]> => {
    const words = (await store.indexedWords(text)).slice(0, MAX_WORDS)
    if (words.length === 0) return []
    const vocabulary = await store.vocabularyFor(words)
    const groups = words.map((_, position) =>
      vocabulary.filter(({ index }) => index === position + 1).map(({ word }) => word),
    )
    const unknown = words.filter(
      (word, position) => groups[position]?.length === 0 && countAllowedTypos(word) > 0,
    )
    const alike = unknown.length > 0 ? await store.wordsLike(unknown) : null
    return words
      .map((word, position) => {
        const group = groups[position] ?? []
        return group.length > 0 ? group : correct(word, alike?.get(word) ?? [])
      })
      .filter((group) => group.length > 0)
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
