import { TEXT_SEARCH } from '#shared/constants.ts'
import type { Database } from '#server/db/database.ts'
import { editDistance, slipsAllowed } from './edit-distance.ts'
import {
  indexedWords,
  matchCelebrities,
  matchProducts,
  vocabularyFor,
  wordsLike,
} from './words-search.store.ts'

const MAX_WORDS = 8
const CORRECTIONS = 4

type Pool = Database['pool']

/** Celebrities and products by words, forgiving typing errors. */
export const createWordsSearch = (pool: Pool) => async (text: string) => {
  const groups = await meantBy(pool, text)
  const meanings = groups.flatMap((group, place) => group.map((word) => ({ word, place })))
  const [celebrities, products] = await Promise.all([
    matchCelebrities(pool, text, meanings, TEXT_SEARCH.maxCelebrities),
    findProducts(pool, groups),
  ])
  return { celebrities, products }
}

export type WordsSearch = ReturnType<typeof createWordsSearch>

/** For every word typed, the words of the catalogue that it may stand for. */
const meantBy = async (pool: Pool, text: string): Promise<string[][]> => {
  const words = (await indexedWords(pool, text)).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const known = await vocabularyFor(pool, words)
  const groups = words.map(async (word, index) => {
    const meant = known.filter(({ place }) => place === index + 1)
    return meant.length > 0 ? meant.map((meaning) => meaning.word) : correct(pool, word)
  })
  return (await Promise.all(groups)).filter((group) => group.length > 0)
}

/** The nearest words in use, or none: a wild guess is worse than no answer. */
const correct = async (pool: Pool, typed: string): Promise<string[]> => {
  const allowed = slipsAllowed(typed)
  if (allowed === 0) return []
  const candidates = await wordsLike(pool, typed)
  return candidates
    .map((word) => ({ word, slips: editDistance(typed, word) }))
    .filter(({ slips }) => slips <= allowed)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, CORRECTIONS)
    .map(({ word }) => word)
}

const findProducts = async (pool: Pool, groups: string[][]) => {
  if (groups.length === 0) return []
  const every = await matchProducts(pool, joinGroups(groups, ' & '), TEXT_SEARCH.maxProducts)
  if (every.length > 0 || groups.length === 1) return every
  return matchProducts(pool, joinGroups(groups, ' | '), TEXT_SEARCH.maxProducts)
}

const joinGroups = (groups: string[][], operator: string): string =>
  groups.map((group) => `(${group.map(quoteWord).join(' | ')})`).join(operator)

/** A word of the index may hold a quote or a colon, which mean something to tsquery. */
const quoteWord = (word: string): string =>
  `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
