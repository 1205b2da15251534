import { describe, expect, test } from 'vitest'
import type { AlertTerms } from '#shared/contract/alerts.ts'
import {
  type AlertObstacle,
  type ComparedOffer,
  compareOffers,
  findAlertObstacle,
  isBelowEveryPrice,
} from './alert.ts'

const offer = (given: Partial<ComparedOffer> = {}): ComparedOffer => ({
  shop: 'Maison',
  amount: 90,
  currency: 'EUR',
  availability: 'in_stock',
  sizes: [],
  checkedAt: null,
  seenAt: '2026-11-17T08:00:00.000Z',
  ...given,
})
const NONE = { amount: null, currency: null, percent: null, size: null }
const below = (amount: number, size: string | null = null): AlertTerms => ({
  ...NONE,
  kind: 'below',
  amount,
  currency: 'EUR',
  size,
})
const stock = (size: string | null = null): AlertTerms => ({ ...NONE, kind: 'stock', size })
const drop = (percent: number, from: number): AlertTerms => ({
  ...NONE,
  kind: 'drop',
  percent,
  amount: from,
  currency: 'EUR',
})

describe('a price', () => {
  test.each([
    ['above the target', below(80), [offer()], 'unmet'],
    ['at the target', below(90), [offer()], 'met'],
    ['of another currency', below(100), [offer({ currency: 'USD' })], 'unknown'],
    ['without a currency', below(100), [offer({ currency: null })], 'unknown'],
    [
      'of an offer that is sold out',
      below(100),
      [offer({ availability: 'out_of_stock' })],
      'unknown',
    ],
    ['of an offer whose stock is not stated', below(100), [offer({ availability: null })], 'met'],
    ['that is not known', below(100), [offer({ amount: null })], 'unknown'],
    ['of nobody', below(100), [], 'unknown'],
    ['of the cheapest', below(80), [offer(), offer({ amount: 70 })], 'met'],
    ['in a size', below(100, 'M'), [offer({ sizes: ['S', 'm'] })], 'met'],
    ['in a size that is not listed', below(100, 'M'), [offer({ sizes: ['S'] })], 'unknown'],
    ['in a size, where none are listed', below(100, 'M'), [offer()], 'unknown'],
    ['down by enough', drop(10, 100), [offer()], 'met'],
    ['down by too little', drop(11, 100), [offer()], 'unmet'],
    ['a fraction of a cent above the target', below(89.999), [offer()], 'unmet'],
    ['in a size with spaces', below(100, ' m'), [offer({ sizes: ['S', ' M '] })], 'met'],
    ['compared with none', { ...drop(10, 100), amount: null }, [offer()], 'unknown'],
  ])('%s', (_, condition, offers, is) => {
    expect(compareOffers(condition, offers)).toMatchObject({ is })
  })

  test('30% less than 9.99 is 6.99, to the cent', () => {
    expect(compareOffers(drop(30, 9.99), [offer({ amount: 6.99 })])).toMatchObject({
      finding: { limit: 6.99 },
    })
    const dinars = { ...drop(30, 9.995), currency: 'KWD' }
    expect(compareOffers(dinars, [offer({ amount: 5, currency: 'KWD' })])).toMatchObject({
      finding: { limit: 6.997 },
    })
  })
})

describe('stock', () => {
  test.each([
    ['in stock', stock(), [offer()], 'met'],
    ['not stated', stock(), [offer({ availability: null })], 'unknown'],
    ['sold out', stock(), [offer({ availability: 'out_of_stock' })], 'unmet'],
    ['gone', stock(), [offer({ availability: 'removed' })], 'unmet'],
    ['to be ordered in advance', stock(), [offer({ availability: 'preorder' })], 'unknown'],
    [
      'sold out in one shop, not stated in another',
      stock(),
      [offer({ availability: 'out_of_stock' }), offer({ availability: null })],
      'unknown',
    ],
    ['of a size', stock('M'), [offer({ sizes: ['S', 'M'] })], 'met'],
    ['of other sizes', stock('M'), [offer({ sizes: ['S'] })], 'unmet'],
    ['of sizes nobody lists', stock('M'), [offer()], 'unknown'],
    ['sold out in every size', stock('M'), [offer({ availability: 'out_of_stock' })], 'unmet'],
  ])('%s', (_, condition, offers, is) => {
    expect(compareOffers(condition, offers)).toMatchObject({ is })
  })
})

test('says what was compared, and when it was last checked', () => {
  expect(compareOffers(below(95), [offer({ checkedAt: '2026-11-17T09:30:00.000Z' })])).toEqual({
    is: 'met',
    finding: {
      amount: 90,
      currency: 'EUR',
      limit: 95,
      from: null,
      size: null,
      stock: 'in-stock',
      shop: 'Maison',
      checkedAt: '2026-11-17T09:30:00.000Z',
    },
  })
})

