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
