import {
  listDescribingWords,
  listKindsMeant,
  listPatternsWithin,
  type Meaning,
} from '#shared/vocabulary/vocabulary.ts'
import { type ExcludedAttributes, unique } from './parsed-query.ts'
import type { Phrases } from './query-phrases.ts'

/** Every kind of print, for queries that exclude prints. Ribs and quilting are not prints. */
const PRINT_PATTERNS = ['striped', 'checked', 'zigzag', 'printed'].flatMap(listPatternsWithin)
const PRINT_WORDS = new Set(['pattern', 'patterns', 'patterned', 'print', 'prints', 'printed'])

/** 'Skinny' of 'no skinny jeans': jeans are wanted. */
const listNarrowerWords = (meaning: Meaning): readonly string[] =>
  meaning.kind === undefined || meaning.name === meaning.kind ? [] : listDescribingWords(meaning)

/** Whether a phrase excludes some things of its kind, not all of them. */
export const isNarrowerExclusion = (meaning: Meaning): boolean =>
  listNarrowerWords(meaning).length > 0 && meaning.name.includes(' ')

export const excludedBy = (
  negated: Phrases['negated'],
  words: readonly string[],
  condition: ExcludedAttributes['condition'],
): ExcludedAttributes => {
  const meanings = Array.from(negated, ({ meaning }) => meaning)
  const narrower = meanings.filter(isNarrowerExclusion)
  return {
    kinds: unique(
      meanings.flatMap((meaning) =>
        meaning.kind && !narrower.includes(meaning) ? listKindsMeant(meaning) : [],
      ),
    ),
    colors: unique(
      meanings.flatMap(({ material, colors, colorGroup }) =>
        material === undefined ? (colorGroup?.colors ?? colors?.slice(0, 1) ?? []) : [],
      ),
    ),
    patterns: unique(
      meanings.flatMap(({ name, pattern }) =>
        PRINT_WORDS.has(name) ? PRINT_PATTERNS : (pattern ?? []),
      ),
    ),
    materials: unique(meanings.flatMap(({ material }) => material ?? [])),
    traits: unique(
      meanings.flatMap((meaning) => (narrower.includes(meaning) ? [] : (meaning.trait ?? []))),
    ),
    words: unique([...narrower.flatMap(listNarrowerWords), ...words]),
    condition,
  }
}
