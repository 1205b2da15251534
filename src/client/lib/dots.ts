import { clamp, type Box, type Point } from '#shared/domain/box.ts'
import type { Size } from './use-element-size.ts'

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
    dots.forEach((one, index) => {
      for (const other of dots.slice(index + 1)) {
        const away = { x: other.x - one.x, y: other.y - one.y }
        const distance = Math.hypot(away.x, away.y)
        if (distance >= gap - 0.5) continue
        isSettled = false
        const push = (gap - distance) / 2
        // Two dots at the same position have no direction between them: the later one moves down.
        const direction =
          distance > 0.01 ? { x: away.x / distance, y: away.y / distance } : { x: 0, y: 1 }
        one.x -= direction.x * push
        one.y -= direction.y * push
        other.x += direction.x * push
        other.y += direction.y * push
        keepInside(one)
        keepInside(other)
      }
    })
    if (isSettled) break
  }
  return dots
}

/** A product on a picture, in fractions of the picture. */
export type Placed = {
  box: Box
  /** Where it is surely seen. */
  point?: Point | undefined
  /** Otherwise where it is probably seen, in fractions of its box. */
  guess: Point
}

/** The narrowest picture: on a wider one the dots are further apart. */
const WIDTH_PX = 320
/** A dot's least size (24 px), as the gap between the middles of two. */
const GAP_PX = 24
/** A box is searched for the place of its dot in so many rows and columns. */
const STEPS = 12
/** What being on another product costs, in sizes of the box; more if that one is worn on top. */
const COVER_COST = 0.3
const COVERED_COST = 1

const area = ({ width, height }: Box) => width * height
const contains = ({ x, y, width, height }: Box, point: Point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

const guessedPoint = ({ box, guess }: Placed): Point => ({
  x: box.x + box.width * guess.x,
  y: box.y + box.height * guess.y,
})

/** The best-seen point, then the points of the box, the better first. */
const candidates = (placed: Placed, others: readonly Box[]): Point[] => {
  const { box, point: known } = placed
  const best = known ?? guessedPoint(placed)
  const costOf = (point: Point) => {
    const away = { x: (point.x - best.x) / box.width, y: (point.y - best.y) / box.height }
    const covers = others.filter((other) => contains(other, point))
    const isOnTop = (other: Box) => area(other) < area(box)
    return covers.reduce(
      (cost, other) => cost + (isOnTop(other) ? COVERED_COST : COVER_COST),
      Math.hypot(away.x, away.y),
    )
  }
  const steps = Array.from({ length: STEPS }, (_, index) => (index + 0.5) / STEPS)
  const points = steps.flatMap((across) =>
    steps.map((down) => ({ x: box.x + across * box.width, y: box.y + down * box.height })),
  )
  if (!known) points.push(best)
  const ordered = points
    .map((point) => ({ point, cost: costOf(point) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ point }) => point)
  // A measured point is certain: what the boxes suggest comes after it.
  return known ? [best, ...ordered] : ordered
}

/** A dot on each product, as fractions of the picture; `ratio` is its height over its width. */
export const placeDots = (worn: readonly Placed[], ratio: number): Point[] => {
  const size = { width: WIDTH_PX, height: WIDTH_PX * ratio }
  const placed = new Map<Placed, Point>()
  const room = (point: Point) =>
    Math.min(...[...placed.values()].map((other) => distance(point, other)))
  // The smallest first: a larger product leaves its dot more room to move.
  for (const one of worn.toSorted((a, b) => area(a.box) - area(b.box))) {
    const others = worn.filter((other) => other !== one).map(({ box }) => box)
    const points = candidates(one, others).map(({ x, y }) => ({
      x: x * size.width,
      y: y * size.height,
    }))
    const free = points.find((point) => room(point) >= GAP_PX)
    const place = free ?? points.toSorted((a, b) => room(b) - room(a))[0]
    if (place) placed.set(one, place)
  }
  // Two products too small to hold two dots: they give way to each other.
  return spreadDots(
    worn.map((one) => placed.get(one) ?? { x: 0, y: 0 }),
    GAP_PX,
    size,
  ).map(({ x, y }) => ({ x: x / size.width, y: y / size.height }))
}
