import type { RelaxedWord } from '#shared/contract/product-search.ts'
import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { getOccasionLabel } from '#shared/vocabulary/labels.ts'
import { getKindLabel, isKnownWord } from '#shared/vocabulary/vocabulary.ts'
import { READING_TEXT } from '#server/features/search/search-messages.ts'
import { type cutFamousNames, isFamousName } from './famous-names.ts'
import type { FreeWords } from './free-words.ts'
import type { RequestedSize } from './query-conditions.ts'
import { getStyleOfPraise, type readOccasions, suits } from './query-occasions.ts'
import type { Phrases } from './query-phrases.ts'

const { ignored: reasons } = READING_TEXT

const ignoredWord = (words: string, reason: string): RelaxedWord => ({
  words,
  did: READING_TEXT.ignoredWord(words, reason),
})

const nameStyle = (id: string): string => LABEL_FORMS.inSentence(getOccasionLabel(id))

export const sayNotListed = (words: readonly string[]): RelaxedWord[] =>
  words.map((word) => ignoredWord(word, reasons.notListed))

/** After these, a word that we do not know is somebody's name: 'worn by', 'dress like'. */
const NAME_FOLLOWS = new Set(['by', 'like', 'on', 'wore'])

/** Neighbours of the same sort share a notice, as 'kate middleton' is one name. */
const explainUnused = (words: readonly string[], unused: readonly string[]): RelaxedWord[] => {
  const groups: { words: string[]; sort: 'name' | 'listed' | 'unknown'; end: number }[] = []
  for (const [index, word] of words.entries()) {
    if (!unused.includes(word)) continue
    const last = groups.at(-1)
    const isNext = last?.end === index
    const isInName = isNext ? last.sort === 'name' : NAME_FOLLOWS.has(words[index - 1] ?? '')
    const sort =
      isFamousName(word) || (isInName && !isKnownWord(word))
        ? 'name'
        : isKnownWord(word)
          ? 'listed'
          : 'unknown'
    if (isNext && last.sort === sort && sort !== 'listed') {
      last.words.push(word)
      last.end = index + 1
    } else groups.push({ words: [word], sort, end: index + 1 })
  }
  const reasonOf = { name: reasons.noSuchName, listed: reasons.notListed }
  return groups.map(({ words: group, sort }) =>
    ignoredWord(
      group.join(' '),
      sort === 'unknown' ? reasons.unknown(group.length) : reasonOf[sort],
    ),
  )
}

type QueryParts = {
  phrases: Phrases
  free: FreeWords
  style: ReturnType<typeof readOccasions>
  famous: ReturnType<typeof cutFamousNames>
  kind: string | undefined
  size: RequestedSize | null
}

/** What of a query could not be used, or was read as something else, and why. */
export const explainWords = ({
  phrases,
  free,
  style,
  famous,
  kind,
  size,
}: QueryParts): RelaxedWord[] => {
  const unread = phrases.unread.flatMap(({ from, to }) => phrases.words.slice(from, to)).join(' ')
  const unsuitable = style.named.filter(
    (id) => !suits(id, kind) && phrases.attributes.some(({ meaning }) => meaning.occasion === id),
  )
  return [
    ...famous.names.map((name) => ignoredWord(name, reasons.noSuchName)),
    ...famous.icons.map(({ name, style }) => ({
      words: name,
      did: READING_TEXT.readNameAsStyle(name, nameStyle(style)),
    })),
    ...style.praise.map((word) => ({
      words: word,
      did: (style.leanings.length > 0 ? READING_TEXT.ranksByStyle : READING_TEXT.readAsStyle)(
        word,
        nameStyle(getStyleOfPraise(word)),
      ),
    })),
    ...explainUnused(
      phrases.words,
      free.unused.filter((word) => !style.praise.includes(word)),
    ),
    ...(size?.leg ? [ignoredWord(READING_TEXT.legLength(size.leg), reasons.onlyWaist)] : []),
    ...(unread === ''
      ? []
      : [ignoredWord(unread, phrases.companion.length > 0 ? reasons.companion : reasons.detail)]),
    ...free.denied.map((word) => ignoredWord(READING_TEXT.without(word), reasons.rarelyDenied)),
    ...unsuitable.map((id) =>
      ignoredWord(
        style.occasionWords.find((occasion) => occasion.id === id)?.words ?? nameStyle(id),
        reasons.saysLittle(LABEL_FORMS.inSentence(getKindLabel(kind ?? ''))),
      ),
    ),
  ]
}
