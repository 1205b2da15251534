import { toEnglish } from './languages/translate.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { capitalize } from '#shared/domain/text.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { COLORS, MATERIALS, PATTERNS } from '#shared/vocabulary/appearance.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import {
  getDepartmentLabel,
  getMaterialLabel,
  getPatternLabel,
  getTraitLabel,
} from '#shared/vocabulary/labels.ts'
import { findPhrases, getKindLabel, type Meaning } from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { ATTRIBUTE_VALUE_TEXT, type ATTRIBUTE_TEXT } from './attribute-value-messages.ts'

type Column = keyof typeof ATTRIBUTE_TEXT

type ReadLabel = (meaning: Meaning) => { label: string; isWider: boolean } | null

/** `entries`: those whose first name says no more than their label. */
const createReader =
  (
    readId: (meaning: Meaning) => string | undefined,
    getLabel: (id: string) => string,
    entries: readonly { id: string; names: readonly string[] }[],
  ): ReadLabel =>
  (meaning) => {
    const id = readId(meaning)
    if (id === undefined) return null
    const names = entries.find((entry) => entry.id === id)?.names ?? []
    return { label: getLabel(id), isWider: meaning.name !== id && meaning.name !== names[0] }
  }

const LABELS: Readonly<Partial<Record<Column, ReadLabel>>> = {
  type: createReader(({ kind }) => kind, getKindLabel, KINDS),
  colors: createReader(({ colors }) => colors?.[0], getColorLabel, COLORS),
  pattern: createReader(({ pattern }) => pattern, getPatternLabel, PATTERNS),
  material: createReader(({ material }) => material, getMaterialLabel, MATERIALS),
  sleeve: ({ trait }) => (trait ? { label: getTraitLabel(trait), isWider: false } : null),
}

const describeSoldAs = (value: string): string => {
  const count = /^Pack of (\d+)$/.exec(value)?.[1]
  if (count !== undefined) return ATTRIBUTE_VALUE_TEXT.packOf(Number(count))
  return value === 'Set' ? ATTRIBUTE_VALUE_TEXT.set : value
}

/**
 * A value that a shop states, in the visitor's language as far as the vocabulary knows it. What says more than
 * its label stands behind it: 'Blau (Petrol)'. English pages show what the shop wrote.
 */
export const describeAttribute = (column: Column, value: string): string => {
  if (LOCALE_TEXT.language === 'en') return value
  if (column === 'sold_as') return describeSoldAs(value)
  if (column === 'departments')
    return DEPARTMENTS.some((id) => id === value) ? getDepartmentLabel(value) : value
  const words = splitIntoWords(toEnglish(value))
  const [phrase, ...others] = findPhrases(words)
  const found = phrase && others.length === 0 ? LABELS[column]?.(phrase.meaning) : null
  if (!phrase || !found) return value
  const isWhole = phrase.from === 0 && phrase.to === words.length
  const isSaid = (isWhole && !found.isWider) || capitalize(value) === found.label
  return isSaid ? found.label : `${found.label} (${value})`
}
