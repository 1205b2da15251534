import { expect, it } from 'vitest'
import type { Department } from '#shared/domain/department.ts'
import {
  listNearSizeTokens,
  parseSize,
  computeProductSizeTokens,
  formatSizeToken,
  getSizeRank,
  getSizeSystem,
} from './sizes.ts'

const tokens = (size: string, kind: string, ...departments: Department[]) =>
  computeProductSizeTokens([size], { kind, departments })

it.each([
  // Clothes of women: EU = UK + 28 = US + 32 = IT - 4 = FR - 2.
  ['EU 38', 'dresses', ['women38']],
  ['UK 10', 'dresses', ['women38']],
  ['US 6', 'dresses', ['women38']],
  ['IT 42', 'dresses', ['women38']],
  ['FR 40', 'dresses', ['women38']],
  ['38', 'dresses', ['women38']],
  ['XL', 'dresses', ['xl']],
  ['2XL', 'dresses', ['xxl']],
  ['XXXL', 'dresses', ['3xl']],
  ['S/M', 'dresses', ['s', 'm']],
  ['One size', 'scarves', ['one']],
  ['W32 L34', 'jeans', ['w32']],
  ['32/34', 'jeans', ['w32']],
  ['116', 'dresses', ['cm116']],
  ['9-10 years', 'trousers', ['cm134', 'cm140']],
  ['0-6 months', 'dresses', ['cm56', 'cm62', 'cm68']],
  ['nonsense', 'dresses', []],
])('reads %s of %s', (size, kind, expected) => expect(tokens(size, kind)).toEqual(expected))

it.each([
  ['UK 5', ['women'], ['shoe38']],
  ['US 7', ['women'], ['shoe38']],
  ['US 8.5', ['women'], ['shoe39.5']],
  ['UK 8', ['men'], ['shoe42']],
  ['US 9', ['men'], ['shoe42']],
  ['US 10.5', ['men'], ['shoe43.5']],
  ['EU 42.5', ['men'], ['shoe42.5']],
  ['EU 39-42', ['unisex'], ['shoe39', 'shoe40', 'shoe41', 'shoe42']],
  ['JP 24.5', ['women'], ['shoe39']],
  ['UK 10', ['boys'], ['shoe28']],
  ['EU 28', ['girls'], ['shoe28']],
] satisfies [string, Department[], string[]][])(
  'converts shoes in %s of %j',
  (size, wearers, expected) => expect(tokens(size, 'boots', ...wearers)).toEqual(expected),
)

it('reads the same number by whom and what it is for', () => {
  expect(tokens('50', 'blazers', 'men')).toContain('men50')
  expect(tokens('40', 'blazers', 'men')).not.toContain('men40')
  expect(tokens('UK 40', 'blazers', 'men')).toEqual(['men50'])
  expect(tokens('32', 'jeans', 'women')).toEqual(['w32'])
  expect(tokens('38', 'jeans', 'men')).toEqual(['w38'])
  expect(tokens('62', 'dresses', 'baby')).toEqual(['cm62'])
  expect(tokens('P', 'dresses', 'women')).toEqual(['s'])
})

it('finds letters for numbers and numbers for letters', () => {
  expect(listNearSizeTokens(['women38'])).toEqual(['m'])
  expect(listNearSizeTokens(['xl'])).toEqual(['women44', 'women46', 'men54', 'men56'])
  expect(listNearSizeTokens(['men50'])).toEqual(['m'])
  expect(listNearSizeTokens(['shoe38', 'w32'])).toEqual([])
  expect(listNearSizeTokens(['shoe42.5'])).toEqual(['shoe42', 'shoe43'])
})

it('names sizes in the system of the visitor, from small to large', () => {
  expect(['EUR', 'GBP', 'USD', undefined].map(getSizeSystem)).toEqual(['eu', 'uk', 'us', 'eu'])
  expect(['eu', 'uk', 'us'].map((system) => formatSizeToken('women38', system as 'eu'))).toEqual([
    'EU 38',
    'UK 10',
    'US 6',
  ])
  expect(formatSizeToken('shoe42', 'eu')).toBe('EU 42')
  expect(formatSizeToken('shoe42', 'uk')).toBe('UK 9 (men’s 8)')
  expect(formatSizeToken('shoe28', 'uk')).toBe('UK 10')
  expect(
    ['w32', 'cm116', 'xl', 'one', 'number85'].map((one) => formatSizeToken(one, 'us')),
  ).toEqual(['W32', '116 cm', 'XL', 'One size', '85'])
  expect(
    ['shoe38', 'women36', 'xl', 's', 'w32'].toSorted((a, b) => getSizeRank(a) - getSizeRank(b)),
  ).toEqual(['s', 'xl', 'w32', 'women36', 'shoe38'])
})

it('takes no text for a size', () => {
  for (const text of ['', 'dress', '38 boots', 'w', '1234', 'xyl'])
    expect(parseSize(text)).toBeNull()
})
