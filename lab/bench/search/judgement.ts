import { convertAmount, type Rates } from '#shared/domain/money.ts'
import type { DemoFacts } from '#demo'

/** What a query asks for. Every member given must hold; of a list, one entry is enough. */
export type Wanted = {
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

const listed = (list: string) => list.split(', ')

export const isRight = (facts: DemoFacts, wanted: Wanted, rates: Rates): boolean => {
  const has = (list: string | undefined, values: readonly string[]) =>
    list === undefined || listed(list).some((entry) => values.includes(entry))
  const amount =
    wanted.currency === undefined
      ? facts.amount
      : (convertAmount(facts.amount, facts.currency, wanted.currency, rates) ?? Number.NaN)
  return (
    has(wanted.kinds, facts.kinds) &&
    has(wanted.colours, facts.colours) &&
    has(wanted.patterns, [facts.pattern]) &&
    has(wanted.materials, facts.materials) &&
    (wanted.brand === undefined || facts.brand === wanted.brand) &&
    (wanted.person === undefined || facts.people.includes(wanted.person)) &&
    (wanted.min === undefined || amount >= wanted.min) &&
    (wanted.max === undefined || amount <= wanted.max) &&
    (wanted.isUsed === undefined || facts.isUsed === wanted.isUsed) &&
    (wanted.isInStock === undefined || facts.isInStock === wanted.isInStock)
  )
}

export const FIRST = 10

/**
 * The share of right results among the first ten. A list that is shorter than it could be is judged
 * as if the missing ones were wrong.
 */
export const precision = (found: readonly boolean[], rightInAll: number): number => {
  const shown = found.slice(0, FIRST)
  const judged = Math.max(shown.length, Math.min(FIRST, rightInAll))
  return judged === 0 ? 0 : shown.filter(Boolean).length / judged
}
