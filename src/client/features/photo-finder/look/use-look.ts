import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '#client/catalog/price.tsx'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { DETECTION } from '#shared/constants.ts'
import { convertAmount, formatDisplayPrice, parsePrice } from '#shared/domain/price.ts'

/** A product that could be bought for a piece. The amount is in the visitor's currency; null if unknown. */
export type PieceOption = { id: string; amount: number | null }

type Selection = { cost: number; picks: readonly PieceOption[] }

/** Leaves out products without a price, which would otherwise count as the cheapest. */
const pricedOrAll = (options: readonly PieceOption[]) => {
  const priced = options.filter(({ amount }) => amount !== null)
  return priced.length > 0 ? priced : options
}

const extend = ({ cost, picks }: Selection, option: PieceOption): Selection => ({
  cost: cost + (option.amount ?? 0),
  picks: [...picks, option],
})

/**
 * One option for each piece: as near to the best matches as the budget allows, or the cheapest of all
 * if nothing fits it. Options come in the order of the results, and each place further down counts as
 * one step away from the best; for every number of steps the cheapest selection is kept.
 */
export const chooseWithin = (
  pieces: readonly (readonly PieceOption[])[],
  budget: number,
): readonly PieceOption[] => {
  let bySteps: (Selection | undefined)[] = [{ cost: 0, picks: [] }]
  for (const options of pieces.map(pricedOrAll)) {
    const next: (Selection | undefined)[] = []
    bySteps.forEach((from, steps) => {
      if (!from) return
      options.forEach((option, rank) => {
        const cheapest = next[steps + rank]
        const selection = extend(from, option)
        if (!cheapest || selection.cost < cheapest.cost) next[steps + rank] = selection
      })
    })
    bySteps = next
  }
  const selections = bySteps.filter((selection) => selection !== undefined)
  const fitting = selections.find(({ cost }) => cost <= budget)
  const cheapest = selections.reduce<Selection | undefined>(
    (best, selection) => (best && best.cost <= selection.cost ? best : selection),
    undefined,
  )
  return (fitting ?? cheapest)?.picks ?? []
}

/** The sum of the prices, and how many options have no known price. */
export const totalOf = (options: readonly PieceOption[]) => ({
  amount: options.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  unpriced: options.filter(({ amount }) => amount === null).length,
})

/** The visitor's decisions; everything else follows from the matches. */
export type LookChoice = {
  /** In the visitor's currency. */
  budget: number | null
  isCheapest: boolean
  /** The product that the visitor chose for a piece, by the id of its object. */
  fixed: ReadonlyMap<string, string>
  leftOut: ReadonlySet<string>
}

export const NO_CHOICE: LookChoice = {
  budget: null,
  isCheapest: false,
  fixed: new Map(),
  leftOut: new Set(),
}

type Priced = { id: string; price?: string | null | undefined }

const FALLBACK_CURRENCY = 'EUR'

/** Adds up prices of any currency in that of the visitor. */
export const useMoney = () => {
  const currency = useVisitorCurrency() ?? FALLBACK_CURRENCY
  const { data: rates } = useQuery(ratesQuery)
  return {
    currency,
    amountOf: (price: string | null | undefined): number | null => {
      const parsed = parsePrice(price)
      const from = parsed?.currency ?? DETECTION.defaultCurrency
      if (!parsed) return null
      if (from === currency) return parsed.amount
      return rates ? convertAmount(parsed.amount, from, currency, rates) : null
    },
    /** Without cents, because the exchange rates are not those of today. */
    display: (amount: number): string =>
      `about ${formatDisplayPrice(Math.round(amount), currency) ?? ''}`,
  }
}

/** Which product each object gets, and what they cost together. */
export const useLook = (matches: ReadonlyMap<string, readonly Priced[]>, choice: LookChoice) => {
  const money = useMoney()
  const { budget, isCheapest, fixed, leftOut } = choice
  const pieces = [...matches].filter(([id, options]) => options.length > 0 && !leftOut.has(id))
  const options = pieces.map(([id, products]) => {
    const chosen = products.filter((product) => product.id === fixed.get(id))
    return (chosen.length > 0 ? chosen : products).map((product): PieceOption => ({
      id: product.id,
      amount: money.amountOf(product.price),
    }))
  })
  const picks = chooseWithin(options, isCheapest ? 0 : (budget ?? Infinity))
  const total = totalOf(picks)
  return {
    ...money,
    ...total,
    isOverBudget: budget !== null && total.amount > budget,
    /** The id of the product for each object, by the id of the object. */
    productIds: new Map(pieces.map(([id], index) => [id, picks[index]?.id])),
  }
}
