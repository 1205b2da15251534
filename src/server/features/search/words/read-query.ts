import type { WordsStore } from '#server/features/catalog/index.ts'
import type { SearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { SPELLING_SLIPS } from '#shared/vocabulary/ignored-words.ts'
import { expandShortForms, foldText, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { completeWord, correctPair, correctWord } from './catalog-words.ts'
import { isEverydayWord } from './everyday-words.ts'
import { type ParsedQuery, unique } from './parsed-query.ts'
import { readSpelling } from './read-spelling.ts'

export type CatalogWords = Pick<WordsStore, 'namesWith' | 'inTitles' | 'similarWords'> & {
  rules: () => Promise<Pick<SearchRules, 'replaceWords' | 'knownWords'>>
}

const QUERY_CHARS = 100
/** Some characters and short forms become many letters. */
const FOLDED_CHARS = 2 * QUERY_CHARS
const replaceWords = (text: string, replacements: ReadonlyMap<string, string>): string =>
  text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => replacements.get(word) ?? word)

const MAX_NEAREST = 3

/** Whether a query is to be corrected, searched as it is spelled, or still being typed. */
export type QuerySpelling = 'corrected' | 'exact' | 'unfinished'

/**
 * What a query asks for. Words that nobody knows are corrected, unless they exist in one of our languages.
 */
export const readQuery = async (
  text: string,
  catalog: CatalogWords,
  mode: QuerySpelling = 'corrected',
): Promise<ParsedQuery> => {
  const typedText = foldText(expandShortForms(text.slice(0, QUERY_CHARS))).slice(0, FOLDED_CHARS)
  const { replaceWords: replaceOwnWords, knownWords } = await catalog.rules()
  const folded = mode === 'exact' ? typedText : replaceOwnWords(typedText).slice(0, FOLDED_CHARS)
  const typed = await readSpelling(folded, catalog)
  const isByMeaning = folded !== typedText
  const misspelt = typed.unknownWords.filter((word) => !knownWords.has(word))
  if (typed.unknownWords.length === 0)
    return { ...typed.parsed, corrected: isByMeaning ? folded : null, isByMeaning }
  const similar = await catalog.similarWords(misspelt)
  const words = splitIntoWords(folded)
  const lastWord = words.at(-1)
  const pairs = words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    const pair = misspelt.includes(word) && misspelt.includes(next) ? correctPair(word, next) : null
    return pair ? [[word, pair[0]] as const, [next, pair[1]] as const] : []
  })
  const spellings = misspelt.flatMap((word) => {
    const candidates = similar.get(word) ?? []
    const completion =
      mode === 'unfinished' && word === lastWord ? completeWord(word, candidates) : undefined
    // A word that exists is meant, whatever it resembles: a banana is no bandana.
    const isMisspelt = word in SPELLING_SLIPS || !isEverydayWord(word)
    const spelling =
      completion ?? (isMisspelt ? correctWord(word, word === lastWord, candidates) : null)
    return spelling === null || spelling === word ? [] : [[word, spelling] as const]
  })
  const respelt = replaceWords(folded, new Map([...spellings, ...pairs]))
  const corrected = mode === 'exact' ? folded : respelt
  const isCorrected = corrected !== folded
  const { parsed, unknownWords, isSomething } = isCorrected
    ? await readSpelling(corrected, catalog)
    : typed
  const fewerWords = replaceWords(corrected, new Map(unknownWords.map((word) => [word, ''])))
  return {
    ...parsed,
    corrected: isCorrected || isByMeaning ? corrected : null,
    isByMeaning: isByMeaning && !isCorrected,
    nearest: unique(
      [
        ...(respelt === corrected ? [] : [respelt]),
        ...(parsed.unknown !== null && isSomething ? [fewerWords] : []),
      ].map((query) => query.replaceAll(/\s+/g, ' ').trim()),
    ).slice(0, MAX_NEAREST),
  }
}
