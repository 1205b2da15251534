import { expect, test } from 'vitest'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { COLOUR_TEXT } from '#shared/colour-messages.ts'
import {
  DEPARTMENT_TEXT,
  KIND_TEXT,
  LABEL_FORMS,
  MATERIAL_TEXT,
  OCCASION_TEXT,
  PATTERN_TEXT,
  TRAIT_TEXT,
} from '#shared/vocabulary-messages.ts'
import { COLORS, MATERIALS, PATTERNS } from './appearance.ts'
import { KINDS } from './kinds.ts'
import { getColorLabel } from './label-reader.ts'
import { getOccasionLabel } from './labels.ts'
import { OCCASIONS, TRAITS } from './occasions-and-traits.ts'

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

test.each([
  ['colours', COLOUR_TEXT, idsOf(COLORS)],
  ['patterns', PATTERN_TEXT, idsOf(PATTERNS)],
  ['materials', MATERIAL_TEXT, idsOf(MATERIALS)],
  ['departments', DEPARTMENT_TEXT, DEPARTMENTS],
  ['cuts', TRAIT_TEXT, Object.keys(TRAITS)],
  ['occasions', OCCASION_TEXT, OCCASIONS.match(/^[\w-]+/gm) ?? []],
] as const)('all %s have a label', (_, labels, ids) => {
  expect(Object.keys(labels).toSorted()).toEqual([...ids].toSorted())
})

test('kinds have the labels that suggestions are made from', () => {
  expect(KIND_TEXT).toEqual(Object.fromEntries(KINDS.map(({ id, label }) => [id, label])))
})

test('a value outside the vocabulary is its own label', () => {
  expect(getColorLabel('ultramarine')).toBe('Ultramarine')
  expect(getColorLabel('constructor')).toBe('Constructor')
  expect(getOccasionLabel('wedding-guest')).toBe('Wedding guest')
})

test.each([
  ['Short sleeves', 'short sleeves'],
  ['À talons', 'à talons'],
  ['T-shirts', 't-shirts'],
  ['Size EU 38', 'size EU 38'],
  ['Under Kč 500', 'under Kč 500'],
  ['French Riviera', 'French Riviera'],
  ['Gore-Tex', 'Gore-Tex'],
  ['Y2K', 'Y2K'],
  ['A$60 – A$100', 'A$60 – A$100'],
])('%s is %s inside a sentence', (label, written) => {
  expect(LABEL_FORMS.inSentence(label)).toBe(written)
})
