import {
  findPhrases,
  listKindsWithin,
  type Meaning,
  type PhraseMatch,
} from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { negatedPhrases } from './query-conditions.ts'

export const MAX_WORDS = 16
/** What follows is about something else, unless it names no product ('with stripes'). */
const ASIDE_WORDS = new Set(['with', 'for', 'to', 'over', 'under', 'like', 'matching', 'without'])

export const isAside = (word: string, index: number): boolean => index > 0 && ASIDE_WORDS.has(word)

/** After a thing, these begin a clause about something else: 'gloves I can use my phone with'. */
const CLAUSE_WORDS = new Set([
  'i',
  'you',
  'that',
  'which',
  'who',
  'where',
  'when',
  'so',
  'because',
  'if',
])

const COMPANION_VERBS = new Set(['go', 'goes', 'going', 'wear', 'worn', 'pair', 'paired', 'match'])
/** Whether the aside names what the product goes with ('shoes to go with a suit'), not a part of it. */
const isAboutCompanion = (words: readonly string[], asideFrom: number): boolean =>
  words[asideFrom] !== 'with' || words.slice(0, asideFrom).some((word) => COMPANION_VERBS.has(word))

/** Leaves out phrases about another product ('with a black suit'). */
const relevantPhrases = (phrases: readonly PhraseMatch[], asideFrom: number) => {
  if (asideFrom < 0) return phrases
  const isKind = ({ meaning }: PhraseMatch) => meaning.kind !== undefined
  const main = phrases.filter(({ from }) => from < asideFrom)
  const aside = phrases.filter(({ from }) => from > asideFrom)
  if (!main.some(isKind) || !aside.some(isKind)) return phrases
  // Occasion, department and cut still count there.
  return phrases.filter(
    (phrase) =>
      main.includes(phrase) ||
      phrase.from === asideFrom ||
      phrase.meaning.departments !== undefined ||
      (phrase.meaning.occasion !== undefined && !isKind(phrase)) ||
      phrase.meaning.trait !== undefined,
  )
}

const isOnlyThing = ({ kind, colors, pattern, material, trait }: Meaning): boolean =>
  kind !== undefined && !colors && !pattern && !material && !trait

const isWithin = ({ meaning: { kind } }: PhraseMatch, { meaning: wider }: PhraseMatch): boolean =>
  kind !== undefined && kind !== wider.kind && listKindsWithin(wider.kind ?? '').includes(kind)

export type Phrases = ReturnType<typeof readPhrases>

const isThing = ({ meaning }: PhraseMatch) => meaning.kind !== undefined

/** The words of a query, and the phrases of the vocabulary in them by their role. */
export const readPhrases = (text: string) => {
  const words = splitIntoWords(text).slice(0, MAX_WORDS)
  const all = findPhrases(words)
  const negated = negatedPhrases(words, all)
  const wanted = all.filter((phrase) => !negated.has(phrase))
  const firstThing = wanted.find(isThing)?.to ?? Infinity
  const asideFrom = words.findIndex(
    (word, index) => isAside(word, index) || (index >= firstThing && CLAUSE_WORDS.has(word)),
  )
  const relevant = relevantPhrases(wanted, asideFrom)
  const aside = wanted.filter((phrase) => !relevant.includes(phrase))
  const companion = isAboutCompanion(words, asideFrom) ? aside : []
  const isMain = ({ from }: PhraseMatch) => asideFrom < 0 || from < asideFrom
  // In 'boots with a heel', the heel is no product.
  const lastThing =
    relevant.findLast((phrase) => isThing(phrase) && isMain(phrase)) ?? relevant.findLast(isThing)
  // 'Turtle neck sweater' is a turtleneck: its noun says nothing more.
  const kindPhrase =
    relevant.find(
      (phrase) => lastThing && phrase.to === lastThing.from && isWithin(phrase, lastThing),
    ) ?? lastThing
  const attributes = relevant.filter((phrase) => phrase !== kindPhrase && phrase !== lastThing)
  // Another thing beside the requested one only describes it: 'dress watch', 'boots with a heel'.
  const describing = [
    ...attributes.filter(({ meaning }) => isOnlyThing(meaning)),
    ...aside.filter((phrase) => isThing(phrase) && !companion.includes(phrase)),
  ]
  const unread = aside.filter((phrase) => !describing.includes(phrase))
  const isClause = asideFrom >= firstThing && CLAUSE_WORDS.has(words[asideFrom] ?? '')
  return {
    words,
    all,
    negated,
    relevant,
    kindPhrase,
    attributes,
    describing,
    companion,
    unread,
    /** Its words say what the product is to do, which no title says. */
    clauseFrom: isClause ? asideFrom : Infinity,
  }
}

/** Whether two colours stand on both sides of 'and'. */
export const areColorsJoined = ({ words, attributes }: Phrases): boolean => {
  const colored = attributes.filter(({ meaning }) => meaning.colors && !meaning.material)
  return colored.some(
    ({ from }, index) => words[from - 1] === 'and' && colored[index - 1]?.to === from - 1,
  )
}

export const isPartOf = (phrases: readonly PhraseMatch[], index: number): boolean =>
  phrases.some(({ from, to }) => index >= from && index < to)
