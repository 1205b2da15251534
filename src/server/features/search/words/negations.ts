import type { PhraseMatch } from '#shared/vocabulary/vocabulary.ts'

/** Words that exclude what follows: 'without stripes', 'not black'. */
const NEGATIONS = new Set(['not', 'no', 'non', 'without', 'except', 'never'])
const LINKING_WORDS = new Set(['a', 'an', 'any', 'in', 'the', 'of', 'made', 'from', 'with', 'too'])
const OTHER_NEGATIONS =
  /\b(?:(?:any|every)thing (?:but|except)|other than|except(?: for)?|excluding|minus|(?:but )?nothing|but not|(?:that|which|who) (?:is|are|isnt|arent|has|have)(?: not| no)|(?:that|which) (?:isnt|arent)|i dont (?:want|like)|avoid)\b/g
const FREE_SUFFIX = /\b([\p{L}]+) free\b/gu
const MINUS_PREFIX = /(^|\s)[-–](?=\p{L})/gu

export const withPlainNegations = (text: string): string =>
  text
    .replaceAll(MINUS_PREFIX, '$1 not ')
    .replaceAll(FREE_SUFFIX, ' not $1 ')
    .replaceAll(OTHER_NEGATIONS, ' not ')

export const isNegated = (words: readonly string[], from: number): boolean => {
  let index = from - 1
  while (LINKING_WORDS.has(words[index] ?? '')) index -= 1
  return NEGATIONS.has(words[index] ?? '')
}

const DIMENSIONS = ['kind', 'colours', 'pattern', 'material', 'trait'] as const

/** Phrases after a negation, and those joined to them ('no black or white'). */
export const negatedPhrases = (words: readonly string[], phrases: readonly PhraseMatch[]) => {
  const negated = new Set<PhraseMatch>()
  for (const [index, phrase] of phrases.entries()) {
    const before = phrases[index - 1]
    const isJoined =
      before !== undefined &&
      negated.has(before) &&
      before.to === phrase.from - 1 &&
      /^(?:or|nor|and)$/.test(words[before.to] ?? '') &&
      DIMENSIONS.some((name) => before.meaning[name] && phrase.meaning[name])
    if (isNegated(words, phrase.from) || isJoined) negated.add(phrase)
  }
  return negated
}
