import { expect, it } from 'vitest'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { inReadingOrder } from './hotspot-order.ts'

const product = (id: string, box: CatalogProduct['box']): CatalogProduct => ({
  id,
  box,
  celebrity_name: 'Ada',
  celebrity_image: '/a.jpg',
  name: id,
  price: '',
  website: '',
  category: null,
  brand: null,
  product_image: null,
})

it('the dots are buttons in reading order; a product of unknown place has none', () => {
  const dots = inReadingOrder([
    product('shoes', { x: 0.3, y: 0.9, width: 0.1, height: 0.1 }),
    product('bag', { x: 0.7, y: 0.5, width: 0.1, height: 0.1 }),
    product('scent', null),
    product('belt', { x: 0.4, y: 0.51, width: 0.1, height: 0.1 }),
    product('hat', { x: 0.4, y: 0, width: 0.1, height: 0.1 }),
  ])
  expect(dots.map(({ id }) => id)).toEqual(['hat', 'belt', 'bag', 'shoes'])
})
