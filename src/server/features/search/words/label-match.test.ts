import { describe, expect, it, test } from 'vitest'
import { isOfLabeledKind, labelMatch, readLabel } from '#shared/vocabulary/label-match.ts'
import { describeTitle } from './describe-product.ts'

const match = (label: string, title: string, kind: string | null = null) =>
  labelMatch(readLabel(label, kind), describeTitle(title))
/** The titles that match the label best, first. */
const order = (label: string, kind: string, titles: string[]) =>
  titles.toSorted((a, b) => match(label, b, kind) - match(label, a, kind))

describe('the match of a title with a label is one of meaning, not of letters', () => {
  test.each([
    ['blue jeans', 'Indigo Wash Denims'],
    ['navy coat', 'Longline Overcoat in Midnight'],
    ['striped shirt', 'Pinstripe Button-Down'],
    ['leather jacket', 'Nappa Biker Jacket'],
  ])('%s and %s', (label, title) => expect(match(label, title)).toBe(1))

  test.each([
    ['dress', 'Dress Watch'],
    ['coat', 'Coat Hanger T-Shirt'],
    ['navy coat', ''],
    ['', 'Navy Coat'],
  ])('but not %s and %s', (label, title) => expect(match(label, title)).toBe(0))
})

test.each<[string, string, string, string[]]>([
  [
    'the kind counts more than everything else together',
    'striped purple dress',
    'dress',
    ['Black Maxi Dress', 'Striped Purple Shirt'],
  ],
  ['the colour counts more than the cut', 'taupe coat', 'outerwear', ['Beige Jacket', 'Red Coat']],
  [
    'the cut counts among those of the colour',
    'beige coat',
    'outerwear',
    ['Beige Coat', 'Beige Jacket', 'Red Coat', 'Red Jacket'],
  ],
  [
    'a main colour counts more than a second one, that more than a neighbouring one',
    'navy sweater',
    'top',
    ['Navy Sweater', 'Red and Navy Sweater', 'Black Sweater', 'Red Sweater'],
  ],
  [
    'a pattern counts among those of the colour',
    'floral red skirt',
    'skirt',
    ['Red Floral Skirt', 'Red Skirt', 'Black Floral Skirt', 'Black Skirt'],
  ],
])('%s', (_, label, kind, titles) => {
  expect(order(label, kind, titles.toReversed())).toEqual(titles)
})

it('is of the labelled kind what an object of it may be, or what the label calls it', () => {
  const isOfKind = (label: string, kind: string, title: string) =>
    isOfLabeledKind(readLabel(label, kind), describeTitle(title).kind)
  expect(isOfKind('jacket', 'outerwear', 'Wool Coat')).toBe(true)
  expect(isOfKind('jacket', 'outerwear', 'Wool Cardigan')).toBe(false)
  // A long cardigan is taken for a coat.
  expect(isOfKind('grey cardigan', 'outerwear', 'Wool Cardigan')).toBe(true)
  expect(isOfKind('top', 'top', 'Wool Cardigan')).toBe(true)
  expect(isOfKind('coat', 'outerwear', 'Maxi Dress')).toBe(false)
  expect(isOfKind('coat', 'outerwear', 'Model 7')).toBeNull()
})

it('prefers the department that was chosen, and what is for everyone, to what says nothing', () => {
  const label = { ...readLabel('red dress', 'dress'), department: 'women' as const }
  const titles = ['Women’s Black Dress', 'Black Dress', 'Girls’ Red Dress']
  const order = titles
    .toReversed()
    .toSorted((a, b) => labelMatch(label, describeTitle(b)) - labelMatch(label, describeTitle(a)))
  expect(order).toEqual(titles)
  expect(labelMatch(label, { ...describeTitle('Red Dress'), departments: ['unisex'] })).toBe(1)
})

it('a general noun prefers nothing of its kind', () => {
  expect(match('grey top', 'Grey Wool Sweater', 'top')).toBe(match('grey top', 'Grey Top', 'top'))
  expect(match('glasses', 'Round Sunglasses', 'eyewear')).toBe(1)
  expect(match('grey sweater', 'Grey Top', 'top')).toBeLessThan(1)
  // Outerwear of which no more is known is called a jacket.
  expect(match('black jacket', 'Black Wool Coat', 'outerwear')).toBe(1)
  expect(match('black leather jacket', 'Black Leather Coat', 'outerwear')).toBeLessThan(1)
})
