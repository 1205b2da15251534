import {
  computeBoxArea,
  type Box,
  clamp,
  containsPoint,
  type Point,
  type Size,
} from '#shared/domain/box.ts'

export const toPercent = (fraction: number): string => `${fraction * 100}%`

/** Puts an element over a box of a picture, given in fractions of the picture. */
export const createBoxStyle = ({ x, y, width, height }: Box) => ({
  left: toPercent(x),
  top: toPercent(y),
  width: toPercent(width),
  height: toPercent(height),
})

/** Top to bottom and, on one line, left to right. Points less than `line` below the first share its line. */
export const sortInReadingOrder = <Item>(
  items: readonly Item[],
  pointOf: (item: Item) => Point,
  line: number,
): Item[] => {
  const lines: { item: Item; x: number; y: number }[][] = []
  const entries = items.map((item) => ({ item, ...pointOf(item) }))
  for (const entry of entries.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = lines.at(-1)
    if (last?.[0] && entry.y - last[0].y < line) last.push(entry)
    else lines.push([entry])
  }
  return lines.flatMap((row) => row.toSorted((a, b) => a.x - b.x).map(({ item }) => item))
}

const ROUNDS = 24

/**
 * Moves dots at least `gap` apart so that a finger can hit each, and keeps them inside `size`.
 * Deterministic, so that no dot jumps between renders.
 */
export const spreadDots = (points: readonly Point[], gap: number, size: Size): Point[] => {
  const dots = points.map((point) => ({ ...point }))
  const keepInside = (dot: Point) => {
    dot.x = clamp(dot.x, gap / 2, Math.max(gap / 2, size.width - gap / 2))
    dot.y = clamp(dot.y, gap / 2, Math.max(gap / 2, size.height - gap / 2))
  }
  dots.forEach(keepInside)
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = true
    dots.forEach((dot, index) => {
      for (const other of dots.slice(index + 1)) {
        const delta = { x: other.x - dot.x, y: other.y - dot.y }
        const length = Math.hypot(delta.x, delta.y)
        if (length >= gap - 0.5) continue
        isSettled = false
        const push = (gap - length) / 2
        // Two dots at the same position have no direction between them: the later one moves down.
        const direction =
          length > 0.01 ? { x: delta.x / length, y: delta.y / length } : { x: 0, y: 1 }
        dot.x -= direction.x * push
        dot.y -= direction.y * push
        other.x += direction.x * push
        other.y += direction.y * push
        keepInside(dot)
        keepInside(other)
      }
    })
    if (isSettled) break
  }
  return dots
}

/** A product on a picture, in fractions of the picture. */
type DotTarget = {
  box: Box
  /** A point where it is visible, if that was measured. */
  point?: Point | undefined
  /** Otherwise the point where it is probably visible, in fractions of its box. */
  guess: Point
}

/** The width of the narrowest picture: on a wider one the dots are further apart. */
const WIDTH_PX = 320
/** The smallest size of a dot, which is the smallest distance between the centres of two. */
const GAP_PX = 24
/** The candidates for a dot are this many rows and columns of points in its box. */
const STEPS = 12
/** The cost of lying on another product, in sizes of the box; higher if that one is worn on top. */
const COVER_COST = 0.3
const COVERED_COST = 1

const measureDistance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

const guessPoint = ({ box, guess }: DotTarget): Point => ({
  x: box.x + box.width * guess.x,
  y: box.y + box.height * guess.y,
})

/** The points for a dot, the best first. */
const listCandidatePoints = (target: DotTarget, others: readonly Box[]): Point[] => {
  const { box, point: measured } = target
  const best = measured ?? guessPoint(target)
  const computeCost = (point: Point) => {
    const delta = { x: (point.x - best.x) / box.width, y: (point.y - best.y) / box.height }
    const covers = others.filter((other) => containsPoint(other, point))
    const isOnTop = (other: Box) => computeBoxArea(other) < computeBoxArea(box)
    return covers.reduce(
      (cost, other) => cost + (isOnTop(other) ? COVERED_COST : COVER_COST),
      Math.hypot(delta.x, delta.y),
    )
  }
  const steps = Array.from({ length: STEPS }, (_, index) => (index + 0.5) / STEPS)
  const points = steps.flatMap((across) =>
    steps.map((down) => ({ x: box.x + across * box.width, y: box.y + down * box.height })),
  )
  if (!measured) points.push(best)
  const ordered = points
    .map((point) => ({ point, cost: computeCost(point) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ point }) => point)
  // A measured point is certain, whatever the boxes suggest.
  return measured ? [best, ...ordered] : ordered
}

/** A dot on each product, as fractions of the picture; `ratio` is its height over its width. */
export const placeDots = (targets: readonly DotTarget[], ratio: number): Point[] => {
  const size = { width: WIDTH_PX, height: WIDTH_PX * ratio }
  const dots = new Map<DotTarget, Point>()
  const measureDistanceToDots = (point: Point) =>
    Math.min(...[...dots.values()].map((dot) => measureDistance(point, dot)))
  // The smallest products come first, because larger ones leave their dots more room.
  for (const target of targets.toSorted((a, b) => computeBoxArea(a.box) - computeBoxArea(b.box))) {
    const others = targets.filter((other) => other !== target).map(({ box }) => box)
    const points = listCandidatePoints(target, others).map(({ x, y }) => ({
      x: x * size.width,
      y: y * size.height,
    }))
    const dot =
      points.find((point) => measureDistanceToDots(point) >= GAP_PX) ??
      points.toSorted((a, b) => measureDistanceToDots(b) - measureDistanceToDots(a))[0]
    if (dot) dots.set(target, dot)
  }
  // Products that are too small and close for two dots push them apart.
  return spreadDots(
    targets.map((target) => dots.get(target) ?? { x: 0, y: 0 }),
    GAP_PX,
    size,
  ).map(({ x, y }) => ({ x: x / size.width, y: y / size.height }))
}
