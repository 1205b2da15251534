import { convertAmount, type Rates } from '#shared/domain/money.ts'
import type { DemoFacts } from '#demo'

/** What a query asks for. Every member given must hold; of a list, one entry is enough. */
export type Expectation = {
  kinds?: string
  colours?: string
  patterns?: string
  materials?: string
  brand?: string
  person?: string
  min?: number
  max?: number
  /** Without one, the price as the shop writes it is compared. */
  currency?: string
  isUsed?: boolean
  isInStock?: boolean
}

const splitList = (list: string) => list.split(', ')

export const isRight = (facts: DemoFacts, expectation: Expectation, rates: Rates): boolean => {
  const has = (list: string | undefined, values: readonly string[]) =>
    list === undefined || splitList(list).some((entry) => values.includes(entry))
  const amount =
    expectation.currency === undefined
      ? facts.amount
      : (convertAmount(facts.amount, facts.currency, expectation.currency, rates) ?? Number.NaN)
  return (
    has(expectation.kinds, facts.kinds) &&
    has(expectation.colours, facts.colours) &&
    has(expectation.patterns, [facts.pattern]) &&
    has(expectation.materials, facts.materials) &&
    (expectation.brand === undefined || facts.brand === expectation.brand) &&
    (expectation.person === undefined || facts.people.includes(expectation.person)) &&
    (expectation.min === undefined || amount >= expectation.min) &&
    (expectation.max === undefined || amount <= expectation.max) &&
    (expectation.isUsed === undefined || facts.isUsed === expectation.isUsed) &&
    (expectation.isInStock === undefined || facts.isInStock === expectation.isInStock)
  )
}

export const FIRST = 10

/**
 * The share of right results among the first ten. A list that is shorter than it could be is judged
 * as if the missing ones were wrong.
 */
export const precision = (verdicts: readonly boolean[], rightInAll: number): number => {
  const firstVerdicts = verdicts.slice(0, FIRST)
  const comparedCount = Math.max(firstVerdicts.length, Math.min(FIRST, rightInAll))
  return comparedCount === 0 ? 0 : firstVerdicts.filter(Boolean).length / comparedCount
}
