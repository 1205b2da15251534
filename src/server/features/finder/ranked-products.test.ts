import { expect, it } from 'vitest'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { bestTwo } from '#server/vision/matches.ts'
import {
  byLikenessThenPrice,
  type Candidate,
  type Other,
  rankAnswers,
  rankLikeness,
} from './ranked-products.ts'

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

const candidate = (productKey: string, similarity: number, more: Partial<Candidate> = {}) => ({
  ...other(productKey, similarity),
  id: productKey,
  euros: 10,
  isDrawn: false,
  ...more,
})
const rank = (candidates: Candidate[], more: Partial<Parameters<typeof rankAnswers>[1]> = {}) =>
  rankAnswers(candidates, {
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
