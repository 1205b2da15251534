import type { PhraseMatch } from '#shared/vocabulary/vocabulary.ts'

/** What follows is not asked for: 'without stripes', 'not black'. */
const NEGATIONS = new Set(['not', 'no', 'non', 'without', 'except', 'never'])
const LINKS = new Set(['a', 'an', 'any', 'in', 'the', 'of', 'made', 'from', 'with', 'too'])
/** Other ways to say 'not', all of them read as that. */
const OTHERWISE =
  /\b(?:(?:any|every)thing (?:but|except)|other than|except(?: for)?|excluding|minus|(?:but )?nothing|but not|(?:that|which|who) (?:is|are|isnt|arent|has|have)(?: not| no)|(?:that|which) (?:isnt|arent)|i dont (?:want|like)|avoid)\b/g
const FREE = /\b([\p{L}]+) free\b/gu
const MINUS = /(^|\s)[-–](?=\p{L})/gu

export const withPlainNegations = (text: string): string =>
  text.replaceAll(MINUS, '$1 not ').replaceAll(FREE, ' not $1 ').replaceAll(OTHERWISE, ' not ')

export const isNegated = (words: readonly string[], from: number): boolean => {
  let place = from - 1
  while (LINKS.has(words[place] ?? '')) place -= 1
  return NEGATIONS.has(words[place] ?? '')
}

const DIMENSIONS = ['kind', 'colours', 'pattern', 'material', 'trait'] as const

/** Phrases that are not asked for: each after a negation, and those joined to it ('no black or white'). */
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
