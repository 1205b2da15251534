import { expect, it } from 'vitest'
import { bestTwo } from './likeness.ts'
import {
  byLikenessThenPrice,
  isAlikeOrSameKind,
  type KindMatch,
  rateLikeness,
} from './likeness-order.ts'

const THRESHOLDS = { sameItem: 0.9, close: 0.8, similar: 0.7 }

const other = (productKey: string, similarity: number, isSameKind = true): KindMatch => ({
  productKey,
  similarity,
  isSameKind,
})

it('lists what is less alike only if it is of the same kind', () => {
  const others = [
    other('near', 0.86),
    other('other kind', 0.75, false),
    other('far', 0.4),
    other('bag', 0.3, false),
  ]
  const listed = rateLikeness(others, bestTwo(others), THRESHOLDS).filter(isAlikeOrSameKind)
  expect(listed.map(({ productKey, certainty }) => [productKey, certainty])).toEqual([
    ['near', 'close'],
    ['other kind', 'similar'],
    ['far', null],
  ])
})

it('orders by likeness, and by price where the likeness is the same', () => {
  const found = (productKey: string, similarity: number, euros: number | null, isSure = true) => ({
    ...other(productKey, similarity),
    certainty: isSure ? ('similar' as const) : null,
    euros,
  })
  const sorted = [
    found('dearer', 0.801, 100),
    found('no price', 0.8, null),
    found('cheaper', 0.798, 90),
    found('another without', 0.8, null),
    found('unsure', 0.81, 1, false),
    found('nearest', 0.85, 900),
  ].toSorted(byLikenessThenPrice)
  expect(sorted.map(({ productKey }) => productKey)).toEqual([
    'nearest',
    'cheaper',
    'dearer',
    'another without',
    'no price',
    'unsure',
  ])
})
