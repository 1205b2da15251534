import { describe, expect, it } from 'vitest'
import { readPrice } from './query-conditions.ts'

describe('the price in a query', () => {
  it.each([
    ['dress under 200', { max: 200 }, 'dress'],
    ['bag 50-100 €', { min: 50, max: 100, currency: 'EUR' }, 'bag'],
    ['bag €50 – €100', { min: 50, max: 100, currency: 'EUR' }, 'bag'],
    ['shirt between 50 and 100', { min: 50, max: 100 }, 'shirt'],
    ['boots up to £150', { max: 150, currency: 'GBP' }, 'boots'],
    ['watch over $1,200.50', { min: 1200.5, currency: 'USD' }, 'watch'],
    ['coat under 1.5k', { max: 1500 }, 'coat'],
    ['coat over 100 and under 300 euros', { min: 100, max: 300, currency: 'EUR' }, 'coat'],
    ['<100 scarf', { max: 100 }, 'scarf'],
    ['jeans 80 or less', { max: 80 }, 'jeans'],
    ['jacket around £160', { min: 120, max: 200, currency: 'GBP' }, 'jacket'],
    ['about 80 euros bag', { min: 60, max: 100, currency: 'EUR' }, 'bag'],
    ['coat under 500 pln', { max: 500, currency: 'PLN' }, 'coat'],
    ['coat under 500 zl', { max: 500, currency: 'PLN' }, 'coat'],
    ['coat under sek 900', { max: 900, currency: 'SEK' }, 'coat'],
    ['coat under c$90', { max: 90, currency: 'CAD' }, 'coat'],
    ['coat under 2k₹', { max: 2000, currency: 'INR' }, 'coat'],
    ['apron 50-60', { min: 50, max: 60 }, 'apron'],
    ['coat under fr. 90', { max: 90, currency: 'CHF' }, 'coat'],
    ['heels 100 to 200 dollars', { min: 100, max: 200, currency: 'USD' }, 'heels'],
  ])('is found in %s', (text, price, rest) => {
    const found = readPrice(text)
    expect(found.price).toEqual(price)
    expect(found.rest.replaceAll(/\band\b|\s+/g, ' ').trim()).toBe(rest)
  })

  it.each([
    [`dress under 9999999${',999'.repeat(24)}`, { max: 999_999_999 }],
    [`dress over 9999999${',999'.repeat(24)}k`, { min: 999_999_999 }],
    [`dress 10 to 9999999${'.999'.repeat(20)}k`, { min: 10_000, max: 999_999_999 }],
  ])('has an end in %s', (text, price) => expect(readPrice(text).price).toEqual(price))

  it.each(['501 jeans', '2-3 scarves', 'size 38', 'top 10 dresses', 'about a coat', 'coat'])(
    'is not found in %s',
    (text) => expect(readPrice(text)).toEqual({ price: null, rest: text }),
  )

  it.each([
    '1'.repeat(100),
    'under '.repeat(16),
    '$ '.repeat(50),
    '1,'.repeat(50),
    '9-'.repeat(50),
  ])('takes no time to look for in %s', (text) => {
    const started = performance.now()
    readPrice(text)
    expect(performance.now() - started).toBeLessThan(200)
  })
})
