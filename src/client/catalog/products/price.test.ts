import { CONDITION_TEXT } from '#shared/attribute-messages.ts'
import { expect, test } from 'vitest'
import { isBuyable, getStock } from '#shared/domain/offer.ts'
import { formatCheckedAgo, describeOfferState, describeStock } from './offer-state.ts'

test.each([
  ['in_stock', null, 'In stock', true, 'in-stock'],
  [null, null, 'Stock not stated', true, 'unknown'],
  ['out_of_stock', 'Sold out', 'Sold out', false, 'sold-out'],
  ['removed', 'No longer sold here', 'No longer sold here', false, 'sold-out'],
  ['preorder', 'Pre-order', 'Pre-order', true, 'unknown'],
] as const)('%s', (availability, state, text, canBuy, stock) => {
  expect(describeOfferState({ availability })).toBe(state)
  expect(describeStock({ availability })).toBe(text)
  expect(isBuyable({ availability })).toBe(canBuy)
  expect(getStock({ availability })).toBe(stock)
})

test.each([
  [null, null],
  ['2026-11-15T11:59:50Z', 'checked 1 min ago'],
  ['2026-11-15T11:15:00Z', 'checked 45 min ago'],
  ['2026-11-15T09:00:00Z', 'checked 3 h ago'],
  ['2026-11-10T12:00:00Z', 'checked 5 days ago'],
  ['2026-11-15T13:00:00Z', 'checked 1 min ago'],
])('%s: %s', (checkedAt, text) => {
  expect(formatCheckedAgo(checkedAt, Date.parse('2026-11-15T12:00:00Z'))).toBe(text)
})

test('a shop says whether it sells new, refurbished or second-hand products', () => {
  expect(CONDITION_TEXT).toEqual({
    new: 'New',
    refurbished: 'Refurbished',
    used: 'Second-hand',
  })
})
