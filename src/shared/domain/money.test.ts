import { describe, expect, test } from 'vitest'
import { byPrice, convertAmount, convertedPrice, type Rates, savingPercent } from './money.ts'

const rates: Rates = {
  date: '2026-11-13',
  perEuro: { USD: 1.2, GBP: 0.8, JPY: 180, CAD: 1.6, CHF: 0.95 },
}

test.each([
  [12, 'USD', 'EUR', 10],
  [10, 'EUR', 'GBP', 8],
  [8, 'GBP', 'USD', 12],
  [5, 'XXX', 'XXX', 5],
  [5, 'XXX', 'EUR', null],
  [5, 'EUR', 'XXX', null],
])('%d %s in %s', (amount, from, to, expected) => {
  const result = convertAmount(amount, from, to, rates)
  if (expected === null) expect(result).toBeNull()
  else expect(result).toBeCloseTo(expected, 6)
})

test('prices of several currencies are compared as one, and unknown ones come last', () => {
  const prices = [
    { amount: 1, currency: 'XXX' },
    { amount: 13, currency: 'USD' },
    { amount: null, currency: 'EUR' },
    { amount: 9, currency: 'EUR' },
    { amount: 1000, currency: 'JPY' },
    { amount: 5, currency: null },
  ]
  expect(prices.toSorted(byPrice(rates)).slice(0, 3)).toEqual([
    { amount: 1000, currency: 'JPY' },
    { amount: 9, currency: 'EUR' },
    { amount: 13, currency: 'USD' },
  ])
})

describe("a price in the visitor's currency", () => {
  test.each([
    [100.5, 'USD', 'EUR', '€84'],
    [1499, 'USD', 'EUR', '€1,250'],
    [3, 'EUR', 'USD', '$3.60'],
    [84, 'EUR', 'JPY', '¥15,100'],
    [84, 'EUR', 'CAD', 'CA$134'],
    [84, 'EUR', 'CHF', 'CHF 80'],
    [10, 'EUR', 'EUR', null],
    [10, 'XXX', 'EUR', null],
    [null, 'USD', 'EUR', null],
  ])('%j %s for somebody who pays in %s: %j', (amount, currency, wanted, expected) => {
    expect(convertedPrice({ amount, currency }, wanted, rates)).toBe(expected)
  })
})

test.each([
  [85, 'EUR', 15],
  [50.4, 'EUR', 49],
  [96, 'USD', 20],
  [100, 'EUR', null],
  [1, 'XXX', null],
])('%d %s instead of 100 euros saves %j per cent', (amount, currency, percent) => {
  const before = { amount: 100, currency: 'EUR' }
  expect(savingPercent({ amount, currency }, { before, rates })).toBe(percent)
})
