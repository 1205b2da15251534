import { type Box, centreOf } from '#shared/domain/box.ts'

/** Boxes whose centres are less than this apart in height are on one line. */
const LINE_UNITS = 48

/** Top to bottom and, on one line, left to right. */
export const inReadingOrder = <Boxed extends { bbox: Box }>(items: readonly Boxed[]): Boxed[] => {
  const placed = items
    .map((item) => ({ item, ...centreOf(item.bbox) }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
  const lines: (typeof placed)[] = []
  for (const one of placed) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && one.y - first.y < LINE_UNITS) line.push(one)
    else lines.push([one])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x).map(({ item }) => item))
}
