import { FILLER_WORDS, UNFILTERABLE_WORDS } from '#shared/vocabulary/ignored-words.ts'
import { LENGTH_WORDS } from '#shared/vocabulary/occasions-and-traits.ts'
import { isKnownWord, listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { isFamousName } from './famous-names.ts'
import { unique } from './parsed-query.ts'
import { isNegated } from './query-conditions.ts'
import { isPartOf, type Phrases } from './query-phrases.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'

const KINDS_WITH_LENGTHS = new Set(['dresses', 'skirts'].flatMap(listKindsWithin))
/** Words outside of phrases: lengths, words of titles, and words that mean nothing here. */
export const readFreeWords = async (
  { words, all, relevant, describing, clauseFrom }: Phrases,
  kind: string | undefined,
  sizeWords: ReadonlySet<string>,
  catalog: Pick<WordsStore, 'inTitles'>,
) => {
  const isFree = (index: number) =>
    !isPartOf(all, index) &&
    !FILLER_WORDS.has(words[index] ?? '') &&
    !sizeWords.has(words[index] ?? '')
  const isDenied = (index: number) => isNegated(words, index)
  const lengthOf = (index: number) =>
    kind !== undefined && KINDS_WITH_LENGTHS.has(kind) && !isPartOf(all, index)
      ? LENGTH_WORDS[words[index] ?? '']
      : undefined
  const requested = words.filter(
    (_, index) => isFree(index) && !isDenied(index) && lengthOf(index) === undefined,
  )
  const narrowing = words.filter((_, index) => isPartOf(describing, index))
  const readOtherwise = describing.filter(({ meaning }) => meaning.trait ?? meaning.occasion)
  const unreadNarrowing = words.filter(
    (_, index) => isPartOf(describing, index) && !isPartOf(readOtherwise, index),
  )
  const denied = words.filter((word, index) => isFree(index) && isDenied(index) && word !== 'too')
  const inTitles = await catalog.inTitles([...requested, ...narrowing, ...denied])
  const isTelling = (word: string) => inTitles.has(word) && !UNFILTERABLE_WORDS.has(word)
  const titleWords = requested.filter(
    (word) =>
      words.indexOf(word) < clauseFrom &&
      (relevant.length > 0 ? isTelling(word) : inTitles.has(word)),
  )
  return {
    titleWords,
    narrowing: narrowing.filter(isTelling),
    unreadNarrowing: unreadNarrowing.filter(isTelling),
    lengths: words.flatMap((_, index) => (isDenied(index) ? [] : (lengthOf(index) ?? []))),
    denied: denied.filter((word) => !inTitles.has(word)),
    /** Titles that have them are left out. */
    excluded: unique(denied.filter((word) => inTitles.has(word))),
    unused: [
      ...requested.filter((word) => !titleWords.includes(word) && !/^\p{L}$/u.test(word)),
      ...unreadNarrowing.filter((word) => !isTelling(word) && !FILLER_WORDS.has(word)),
    ],
    /** They may be misspelt. */
    unknown: unique(
      requested.filter(
        (word) =>
          !inTitles.has(word) &&
          !isKnownWord(word) &&
          !isFamousName(word) &&
          /^\p{L}{2,}$/u.test(word),
      ),
    ),
  }
}

export type FreeWords = Awaited<ReturnType<typeof readFreeWords>>
