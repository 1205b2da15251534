import { expect, test } from 'vitest'
import { isBuyable } from '#shared/domain/offer.ts'
import { checkedAgo, offerState } from './offer-price.tsx'

test.each([
  ['in_stock', null, true],
  [null, null, true],
  ['out_of_stock', 'Sold out', false],
  ['removed', 'No longer sold here', false],
  ['preorder', 'Pre-order', true],
] as const)('%s', (availability, state, canBuy) => {
  expect(offerState({ availability })).toBe(state)
  expect(isBuyable({ availability })).toBe(canBuy)
})

test.each([
  [null, null],
  ['2026-11-15T11:59:50Z', 'checked 1 min ago'],
  ['2026-11-15T11:15:00Z', 'checked 45 min ago'],
  ['2026-11-15T09:00:00Z', 'checked 3 h ago'],
  ['2026-11-10T12:00:00Z', 'checked 5 days ago'],
  ['2026-11-15T13:00:00Z', 'checked 1 min ago'],
])('%s: %s', (checkedAt, text) => {
  expect(checkedAgo(checkedAt, Date.parse('2026-11-15T12:00:00Z'))).toBe(text)
})
