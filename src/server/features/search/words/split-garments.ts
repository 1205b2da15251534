import { findPhrases, getParentKind, type PhraseMatch } from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { isNegated } from './query-conditions.ts'
import { isAside, isPartOf } from './query-phrases.ts'

/** A query for each garment of a query for several. */
export type Garments = { queries: readonly string[]; unread: readonly string[] }

const MAX_GARMENTS = 4
const LINKS = new Set(['and', 'or', 'plus', ','])
/** What they ask for, that things belong together, no shop states. */
const SET_WORDS = new Set(['set', 'sets', 'matching', 'combo', 'outfit'])

type Part = { from: number; to: number; thing: PhraseMatch | undefined }

const isThing = ({ meaning }: PhraseMatch): boolean => meaning.kind !== undefined
const isAccessory = ({ meaning }: PhraseMatch): boolean =>
  getParentKind(meaning.kind ?? '') === 'accessories' && !meaning.colors && !meaning.material

/** Pieces of text as typed, because words alone have no signs of currencies. */
const readTokens = (text: string) => {
  const tokens = text
    .replaceAll(/,(?=\s|$)/g, ' , ')
    .split(/\s+/)
    .filter(Boolean)
  return tokens.flatMap((token) => {
    const words = token === ',' ? [','] : splitIntoWords(token)
    return (words.length === 0 ? [''] : words).map((word, index) => ({
      word,
      text: index === 0 ? token : '',
    }))
  })
}

/**
 * Reads 'white shirt and black skirt' as a query for each, with its own words. What follows the last thing,
 * and names and departments, hold for all: 'hat and scarf for men under £50'. Null for all other queries.
 */
export const splitGarments = (text: string, names: ReadonlySet<string>): Garments | null => {
  const tokens = readTokens(text)
  const words = tokens.map(({ word }) => word)
  const phrases = findPhrases(words)
  const things = phrases.filter(isThing)
  const isSet = words.some((word) => SET_WORDS.has(word))
  const isLink = (index: number) =>
    LINKS.has(words[index] ?? '') && !isPartOf(phrases, index) && !names.has(words[index] ?? '')
  if (things.length < 2 || things.some(({ from }) => isNegated(words, from))) return null
  if (!isSet && !words.some((_, index) => isLink(index))) return null
  const ends = [...words.keys()].filter(
    (index) =>
      isLink(index) ||
      // 'Hat scarf and gloves' is a list, while a 'dress watch' is a watch.
      things.some(
        (thing, at) =>
          thing.from === index &&
          things[at - 1]?.to === index &&
          isAccessory(thing) &&
          isAccessory(things[at - 1] ?? thing),
      ),
  )
  const parts: Part[] = []
  let from = 0
  for (const to of [...ends, words.length]) {
    const aside = words.findIndex(
      (word, index) =>
        index >= from && index < to && isAside(word, index - from) && !SET_WORDS.has(word),
    )
    const end = aside < 0 ? to : aside
    const thing = things.findLast((other) => other.from >= from && other.to <= end)
    // 'Dress with a belt and boots': who knows what the boots are to go with.
    const isAsideThing = things.some((other) => other.from >= end && other.to <= to)
    if (isAsideThing && to < words.length) return null
    if (!thing && to < words.length) continue
    parts.push({ from, to, thing })
    from = to
  }
  const last = parts.findLastIndex(({ thing }) => thing !== undefined)
  const garments = parts.slice(0, last + 1)
  if (garments.length < 2 || garments.length > MAX_GARMENTS) return null
  const sharedFrom = garments[last]?.thing?.to ?? words.length
  const isShared = (index: number) =>
    index >= sharedFrom ||
    names.has(words[index] ?? '') ||
    phrases.some(
      ({ meaning, from: start, to }) => meaning.departments && index >= start && index < to,
    )
  const isOwn = (index: number, { from: start, to }: Part) => index >= start && index < to
  const isStated = (index: number) =>
    (!SET_WORDS.has(words[index] ?? '') && words[index] !== ',') || isPartOf(phrases, index)
  return {
    queries: garments.map((part) =>
      tokens
        .filter(
          (_, index) =>
            isStated(index) &&
            (isOwn(index, part) ? !isLink(index) || index > part.from : isShared(index)),
        )
        .map(({ text: token }) => token)
        .filter(Boolean)
        .join(' '),
    ),
    unread: words.filter((word, index) => SET_WORDS.has(word) && !isPartOf(phrases, index)),
  }
}
