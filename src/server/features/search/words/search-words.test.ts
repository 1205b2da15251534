import { expect, it } from 'vitest'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { searchWords } from './search-words.ts'

const filter = (facet: AppliedFilter['facet'], label: string): AppliedFilter => ({
  facet,
  value: label.toLowerCase(),
  label,
})

it.each([
  ['olive utility jacket', [], 'olive utility jacket'],
  ['olive utility jacket', [filter('colour', 'Black')], 'black utility jacket'],
  ['blue jeans', [filter('colour', 'Black'), filter('brand', 'Almara')], 'Almara black jeans'],
  ['striped navy shirt', [filter('pattern', 'Floral')], 'floral navy shirt'],
  [
    'red jacket',
    [filter('material', 'Leather'), filter('price', 'Under €80')],
    'leather red jacket',
  ],
])('says %s with %o as %s', (name, applied, words) =>
  expect(searchWords(name, applied)).toBe(words),
)
