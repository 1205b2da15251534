import type { Box, Point } from '#shared/domain/box.ts'
import { spreadDots } from './spread-dots.ts'

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
