import { expect, it } from 'vitest'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { byLikenessThenPrice, type Other, rankLikeness } from './ranked-products.ts'

const THRESHOLDS = { sameItem: 0.9, close: 0.8, similar: 0.7 }
const RATES = { date: '2026-01-01', perEuro: { USD: 1.2 } }

const other = (productKey: string, similarity: number, isSameKind = true): Other => ({
  productKey,
  similarity,
  isSameKind,
})

it('adds what is less alike, but only of the same kind', () => {
  const ranked = rankLikeness(
    [
      other('near', 0.86),
      other('other kind', 0.75, false),
      other('far', 0.4),
      other('bag', 0.3, false),
    ],
    THRESHOLDS,
  )
  expect(ranked.map(({ productKey, certainty }) => [productKey, certainty])).toEqual([
    ['near', 'close'],
    ['other kind', 'similar'],
    ['far', null],
  ])
})

const product = (
  name: string,
  similarity: number,
  price: string,
  isSure = true,
): RankedProduct => ({
  id: name,
  celebrity_name: '',
  celebrity_image: '',
  name,
  price,
  website: '',
  category: null,
  brand: null,
  product_image: null,
  box: null,
  similarity,
  certainty: isSure ? 'similar' : null,
  isAddedByUser: false,
})

it('orders by likeness, and by price in one currency where the likeness is the same', () => {
  const sorted = byLikenessThenPrice(
    [
      product('dearer', 0.801, '€100'),
      product('cheaper', 0.798, '$110'),
      product('no price', 0.8, ''),
      product('unsure', 0.81, '$1', false),
      product('nearest', 0.85, '$900'),
    ],
    RATES,
  )
  expect(sorted.map(({ name }) => name)).toEqual([
    'nearest',
    'cheaper',
    'dearer',
    'no price',
    'unsure',
  ])
})
