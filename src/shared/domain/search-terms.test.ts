import { describe, expect, test } from 'vitest'
import {
  findBrand,
  buildPrimaryQuery,
  shortenProductTitle,
  buildSearchTerms,
} from './search-terms.ts'

describe('product name extraction', () => {
  test.each([
    ['Wool coat', 'Wool coat'],
    ['one two three four five six seven', 'one two three four five six'],
    ['Belted wool coat in navy with horn buttons, long', 'Belted wool coat in navy with'],
    [`a b c d e ${'x'.repeat(40)}`, `a b c d e ${'x'.repeat(40)}`],
    [`a b c d e ${'x'.repeat(41)}`, 'a b c d'],
    ['Belted wool-blend trench coat in navy with horn buttons', 'Belted wool-blend trench coat'],
    ['  Coat  –  navy | wool ', 'Coat navy wool'],
    ['', ''],
  ])('keeps up to 6 words (4 if longer than 50 characters): %s', (title, name) => {
    expect(shortenProductTitle(title)).toBe(name)
  })
})

describe('known brands', () => {
  test.each([
    ['NIKE Air runner', 'Nike'],
    ["Levi's 501 jeans", "Levi's"],
    ['Ray Ban style? No: Ray-Ban!', 'Ray-Ban'],
    ['H&M linen shirt', 'H&M'],
    ['White new balance shoes', 'New Balance'],
    ['Advanstar shoes', null],
    ['Pumapard coat', null],
    ['', null],
  ])('%s: %s', (title, brand) => {
    expect(findBrand(title)).toBe(brand)
  })
})

describe('term building', () => {
  test('name plus category, buy, online, shop, store and brand', () => {
    expect(buildSearchTerms({ name: 'navy coat', category: 'clothing', brand: 'Zara' })).toEqual([
      'navy coat clothing',
      'navy coat buy',
      'navy coat online',
      'navy coat shop',
      'navy coat store',
      'navy coat Zara',
    ])
  })

  test('says nothing twice', () => {
    expect(buildSearchTerms({ name: 'Zara bags', category: 'bags', brand: 'Zara' })).toEqual([
      'Zara bags',
      'Zara bags buy',
      'Zara bags online',
      'Zara bags shop',
      'Zara bags store',
    ])
  })

  test('leaves out the category other, and a missing brand', () => {
    expect(buildSearchTerms({ name: 'lamp', category: 'other' })[0]).toBe('lamp')
  })

  test('nothing to search for', () => {
    expect(buildSearchTerms({ name: ' - ', category: 'bags' })).toEqual([])
    expect(buildPrimaryQuery({ name: '', category: 'bags' })).toBeNull()
  })

  test('the primary query is the first term', () => {
    expect(buildPrimaryQuery({ name: 'navy coat', category: 'clothing' })).toBe(
      'navy coat clothing',
    )
  })
})
