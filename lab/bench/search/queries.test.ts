import { expect, it } from 'vitest'
import { readDemoFacts } from './demo-facts.ts'
import { isRightProduct, JUDGED_QUERIES, computeQueryPrecision } from './queries.ts'

const RATES = { date: '2026-01-01', perEuro: { USD: 1.1, GBP: 0.85, CHF: 0.95, JPY: 165 } }

it('judges at least 150 queries that the demo catalogue can answer, and holds out a third', async () => {
  const facts = await readDemoFacts()
  const unanswerable = JUDGED_QUERIES.filter(
    ({ wanted }) => !facts.some((product) => isRightProduct(product, wanted, RATES)),
  )
  expect(unanswerable.map(({ text }) => text)).toEqual([])
  expect(new Set(JUDGED_QUERIES.map(({ text }) => text)).size).toBeGreaterThanOrEqual(150)
  const heldOut = JUDGED_QUERIES.filter(({ isHeldOut }) => isHeldOut).length
  expect(heldOut / JUDGED_QUERIES.length).toBeCloseTo(1 / 3, 1)
})

it.each([
  [[true, true], 2, 1],
  [[true, false], 2, 0.5],
  [[true], 4, 0.25],
  [[], 4, 0],
  [Array.from({ length: 20 }, (_, index) => index < 10), 50, 1],
])('counts wrong and missing results among the first ten: %j of %i', (found, right, share) =>
  expect(computeQueryPrecision(found, right)).toBe(share),
)
