import { describe, expect, test } from 'vitest'
import { parseCurrencyCode, roundAmount } from './currency.ts'
import {
  sumBoardPrices,
  convertAmount,
  formatConvertedPrice,
  formatDisplayPrice,
  extractAmount,
  hasAsterisk,
  parsePrice,
  formatPrice,
  type Rates,
  removeAsterisk,
} from './price.ts'
import {
  compareByPrice,
  toEuros,
  isWithinPriceRange,
  computeSavingPercent,
} from './price-comparison.ts'
import { addCurrency, isManualPrice, normalizeTypedAmount } from './typed-price.ts'

describe('parsing', () => {
  test.each([
    ['$14*', 14, 'USD'],
    ['€89', 89, 'EUR'],
    ['£1,234.50', 1234.5, 'GBP'],
    ['CHF 310', 310, 'CHF'],
    ['310 CHF', 310, 'CHF'],
    ['USD 25.00', 25, 'USD'],
    ['1.234,50 €', 1234.5, 'EUR'],
    ['1 234,50 €', 1234.5, 'EUR'],
    ['1\u00a0234 €', 1234, 'EUR'],
    ["CHF 1'234.50", 1234.5, 'CHF'],
    ['¥12,000', 12000, 'JPY'],
    ['1.234.567', 1234567, null],
    ['1,234,567.89', 1234567.89, null],
    ['12.5', 12.5, null],
    ['12,5', 12.5, null],
    ['0.999', 0.999, null],
    ['0', 0, null],
    ['.5', 0.5, null],
    ['Rs.500', 500, null],
    ['From $14.99 to $20', 14.99, 'USD'],
    ['C$45', 45, 'CAD'],
    ['US$45', 45, 'USD'],
    ['NEW 14', 14, null],
    ['AUD1,299', 1299, 'AUD'],
    ['2024.5', 2024.5, null],
    ['1230 UAH', 1230, 'UAH'],
    ['1 230 грн.', 1230, 'UAH'],
    ['KSh 2,500', 2500, 'KES'],
    ['1299 руб.', 1299, 'RUB'],
    ['990 RUR', 990, 'RUB'],
    ['12.500 JOD', 12.5, 'JOD'],
    ['JOD 12.345', 12.345, 'JOD'],
    ['JOD 1,250.345', 1250.345, 'JOD'],
    ['12.500 KRW', 12500, 'KRW'],
    ['JD 1,250', 1250, 'JOD'],
    ['د.إ 120', 120, 'AED'],
    ['١٢٫٥ ر.س', 12.5, 'SAR'],
    ['₹1,23,456.50', 123456.5, 'INR'],
    ['R 1 299', 1299, 'ZAR'],
    ['R$ 99,90', 99.9, 'BRL'],
    ['NT$1,200', 1200, 'TWD'],
    ['149 kr', 149, null],
    ['12.50 eur', 12.5, 'EUR'],
    ['199 zł', 199, 'PLN'],
    ['ALL 1,200', 1200, 'ALL'],
    ['ALL shirts from 20', 20, null],
    ['TOP deal: 20', 20, null],
    ['ALL 5 shirts', 5, null],
    ['20 PEN set', 20, null],
    ['top 20', 20, null],
    ['Price in USD: 20', 20, 'USD'],
    ['MUSDA: 20', 20, null],
    ['from C$45', 45, 'CAD'],
    ['ABCD$ 45', 45, 'USD'],
    ['now KSh2,500', 2500, 'KES'],
    ['199zł', 199, 'PLN'],
    ['₹12,34,567', 1234567, 'INR'],
    ['₹1,23,45,678.25', 12345678.25, 'INR'],
    ['1.234,500 €', 1234.5, 'EUR'],
    ['JOD 1.250.345', 1250345, 'JOD'],
    ['١٬٢٣٤٫٥ ر.س', 1234.5, 'SAR'],
  ])('%s', (text, amount, currency) => {
    expect(parsePrice(text)).toEqual({ amount, currency })
    expect(extractAmount(text)).toBe(amount)
  })

  test.each([['N/A'], ['n/a'], [''], ['  '], ['Free'], ['$'], [null], [undefined]])(
    'no price in %j',
    (text) => {
      expect(parsePrice(text)).toBeNull()
      expect(extractAmount(text)).toBeNull()
    },
  )
})