test('reports the cheapest offer, and the price that it was compared with', () => {
  const offers = [95, 70, 80].map((amount) => offer({ amount, shop: `Shop ${amount}` }))
  expect(compareOffers(drop(10, 100), offers)).toMatchObject({
    finding: { amount: 70, shop: 'Shop 70', limit: 90, from: 100 },
  })
})

test('reports the offer in stock, whatever it costs', () => {
  const offers = [offer({ availability: null }), offer({ shop: 'Second', sizes: ['M'] })]
  expect(compareOffers(stock('M'), offers)).toMatchObject({
    finding: { shop: 'Second', size: 'M', limit: null, from: null },
  })
})

test('something new is reported with its first offer, whatever its stock', () => {
  const terms: AlertTerms = { ...NONE, kind: 'new' }
  expect(compareOffers(terms, [])).toEqual({ is: 'unknown' })
  expect(compareOffers(terms, [offer({ availability: 'out_of_stock' })])).toMatchObject({
    is: 'met',
    finding: { shop: 'Maison', stock: 'sold-out' },
  })
})

test.each([
  [null, '2026-11-17T08:00:00.000Z'],
  ['2026-11-16T09:30:00.000Z', '2026-11-17T08:00:00.000Z'],
  ['2026-11-17T09:30:00.000Z', '2026-11-17T09:30:00.000Z'],
])('seen at eight and checked at %s, it was last checked at %s', (checkedAt, lastCheck) => {
  expect(compareOffers(below(95), [offer({ checkedAt })])).toMatchObject({
    finding: { checkedAt: lastCheck },
  })
})

describe('an alert', () => {
  const soldOut = offer({ availability: 'out_of_stock' })
  const ofUnknownStock = offer({ availability: null })
  test.each<[string, AlertTerms, ComparedOffer[], AlertObstacle | null]>([
    ['of a price that shops ask for in its currency', below(50), [offer()], null],
    [
      'of a price where one shop has its currency',
      below(50),
      [offer({ currency: 'USD' }), offer()],
      null,
    ],
    [
      'of a price that shops ask for in dollars',
      below(50),
      [offer({ currency: 'USD' })],
      'noPrice',
    ],
    ['of a price where no shop sells', below(50), [], 'noPrice'],
    ['of a price while it is sold out', below(50), [soldOut], null],
    ['of a price where no shop states its stock', below(50), [ofUnknownStock], null],
    ['of less than a cent', below(0.009), [offer()], 'tooLow'],
    ['of a cent', below(0.01), [offer()], null],
    ['of a price in a size', below(50, 'M'), [offer({ sizes: ['S'] })], null],
    [
      'of a price in a size that nobody lists',
      below(50, 'M'),
      [offer(), ofUnknownStock],
      'noSizes',
    ],
    [
      'of a price in a size that only the shop in dollars lists',
      below(50, 'M'),
      [offer(), offer({ currency: 'USD', sizes: ['M'] })],
      'noSizes',
    ],
    [
      'of a size that one of two shops lists',
      below(50, 'M'),
      [offer(), offer({ sizes: ['M'] })],
      null,
    ],
    ['of a size that may come back', below(50, 'M'), [soldOut], null],
    ['of a price that fell', drop(10, 100), [offer()], null],
    ['of a price that fell to nothing', drop(95, 0.05), [offer()], 'tooLow'],
    ['of stock', stock(), [soldOut], null],
    [
      'of stock in a shop without a price',
      stock(),
      [offer({ currency: null, amount: null })],
      null,
    ],
    ['of stock where nobody sells yet', stock(), [], null],
    ['of stock in a size where nobody sells yet', stock('M'), [], null],
    ['of stock that no shop states', stock(), [ofUnknownStock, ofUnknownStock], 'noStock'],
    ['of stock that one of two shops states', stock(), [ofUnknownStock, soldOut], null],
    ['of stock in a size', stock('M'), [offer({ sizes: ['S', 'L'] })], null],
    ['of stock in a size that nobody lists', stock('M'), [offer()], 'noSizes'],
    ['of stock in a size while it is sold out', stock('M'), [soldOut], null],
  ])('%s', (_, terms, offers, obstacle) => {
    expect(findAlertObstacle(terms, offers)).toBe(obstacle)
  })

  test.each([
    [0.01, 'EUR', false],
    [0.009, 'EUR', true],
    [0.01, 'KWD', false],
    [0.001, 'KWD', false],
    [0.0009, 'KWD', true],
    [1, 'JPY', false],
    [0.99, 'JPY', true],
  ])('of %d %s is below every price: %s', (amount, currency, isTooLow) => {
    expect(isBelowEveryPrice({ ...below(amount), currency })).toBe(isTooLow)
  })

  test('of no price is not below every price', () => {
    expect(isBelowEveryPrice(stock())).toBe(false)
    expect(isBelowEveryPrice({ ...drop(10, 1), amount: null, currency: null })).toBe(false)
  })
})
