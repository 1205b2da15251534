import { describe, expect, test } from 'vitest'
import { productsToShow, rankProducts, titleMatch } from './ranking.ts'

const product = (
  title: string,
  rest: { price?: string; seller?: string; productLink?: string } = {},
) => ({
  title,
  price: '$10',
  seller: 'Maison Ada',
  productLink: 'https://example.com/p',
  ...rest,
})
const titles = (products: { title: string }[]) => products.map(({ title }) => title)

test.each([
  ['Navy wool coat', 'navy coat', 1],
  ['Navy dress', 'navy coat', 0.5],
  ['Coatrack', 'navy coat', 0],
  ['Anything', '', 0],
  [undefined, 'coat', 0],
])('title match of %s with the label %s', (title, label, match) => {
  expect(titleMatch(title, label)).toBe(match)
})

describe('ranked', () => {
  test('by completeness score, then by title match with the label', () => {
    const ranked = rankProducts(
      [
        product('Navy coat A', { price: 'N/A', seller: '' }),
        product('Red dress'),
        product('Navy coat B', { seller: 'Unknown Seller' }),
        product('Navy dress'),
        product('Navy coat'),
      ],
      'navy coat',
    )
    expect(titles(ranked)).toEqual([
      'Navy coat',
      'Navy dress',
      'Red dress',
      'Navy coat B',
      'Navy coat A',
    ])
  })

  test('a price with an asterisk after others, and the asterisk stripped', () => {
    const ranked = rankProducts(
      [product('Navy coat', { price: '$14*' }), product('Red dress', { seller: '' })],
      'navy coat',
    )
    expect(ranked.map(({ title, price }) => [title, price])).toEqual([
      ['Red dress', '$10'],
      ['Navy coat', '$14'],
    ])
  })

  test('equals stay in the order of their source', () => {
    expect(titles(rankProducts([product('B'), product('A'), product('C')], 'coat'))).toEqual([
      'B',
      'A',
      'C',
    ])
  })
})

describe('de-duplicated by name plus seller', () => {
  test('the same name and seller, however spelled, once', () => {
    const ranked = rankProducts(
      [product('Navy Coat'), product('navy  coat', { seller: 'MAISON ADA' })],
      'coat',
    )
    expect(titles(ranked)).toEqual(['Navy Coat'])
  })

  test('the same name from another seller stays', () => {
    expect(
      rankProducts([product('Coat'), product('Coat', { seller: 'Bo & Co' })], ''),
    ).toHaveLength(2)
  })

  test('an unknown seller is told apart by its link', () => {
    const from = (productLink: string) => product('Coat', { seller: 'Unknown Seller', productLink })
    const ranked = rankProducts(
      [from('https://a.com/1'), from('https://www.a.com/2'), from('https://b.com/1')],
      '',
    )
    expect(ranked).toHaveLength(2)
  })

  test('of two the one with the sure price stays', () => {
    const ranked = rankProducts([product('Coat', { price: '$9*' }), product('Coat')], '')
    expect(ranked.map(({ price }) => price)).toEqual(['$10'])
  })
})

describe('results of the search terms', () => {
  test('up to 3 terms, merged, at most 10 shown', () => {
    const results = (term: string, count: number) =>
      Array.from({ length: count }, (_, index) => product(`${term} ${index}`))
    expect(productsToShow([results('a', 6), results('b', 6), results('c', 6)], '')).toHaveLength(10)
    const shown = productsToShow([[], [], results('c', 2), results('d', 2)], '')
    expect(titles(shown)).toEqual(['c 0', 'c 1'])
  })

  test('a result not fit to show takes no place', () => {
    const unfit = Array.from({ length: 10 }, (_, index) =>
      product(`Unfit ${index}`, { productLink: 'N/A' }),
    )
    expect(titles(productsToShow([unfit, [product('Coat')]], 'unfit'))).toEqual(['Coat'])
  })
})