describe('display uses the currency symbol', () => {
  test.each([
    ["'$' for USD", '89', undefined, '$89'],
    ['the symbol of its currency', '89.5', 'EUR', '€89.50'],
    ['the sign of a rupee', '310', 'INR', '₹310'],
    ['the sign of a won', '31000', 'KRW', '₩31,000'],
    ['the code where there is no symbol', '310', 'CHF', 'CHF 310'],
    ['an amount far below one', '.55', 'USD', '$0.55'],
    ['three decimals of a dinar', '12.345', 'KWD', 'KWD 12.345'],
    ['three decimals of a rial', '12.5', 'OMR', 'OMR 12.500'],
    ['no decimals of a yen', '1280.4', 'JPY', '¥1,280'],
    ['keeps a prefix $', '$14', 'EUR', '$14'],
    ['keeps a prefix €', '€89', 'USD', '€89'],
    ['keeps a prefix £', '£12.00', 'USD', '£12.00'],
    ['keeps a code already present', 'CHF 310', 'USD', 'CHF 310'],
    ['keeps a symbol behind', '1.234,50 €', 'USD', '1.234,50 €'],
    ['the asterisk is stripped', '$14*', 'USD', '$14'],
    ['the asterisk is stripped before the symbol is set', '14 *', 'GBP', '£14'],
    ['an amount below one', '.5', 'USD', '$0.50'],
    ['an amount without its decimals', '12.', 'USD', '$12'],
    ['nothing to pay', '0', 'USD', '$0'],
    ['groups thousands', '1234.5', 'USD', '$1,234.50'],
    ['groups thousands without cents', '1234', 'USD', '$1,234'],
    ['groups thousands with cents', '1234.55', 'USD', '$1,234.55'],
    ['leaves an unusual spelling', '1.234,50', 'EUR', '€1.234,50'],
    ['leaves words', 'Free', 'USD', 'Free'],
    ['keeps a currency that many countries call so', '129 kr', 'USD', '129 kr'],
    ['keeps words beside a number', 'from 1.299,50 крб', 'EUR', 'from 1.299,50 крб'],
    ['a number', 12, 'USD', '$12'],
    ['a number with cents', 1299.9, 'GBP', '£1,299.90'],
    ['nothing for N/A', 'N/A', 'USD', null],
    ['nothing for blank', ' ', 'USD', null],
    ['nothing for a lone asterisk', '*', 'USD', null],
    ['nothing for none', undefined, 'USD', null],
  ])('%s: %j %s', (_rule, price, currency, shown) => {
    expect(formatDisplayPrice(price, currency)).toBe(shown)
  })
})

test('reads three decimals where the currency stated elsewhere has them', () => {
  expect(parsePrice('12.500', 'KWD')?.amount).toBe(12.5)
  expect(parsePrice('12.500', 'EUR')?.amount).toBe(12_500)
})

test.each([
  ['12.5', 'EUR', '€12.50'],
  ['12.5', 'USD', '12.5'],
  ['12.5', null, '12.5'],
  ['$12.5', 'EUR', '$12.5'],
  ['N/A', 'EUR', 'N/A'],
])('the price %s of a product in %s is stored as %s', (price, currency, stored) => {
  expect(addCurrency(price, currency)).toBe(stored)
})

test.each([
  [12.5, 'EUR', '€12.50'],
  [310, 'CHF', 'CHF 310'],
  [12, null, '$12'],
  [null, 'EUR', '€0'],
])('the amount %j in %j is written as %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text)
})

test('keeps a price in any currency as it is written', () => {
  expect(formatDisplayPrice('UAH 1,230')).toBe('UAH 1,230')
  expect(formatDisplayPrice(1230, 'UAH')).toBe('UAH 1,230')
})

test.each([
  ['$14*', true, '$14'],
  ['$14 * ', true, '$14'],
  ['$14', false, '$14'],
  ['*$14', false, '*$14'],
  [' $14*', true, '$14'],
])('a price with a trailing asterisk: %s %s', (price, marked, stripped) => {
  expect(hasAsterisk(price)).toBe(marked)
  expect(removeAsterisk(price)).toBe(stripped)
})
test('a price that is not there has no asterisk', () => expect(hasAsterisk(null)).toBe(false))

describe('manual form: numeric, step 0.01, minimum 0', () => {
  test.each(['0', '14', '14.5', '14.50', '.5', '.55', '14.'])('%s is a price', (text) => {
    expect(isManualPrice(text)).toBe(true)
  })
  test.each(['', '.', '-1', '14.505', '1e3', '$14', '14,50', ' 14', 'N/A', 'Infinity'])(
    '%j is none',
    (text) => {
      expect(isManualPrice(text)).toBe(false)
    },
  )
})

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

test.each([
  // 19.99 * 100 is 1998.9999999999998.
  [19.99, 'USD', 19.99],
  [8.125, 'EUR', 8.13],
  [19.994, 'USD', 19.99],
  [1280.5, 'JPY', 1281],
  [12.3456, 'KWD', 12.346],
])('%d %s is rounded to the nearest coin: %d', (amount, currency, expected) => {
  expect(roundAmount(amount, currency)).toBe(expected)
})

