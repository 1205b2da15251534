type Point = { at: string; amount: number }

const WIDTH = 100
const HEIGHT = 40

/** Steps, because a price holds until the next change. */
export const plotOf = (history: readonly Point[]) => {
  const amounts = history.map(({ amount }) => amount)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const times = history.map(({ at }) => Date.parse(at))
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const x = (time: number) => (end === start ? 0 : ((time - start) / (end - start)) * WIDTH)
  const y = (amount: number) =>
    highest === lowest ? HEIGHT / 2 : HEIGHT - ((amount - lowest) / (highest - lowest)) * HEIGHT
  const points = history.flatMap(({ amount }, index) => {
    const left = x(times[index] ?? 0)
    const before = history[index - 1]
    return [...(before ? [[left, y(before.amount)]] : []), [left, y(amount)]]
  })
  return {
    lowest,
    highest,
    points: points.map((point) => point.map((part) => part.toFixed(2)).join(',')).join(' '),
  }
}
