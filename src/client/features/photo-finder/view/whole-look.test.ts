import { describe, expect, test } from 'vitest'
import { type PricedOption, sumPrices } from '#client/catalog/products/money.ts'
import { chooseWithinBudget } from './whole-look.tsx'

const options = (...amounts: (number | null)[]): PricedOption[] =>
  amounts.map((amount, place) => ({ id: String(place), amount }))

const places = (pieces: PricedOption[][], budget: number) =>
  chooseWithinBudget(pieces, budget).map(({ id }) => Number(id))

const COAT = options(200, 150, 80)
const BOOTS = options(120, 90, 40)

describe('a whole look', () => {
  test.each([
    ['the best matches without a budget', Infinity, [0, 0]],
    ['the best matches if they fit', 320, [0, 0]],
    ['one step down, where it is cheapest', 319, [1, 0]],
    ['the cheapest of those that are as near', 240, [2, 0]],
    ['as few steps down as the budget allows', 199, [2, 1]],
    ['the cheapest of all if nothing fits', 0, [2, 2]],
  ])('has %s', (_, budget, expected) => {
    expect(places([COAT, BOOTS], budget)).toEqual(expected)
  })

  test('takes unknown prices only where there are no others', () => {
    const pieces = [options(null, 50), options(null, null)]
    expect(places(pieces, 0)).toEqual([1, 0])
    expect(sumPrices(chooseWithinBudget(pieces, 0))).toEqual({ amount: 50, unpriced: 1 })
  })

  test('of nothing is empty', () => {
    expect(chooseWithinBudget([], 100)).toEqual([])
  })
})
