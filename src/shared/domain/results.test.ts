import { describe, expect, test } from 'vitest'
import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import { DIGITAL_ITEM_WORDS } from './detection-rules.ts'
import { listResults } from './results.ts'

const product = (title: string, more: object = {}) => ({
  title,
  price: '$10',
  seller: 'Maison Ada',
  productLink: 'https://example.com/p',
  ...more,
})
const titles = (products: readonly { title: string }[]) => products.map(({ title }) => title)
const list = (products: ReturnType<typeof product>[], label = 'navy coat') =>
  titles(listResults(products, { label }))

describe('a title matches the label', () => {
  test.each([
    ['by all its words before some of them', 'navy coat', ['Navy dress', 'Navy wool coat']],
    ['by whole words', 'navy coat', ['Coatrack', 'Red coat']],
    ['in singular and plural', 'navy shoes', ['Navy dress', 'Navy shoe']],
    ['without its accents', 'café dress', ['Red dress', 'Cafe Dress']],
    ['in any script', 'червона сукня', ['Червона шапка', 'Червона сукня']],
  ])('%s', (_, label, [worse = '', better = '']) => {
    expect(list([product(worse), product(better)], label)).toEqual([better, worse])
  })
})

describe('leaves out', () => {
  test.each<[string, ReturnType<typeof product>]>([
    ['a blank title', product('  ')],
    ['the title N/A', product('n/a')],
    ['no price', product('Coat', { price: undefined })],
    ['the price N/A', product('Coat', { price: 'N/A' })],
    ['no link', product('Coat', { productLink: undefined })],
    ['a link that is not http', product('Coat', { productLink: 'javascript:alert(1)' })],
    ...DIGITAL_ITEM_WORDS.map(
      (word) => [word, product(`Coat ${word.toUpperCase()}`)] satisfies [string, object],
    ),
    [
      'a digital original title',
      product('Coat', { originalTitle: 'Coat, sewing pattern download' }),
    ],
  ])('%s', (_, unfit) => {
    expect(list([unfit, product('Cape')])).toEqual(['Cape'])
  })

  test('a product that a catalogue lists without a price', () => {
    const row = (name: string, price: string) => ({ name, price, website: 'https://a.com/1' })
    const rows = [row('Navy coat', ''), row('Navy coat', 'N/A'), row('Cape', '€20')]
    expect(listResults(rows, { label: 'navy coat' }).map(({ name }) => name)).toEqual(['Cape'])
  })
})

describe('orders', () => {
  test.each([
    [
      'by completeness, then by title match',
      [
        product('Red dress'),
        product('Navy coat B', { seller: 'Unknown Seller' }),
        product('Navy dress'),
        product('Navy coat'),
      ],
      ['Navy coat', 'Navy dress', 'Red dress', 'Navy coat B'],
    ],
    [
      'uncertain prices after all others',
      [product('Navy coat', { price: '$14*' }), product('Red dress', { seller: '' })],
      ['Red dress', 'Navy coat'],
    ],
    [
      'equals as they are given, most alike first',
      [product('B'), product('A'), product('C')],
      ['B', 'A', 'C'],
    ],
    [
      'the same item as one that has every word of the label',
      [product('Model 7', { sureness: 'same item' }), product('Red dress'), product('Navy coat')],
      ['Model 7', 'Navy coat', 'Red dress'],
    ],
    [
      'equal title matches by confidence, then those of likeness as they are given',
      [
        product('Coat 0', { labelMatch: 1 }),
        product('Coat 1', { labelMatch: 1 }),
        product('Coat 2', { labelMatch: 1 }),
        product('Coat 3', { labelMatch: 1 }),
        product('By words', { labelMatch: 1, confidence: 0.8 }),
        product('By words, of another colour', { labelMatch: 0.9, confidence: 1 }),
      ],
      ['Coat 0', 'Coat 1', 'Coat 2', 'By words', 'Coat 3', 'By words, of another colour'],
    ],
    [
      'what only is the closest after what words have found',
      [
        product('Cape', { sureness: 'closest we have', labelMatch: 1 }),
        product('By words', { labelMatch: 1, confidence: 0.8 }),
      ],
      ['By words', 'Cape'],
    ],
    [
      'by the full title of the shop',
      [product('Red dress'), product('Wool', { originalTitle: 'Wool and cashmere, a navy coat' })],
      ['Wool', 'Red dress'],
    ],
  ])('%s', (_, products, expected) => {
    expect(list(products)).toEqual(expected)
  })

  test('an uncertain price last in a later list too, without its asterisk', () => {
    const once = listResults([product('Navy coat', { price: '$14*' })], { label: 'navy coat' })
    expect(once).toMatchObject([{ price: '$14', isPriceUncertain: true }])
    const again = listResults([...once, product('Cape')], { label: 'navy coat' })
    expect(titles(again)).toEqual(['Cape', 'Navy coat'])
  })
})

describe('lists each product of a seller once', () => {
  test.each([
    ['however it is spelled', [product('Coat'), product('  coat ', { seller: 'MAISON ADA' })], 1],
    ['but other sellers', [product('Coat'), product('Coat', { seller: 'Bo & Co' })], 2],
    [
      'telling unknown sellers apart by their links',
      ['https://a.com/1', 'https://www.a.com/2', 'https://b.com/1'].map((productLink) =>
        product('Coat', { seller: 'Unknown Seller', productLink }),
      ),
      2,
    ],
  ])('%s', (_, products, count) => {
    expect(list(products)).toHaveLength(count)
  })

  test('and keeps the first, at the place of the more confident', () => {
    const alike = Array.from({ length: 12 }, (_, index) => product(`Coat ${index}`))
    const byWords = product('Coat 11', { sureness: 'similar', confidence: 1 })
    const [first] = listResults([...alike, byWords], { label: '' })
    expect(first).toEqual(alike[11])
  })

  test('and tells titles without words apart', () => {
    expect(list([product('👗'), product('👠')])).toHaveLength(2)
  })

  test('and keeps the one with the certain price', () => {
    const listed = listResults([product('Coat', { price: '$9*' }), product('Coat')], { label: '' })
    expect(listed.map(({ price }) => price)).toEqual(['$10'])
  })
})

test('at most ten, more on request, and what is left out takes no place', () => {
  const unfit = Array.from({ length: 10 }, () => product('Navy coat', { price: 'N/A' }))
  const many = Array.from({ length: 30 }, (_, index) => product(`Coat ${index}`))
  const first = listResults([...unfit, ...many], { label: 'coat' })
  expect(first).toHaveLength(DETECTION_SEARCH.maxResults)
  const more = listResults([...unfit, ...many], { label: 'coat', limit: 20 })
  expect(more).toHaveLength(20)
  expect(more.slice(0, 10)).toEqual(first)
})
