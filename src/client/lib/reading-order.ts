import type { Point } from '#shared/domain/box.ts'

/** Top to bottom and, on one line, left to right. Points less than `line` below the first share its line. */
export const inReadingOrder = <Item>(
  items: readonly Item[],
  pointOf: (item: Item) => Point,
  line: number,
): Item[] => {
  const lines: { item: Item; x: number; y: number }[][] = []
  const placed = items.map((item) => ({ item, ...pointOf(item) }))
  for (const one of placed.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = lines.at(-1)
    if (last?.[0] && one.y - last[0].y < line) last.push(one)
    else lines.push([one])
  }
  return lines.flatMap((row) => row.toSorted((a, b) => a.x - b.x).map(({ item }) => item))
}
