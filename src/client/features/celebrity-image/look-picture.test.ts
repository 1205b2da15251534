import { describe, expect, it } from 'vitest'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { placeItemDots, listHotspots } from './look-picture.tsx'

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
  const hotspots = listHotspots(
    [
      product('shoes', { x: 0.3, y: 0.9, width: 0.1, height: 0.1 }),
      product('bag', { x: 0.7, y: 0.5, width: 0.1, height: 0.1 }),
      product('scent', null),
      product('belt', { x: 0.4, y: 0.51, width: 0.1, height: 0.1 }),
      product('hat', { x: 0.4, y: 0, width: 0.1, height: 0.1 }),
    ],
    1.5,
  )
  expect(hotspots.map(({ id }) => id)).toEqual(['hat', 'belt', 'bag', 'shoes'])
})

describe('a dot lies', () => {
  const dress = { x: 0.3, y: 0.2, width: 0.4, height: 0.6 }
  const placed = (...worn: Parameters<typeof placeItemDots>[0]) => placeItemDots(worn, 1.5)

  it('at the point where the catalogue says that the product is seen best', () => {
    const point = { x: 0.35, y: 0.75 }
    expect(placed({ box: { ...dress, point }, category: 'clothing' })).toEqual([point])
  })

  it('on one shoe, not between the two', () => {
    const box = { x: 0.2, y: 0.8, width: 0.4, height: 0.1 }
    const [dot] = placed({ box, category: 'footwear' })
    expect(dot?.x).toBeCloseTo(0.3)
  })

  it('beside what is worn on top', () => {
    const blazer = { x: 0.32, y: 0.2, width: 0.36, height: 0.35 }
    const [dot] = placed(
      { box: dress, category: 'clothing' },
      { box: blazer, category: 'clothing' },
    )
    expect(dot?.y).toBeGreaterThan(0.55)
  })

  it('apart from any other by at least 24 px on a phone', () => {
    const ring = { x: 0.5, y: 0.5, width: 0.02, height: 0.01 }
    const [one, other] = placed(
      { box: ring, category: 'jewelry' },
      { box: { ...ring }, category: 'jewelry' },
    )
    const apart = Math.hypot(
      ((one?.x ?? 0) - (other?.x ?? 0)) * 320,
      ((one?.y ?? 0) - (other?.y ?? 0)) * 480,
    )
    expect(apart).toBeGreaterThan(23)
  })
})
