import { expect, test } from 'vitest'
import { plotPrices } from './product-page.tsx'

test('a price holds until it changes', () => {
  const day = (day: number, amount: number) => ({ at: `2026-11-0${day}T00:00:00Z`, amount })
  expect(plotPrices([day(1, 20), day(3, 10), day(5, 15)])).toEqual({
    lowest: 10,
    highest: 20,
    points: '0.00,0.00 50.00,0.00 50.00,40.00 100.00,40.00 100.00,20.00',
  })
})

test('prices that never differ lie in the middle', () => {
  const at = '2026-11-01T00:00:00Z'
  expect(
    plotPrices([
      { at, amount: 5 },
      { at, amount: 5 },
    ]).points,
  ).toContain('0.00,20.00')
})
