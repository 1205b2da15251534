import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { OBJECT_LABEL_TEXT } from '#shared/object-label-messages.ts'

const { nouns, details } = OBJECT_LABEL_TEXT
const isNoun = (words: string): words is keyof typeof nouns => Object.hasOwn(nouns, words)
const isDetail = (words: string): words is keyof typeof details => Object.hasOwn(details, words)

/** The noun at the end of a label, the longest that is known, and the words before it. */
const splitLabel = (label: string) => {
  const words = label.split(' ')
  for (let from = 0; from < words.length; from += 1) {
    const noun = words.slice(from).join(' ')
    if (isNoun(noun)) return { noun, before: words.slice(0, from) }
  }
  return null
}

/** Patterns and colours; a colour may have two words. Null if a word is none. */
const readDetails = (words: readonly string[]): (keyof typeof details)[] | null => {
  if (words.length === 0) return []
  for (const length of [2, 1]) {
    const detail = words.slice(0, length).join(' ')
    const rest = isDetail(detail) ? readDetails(words.slice(length)) : null
    if (isDetail(detail) && rest) return [detail, ...rest]
  }
  return null
}

/** The label of an object in the visitor's language, such as 'Hemd, marineblau'. One that somebody typed stays. */
export const describeObject = (label: string): string => {
  if (LOCALE_TEXT.language === 'en') return label
  const parts = splitLabel(label.toLowerCase())
  const known = parts && readDetails(parts.before)
  if (!parts || !known) return label
  const noun = OBJECT_LABEL_TEXT.nouns[parts.noun]
  return known.length === 0
    ? noun
    : OBJECT_LABEL_TEXT.described(
        known.map((detail) => OBJECT_LABEL_TEXT.details[detail]),
        noun,
      )
}
