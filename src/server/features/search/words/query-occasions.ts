import { listKindsWithin, OCCASION_LIST } from '#shared/vocabulary/vocabulary.ts'
import { unique } from './parsed-query.ts'
import type { Phrases } from './query-phrases.ts'

/** Styles that words of praise mean. */
const STYLE_OF_PRAISE: Readonly<Record<string, string>> = {
  cute: 'coquette',
  sweet: 'coquette',
  pretty: 'coquette',
  lovely: 'coquette',
  adorable: 'coquette',
  feminine: 'coquette',
  sexy: 'date-night',
  sultry: 'date-night',
  flirty: 'date-night',
  classy: 'evening',
  chic: 'evening',
  sophisticated: 'evening',
  cool: 'streetwear',
  edgy: 'punk',
  fun: 'parisian-colour',
  funky: 'parisian-colour',
  quirky: 'parisian-colour',
}
const isPraise = (word: string) => Object.hasOwn(STYLE_OF_PRAISE, word)

export const getStyleOfPraise = (word: string): string => STYLE_OF_PRAISE[word] ?? ''

/** Whether an occasion can say something about products of this kind. */
export const suits = (occasion: string, kind: string | undefined): boolean => {
  const { weights } = OCCASION_LIST.find(({ id }) => id === occasion) ?? {}
  if (kind === undefined || !weights || weights.size === 0) return true
  return [...weights].some(
    ([weighted, weight]) =>
      weight > 0 &&
      (listKindsWithin(weighted).includes(kind) || listKindsWithin(kind).includes(weighted)),
  )
}

/**
 * Occasions and styles of a query, with what it calls them. Praise means a style if nothing else is named,
 * and otherwise only ranks.
 */
export const readOccasions = (
  phrases: Phrases,
  kind: string | undefined,
  isBare: boolean,
  ofIcons: readonly string[],
) => {
  const typed = phrases.relevant.flatMap(({ meaning, from, to }) =>
    meaning.occasion === undefined || meaning.kind !== undefined
      ? []
      : [{ id: meaning.occasion, words: phrases.words.slice(from, to).join(' ') }],
  )
  const named = unique([
    ...phrases.relevant.flatMap(({ meaning }) => meaning.occasion ?? []),
    ...ofIcons,
  ])
  const praise = named.length > 0 ? [] : phrases.words.filter(isPraise)
  const styles = unique(praise.map(getStyleOfPraise))
  // What goes with a suit is formal.
  const isForSuit = phrases.companion.some(({ meaning }) => meaning.kind === 'suits')
  const occasions = named.length > 0 ? named : isForSuit ? ['office'] : isBare ? styles : []
  return {
    named: occasions,
    occasions: occasions.filter((occasion) => suits(occasion, kind)),
    occasionWords: typed,
    leanings:
      occasions.length > 0 || kind === undefined
        ? []
        : styles.filter((style) => suits(style, kind)).slice(0, 1),
    praise: isBare || (kind !== undefined && occasions.length === 0) ? praise : [],
  }
}
