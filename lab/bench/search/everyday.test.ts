import { expect, it } from 'vitest'
import { readDemoFacts } from './demo-facts.ts'
import {
  judgeProduct,
  computePrecision,
  readEverydayQueries,
  readJudgingFacts,
} from './everyday.ts'

const RATES = {
  date: '2026-01-01',
  perEuro: { USD: 1.1, GBP: 0.85, JPY: 165, INR: 95, AED: 4, KRW: 1500, BRL: 6, PLN: 4.3, TRY: 40 },
}

it('judges 300 queries that the two catalogues can answer, and locks a third', async () => {
  const facts = [...(await readDemoFacts()), ...(await readJudgingFacts())]
  const queries = await readEverydayQueries('everyday')
  const unanswerable = queries.filter(
    ({ wanted }) => !facts.some((product) => judgeProduct(product, wanted, RATES) === true),
  )
  expect(unanswerable.map(({ text }) => text)).toEqual([])
  expect(new Set(queries.map(({ text }) => text)).size).toBeGreaterThanOrEqual(300)
  const locked = queries.filter(({ isLocked }) => isLocked).length
  expect(locked / queries.length).toBeCloseTo(1 / 3, 1)
})

it('has 120 queries of strangers, of which a third is locked', async () => {
  const queries = await readEverydayQueries('strangers')
  expect(new Set(queries.map(({ text }) => text)).size).toBe(120)
  expect(queries.filter(({ isLocked }) => isLocked)).toHaveLength(40)
  const facts = await readJudgingFacts()
  for (const { wanted } of queries)
    for (const product of facts) expect(() => judgeProduct(product, wanted, RATES)).not.toThrow()
})

it('judges by conditions, alternatives and what nobody can tell', async () => {
  const [facts] = await readJudgingFacts()
  if (!facts) throw new Error('The judging shop is empty')
  const verdict = (wanted: string) => judgeProduct(facts, wanted, RATES)
  expect(verdict('kind=dress colour=pink')).toBe(true)
  expect(verdict('kind=dress !colour=pink')).toBe(false)
  expect(verdict('kind=skirt | colour=pink size=UK10')).toBe(true)
  expect(verdict('kind=midi dress max=110EUR')).toBe(true)
  expect(verdict('dept=men')).toBe(false)
  expect(judgeProduct({ ...facts, departments: [] }, 'kind=dress dept=men', RATES)).toBeNull()
  expect(judgeProduct({ ...facts, sizes: [] }, 'kind=skirt size=M', RATES)).toBe(false)
})

it.each([
  [[true, true, null, null], 2, 1],
  [[true, null, true], 2, 2 / 3],
  [[true, null], 2, 1 / 2],
  [[null, null], 0, 0],
  [[true, false], 1, 1 / 2],
  [[], 4, 0],
])('counts what nobody can tell only before the last right one: %j of %i', (list, right, share) =>
  expect(computePrecision(list, right)).toBe(share),
)
