import type { Database } from '#server/db/database.ts'
import {
  indexedWords,
  matchCelebrities,
  matchProducts,
  vocabularyFor,
} from './words-search.store.ts'

const MAX_WORDS = 8
const CELEBRITIES_SHOWN = 6
const PRODUCTS_SHOWN = 24

/** Celebrities and products by words, forgiving typing errors. */
export const createWordsSearch = (pool: Database['pool']) => async (text: string) => {
  const [celebrities, products] = await Promise.all([
    matchCelebrities(pool, text, CELEBRITIES_SHOWN),
    findProducts(pool, text),
  ])
  return { celebrities, products }
}

const findProducts = async (pool: Database['pool'], text: string) => {
  const words = (await indexedWords(pool, text)).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const meanings = await vocabularyFor(pool, words)
  const groups = words
    .map((_, index) => meanings.filter(({ place }) => place === index + 1).map(({ word }) => word))
    .filter((group) => group.length > 0)
  if (groups.length === 0) return []
  const every = await matchProducts(pool, joinGroups(groups, ' & '), PRODUCTS_SHOWN)
  if (every.length > 0 || groups.length === 1) return every
  return matchProducts(pool, joinGroups(groups, ' | '), PRODUCTS_SHOWN)
}

const joinGroups = (groups: string[][], operator: string): string =>
  groups.map((group) => `(${group.map(quoteWord).join(' | ')})`).join(operator)

/** A word of the index may hold a quote or a colon, which mean something to tsquery. */
const quoteWord = (word: string): string =>
  `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
