import { expect, it } from 'vitest'
import { bestTwo } from '#server/vision/likeness.ts'
import {
  byLikenessThenPrice,
  type Candidate,
  isAlikeOrSameKind,
  type Other,
  rankByLikeness,
  rateLikeness,
} from './likeness-order.ts'

const THRESHOLDS = { sameItem: 0.9, close: 0.8, similar: 0.7 }

const other = (productKey: string, similarity: number, isSameKind = true): Other => ({
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

const candidate = (productKey: string, similarity: number, more: Partial<Candidate> = {}) => ({
  ...other(productKey, similarity),
  id: productKey,
  euros: 10,
  isDrawn: false,
  ...more,
})
const rank = (candidates: Candidate[], more: Partial<Parameters<typeof rankByLikeness>[1]> = {}) =>
  rankByLikeness(candidates, {
    thresholds: THRESHOLDS,
    best: bestTwo(candidates),
    similarInOwnColour: null,
    least: 0,
    ...more,
  }).map(({ productKey, certainty }) => [productKey, certainty])

it('puts a photo before a drawing that is about as alike, but not before one that is closer', () => {
  const drawn = { isDrawn: true }
  expect(
    rank([candidate('drawing', 0.62, drawn), candidate('photo', 0.6), candidate('far', 0.5)]),
  ).toEqual([
    ['photo', null],
    ['drawing', null],
    ['far', null],
  ])
  expect(rank([candidate('drawing', 0.85, drawn), candidate('photo', 0.75)])).toEqual([
    ['drawing', 'close'],
    ['photo', 'similar'],
  ])
})

it('fills up with other kinds only as far as asked, and labels nothing as similar that is not', () => {
  const others = ['a', 'b', 'c'].map((key) => candidate(key, 0.3, { isSameKind: false }))
  expect(rank([candidate('own kind', 0.4), ...others], { least: 3 })).toEqual([
    ['own kind', null],
    ['a', null],
    ['b', null],
  ])
})

it('calls nothing the same item in another colour, and lists no other kind for the colour alone', () => {
  const black = [
    candidate('jacket', 0.95),
    candidate('blouse', 0.94, { isSameKind: false }),
    candidate('bag', 0.93, { isSameKind: false }),
  ]
  expect(rank(black, { similarInOwnColour: new Set(['bag']) })).toEqual([
    ['jacket', 'close'],
    ['bag', 'close'],
  ])
})
