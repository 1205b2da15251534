import { expect, test } from 'vitest'
import { demoCatalog } from './catalog.ts'
import { demoOffers } from './offers.ts'
import { shopItems } from './shop/items.ts'

const OFFERS = demoOffers()
const byProduct = new Map<string, typeof OFFERS>()
for (const offer of OFFERS)
  byProduct.set(offer.product, [...(byProduct.get(offer.product) ?? []), offer])

test('every product has one to four offers, at least 700 of them several', () => {
  const products = new Set([
    ...demoCatalog().rows.map(({ website }) => website),
    ...[...shopItems().values()].map(({ url }) => url),
  ])
  expect(new Set(byProduct.keys())).toEqual(products)
  const counts = [...byProduct.values()].map(({ length }) => length)
  expect(Math.max(...counts)).toBeLessThanOrEqual(4)
  expect(counts.filter((count) => count > 1).length).toBeGreaterThanOrEqual(700)
})

test('every offer states price, stock, condition and sizes, and no shop has two of a product', () => {
  for (const offer of OFFERS) {
    expect(offer.amount, offer.url).toBeGreaterThan(0)
    expect(offer.sizes.length, offer.url).toBeGreaterThan(0)
    expect(offer.terms.shipping?.amount, offer.url).toBeGreaterThanOrEqual(0)
    expect(offer.sizes.length, offer.url).toBeLessThanOrEqual(offer.terms.left ?? Infinity)
  }
  for (const offers of byProduct.values())
    expect(new Set(offers.map(({ url }) => new URL(url).host)).size).toBe(offers.length)
  expect(new Set(OFFERS.map(({ currency }) => currency)).size).toBe(5)
  expect(OFFERS.some(({ terms }) => terms.shipping?.amount === 0)).toBe(true)
  const few = OFFERS.filter(({ terms }) => terms.left !== undefined).length
  expect(few / OFFERS.length).toBeGreaterThan(0.05)
  expect(few / OFFERS.length).toBeLessThan(0.2)
  const soldOut = OFFERS.filter(({ availability }) => availability === 'out_of_stock').length
  expect(soldOut / OFFERS.length).toBeGreaterThan(0.03)
  expect(soldOut / OFFERS.length).toBeLessThan(0.12)
})

test('prices changed within twelve weeks: some fell, some were on sale', () => {
  const changed = OFFERS.filter(({ former }) => former.length > 0)
  expect(changed.length / OFFERS.length).toBeGreaterThan(0.4)
  for (const { url, former, currency } of changed)
    for (const [index, change] of former.entries()) {
      expect(change.days, url).toBeLessThan(84)
      expect(change.days, url).toBeGreaterThan(0)
      expect(change.days, url).toBeLessThan(former[index - 1]?.days ?? 84)
      expect(change.currency, url).toBe(currency)
    }
  expect(changed.some(({ amount, former }) => (former.at(-1)?.amount ?? 0) > amount)).toBe(true)
  expect(changed.some(({ amount, former }) => (former.at(-1)?.amount ?? amount) < amount)).toBe(
    true,
  )
})
