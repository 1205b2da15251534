import { listKindsMeant, listPatternsWithin } from '#shared/vocabulary/vocabulary.ts'
import { type ExcludedAttributes, unique } from './parsed-query.ts'
import type { Phrases } from './query-phrases.ts'

/** Every kind of print, for queries that exclude prints. Ribs and quilting are not prints. */
const PRINT_PATTERNS = ['striped', 'checked', 'zigzag', 'printed'].flatMap(listPatternsWithin)
const PRINT_WORDS = new Set(['pattern', 'patterns', 'patterned', 'print', 'prints', 'printed'])

export const excludedBy = (
  negated: Phrases['negated'],
  condition: ExcludedAttributes['condition'],
): ExcludedAttributes => {
  const meanings = Array.from(negated, ({ meaning }) => meaning)
  return {
    kinds: unique(meanings.flatMap((meaning) => (meaning.kind ? listKindsMeant(meaning) : []))),
    colors: unique(
      meanings.flatMap(({ material, colors }) =>
        material === undefined ? (colors?.[0] ?? []) : [],
      ),
    ),
    patterns: unique(
      meanings.flatMap(({ name, pattern }) =>
        PRINT_WORDS.has(name) ? PRINT_PATTERNS : (pattern ?? []),
      ),
    ),
    materials: unique(meanings.flatMap(({ material }) => material ?? [])),
    traits: unique(meanings.flatMap(({ trait }) => trait ?? [])),
    condition,
  }
}