describe('the total of a board', () => {
  test.each([
    ['a bare price is in the default currency, not in that of the board', ['12'], 10, 1],
    ['prices of several currencies', ['€10', '$12', 'CHF 9.50'], 30, 3],
    ['what has no price, or an unknown rate, does not count', ['N/A', 'JOD 5', '€10'], 10, 1],
    ['rounded to cents', ['$19.99'], 16.66, 1],
  ])('%s', (_, prices, amount, priced) => {
    expect(sumBoardPrices(prices, 'EUR', rates, 'USD')).toEqual({
      amount,
      currency: 'EUR',
      priced,
      products: prices.length,
    })
  })
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
  expect(prices.toSorted(compareByPrice(rates)).slice(0, 3)).toEqual([
    { amount: 1000, currency: 'JPY' },
    { amount: 9, currency: 'EUR' },
    { amount: 13, currency: 'USD' },
  ])
})

test.each([
  [{ amount: 12, currency: 'USD' }, 10],
  [{ amount: 9, currency: 'EUR' }, 9],
  // Not nothing, which would be the cheapest.
  [{ amount: null, currency: 'USD' }, null],
  [{ amount: 9, currency: null }, null],
  [{ amount: 9, currency: 'XXX' }, null],
])('%j in euros is %j', (price, euros) => expect(toEuros(price, rates)).toBe(euros))

test.each([
  [{ amount: 10, currency: 'EUR' }, { min: 10, max: 10 }, true],
  [{ amount: 12, currency: 'USD' }, { min: 10, max: 10 }, true],
  [{ amount: 9.99, currency: 'EUR' }, { min: 10 }, false],
  [{ amount: 10.01, currency: 'EUR' }, { max: 10 }, false],
  [{ amount: 10, currency: 'EUR' }, {}, true],
  [{ amount: null, currency: 'USD' }, {}, false],
  [{ amount: 10, currency: null }, {}, false],
  [{ amount: 10, currency: 'XXX' }, {}, false],
])('%j within %j euros: %j', (price, bounds, isWithin) =>
  expect(isWithinPriceRange(price, { ...bounds, currency: 'EUR' }, rates)).toBe(isWithin),
)

describe("a price in the visitor's currency", () => {
  test.each([
    [100.5, 'USD', 'EUR', '€84'],
    [1499, 'USD', 'EUR', '€1,250'],
    [3, 'EUR', 'USD', '$3.60'],
    [12, 'USD', 'EUR', '€10'],
    [84, null, 'EUR', null],
    [84, 'EUR', 'JPY', '¥15,100'],
    [84, 'EUR', 'CAD', 'CA$134'],
    [84, 'EUR', 'CHF', 'CHF 80'],
    [10, 'EUR', 'EUR', null],
    [10, 'XXX', 'EUR', null],
    [null, 'USD', 'EUR', null],
  ])('%j %s for somebody who pays in %s: %j', (amount, currency, wanted, expected) => {
    expect(formatConvertedPrice({ amount, currency }, wanted, rates)).toBe(expected)
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
  expect(computeSavingPercent({ amount, currency }, { before, rates })).toBe(percent)
})

test('nothing is saved compared with a price that is not known', () => {
  const before = { amount: null, currency: 'EUR' }
  expect(computeSavingPercent({ amount: -5, currency: 'EUR' }, { before, rates })).toBeNull()
})

test.each([
  [' usd ', 'USD'],
  ['RUR', 'RUB'],
  ['BYR', 'BYN'],
  ['NIS', 'ILS'],
  ['rmb', 'CNY'],
  ['UKP', 'GBP'],
  ['Ksh', 'KES'],
  ['DHS', 'AED'],
  ['NEW', null],
  ['', null],
])('the code %j is the currency %j', (text, code) => expect(parseCurrencyCode(text)).toBe(code))

test.each([
  ['1299,5', 'NOK', '1299.5'],
  ['1.299,50', 'EUR', '1299.5'],
  ['1,299.50', 'USD', '1299.5'],
  ['1 299', 'SEK', '1299'],
  ['١٢٫٥', 'EGP', '12.5'],
  ['12.345', 'JOD', '12.345'],
  ['12.999,999', 'EUR', '12999.999'],
  ['-5', 'EUR', '-5'],
  ['12 or 13', 'EUR', '12 or 13'],
  ['', 'EUR', ''],
])('an amount typed as %s in %s is %s', (typed, currency, amount) => {
  expect(normalizeTypedAmount(typed, currency)).toBe(amount)
})
