import { describe, expect, test } from 'vitest'
import { mergedProducts, withProducts } from './detection-offer.ts'

const product = (title: string, more: object = {}) => ({
  title,
  price: '$20',
  productLink: 'https://shop.example/x',
  seller: 'Example',
  ...more,
})

describe('the offer of a detection', () => {
  test('is that of its best product', () => {
    const found = withProducts({ title: undefined }, [
      product('Wool coat', { description: 'Warm', thumbnail: '/t.jpg' }),
      product('Other coat'),
    ])
    expect(found).toMatchObject({ title: 'Wool coat', description: 'Warm', thumbnail: '/t.jpg' })
    expect(found.products).toHaveLength(2)
  })

  test('goes when the last product goes', () => {
    const found = withProducts({ title: 'Wool coat', price: '$20', description: 'Warm' }, [])
    expect(found).toMatchObject({ title: undefined, price: undefined, description: undefined })
  })
})

describe('merged products', () => {
  test('what was found by looks stands before what was found by words', () => {
    const merged = mergedProducts([product('Scarf')], [[product('Red coat')]], 'red coat')
    expect(merged.map(({ title }) => title)).toEqual(['Scarf', 'Red coat'])
  })

  test('are de-duplicated by name plus seller, at most 10', () => {
    const many = Array.from({ length: 9 }, (_, place) => product(`Coat ${place}`))
    const merged = mergedProducts(
      many,
      [many.slice(0, 3), [product('Hat'), product('Cap')]],
      'coat',
    )
    expect(merged).toHaveLength(10)
    expect(new Set(merged.map(({ title }) => title)).size).toBe(10)
  })

  test('a price its source is not sure of goes last, without its asterisk', () => {
    const merged = mergedProducts([product('Coat', { price: '$14*' }), product('Cape')], [], 'coat')
    expect(merged.map(({ title, price }) => [title, price])).toEqual([
      ['Cape', '$20'],
      ['Coat', '$14'],
    ])
  })

  test('leave out digital items and what has no price or link', () => {
    const merged = mergedProducts(
      [
        product('Coat sewing pattern'),
        product('Coat', { price: 'N/A' }),
        product('Cape', { productLink: 'javascript:alert(1)' }),
      ],
      [[product('Coat PNG clipart')]],
      'coat',
    )
    expect(merged).toEqual([])
  })
})
