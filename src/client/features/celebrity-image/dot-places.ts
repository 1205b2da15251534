import { inReadingOrder } from '#client/lib/reading-order.ts'
import { spreadDots } from '#client/lib/spread-dots.ts'
import type { CatalogProduct, WornBox } from '#shared/contract/catalog.ts'
import type { Point } from '#shared/domain/box.ts'

type Worn = { box: WornBox; category: string | null }

/** The narrowest picture: on a wider one the dots are further apart. */
const WIDTH_PX = 320
/** A dot's least size (24 px), as the gap between the middles of two. */
const GAP_PX = 24
/** A box is searched for the place of its dot in so many rows and columns. */
const STEPS = 12
/** What being on another product costs, in sizes of the box; more if that one is worn on top. */
const COVER_COST = 0.3
const COVERED_COST = 1

const area = ({ width, height }: WornBox) => width * height
const contains = ({ x, y, width, height }: WornBox, point: Point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Where the catalogue says nothing: the middle, or for shoes the middle of one of the two. */
const guessedPoint = ({ box, category }: Worn): Point => ({
  x: box.x + box.width * (category === 'footwear' ? 0.25 : 0.5),
  y: box.y + box.height / 2,
})

/** The best-seen point, then the points of the box, the better first. */
const candidates = (worn: Worn, others: readonly WornBox[]): Point[] => {
  const { box } = worn
  const best = box.point ?? guessedPoint(worn)
  const costOf = (point: Point) => {
    const away = { x: (point.x - best.x) / box.width, y: (point.y - best.y) / box.height }
    const covers = others.filter((other) => contains(other, point))
    const isOnTop = (other: WornBox) => area(other) < area(box)
    return covers.reduce(
      (cost, other) => cost + (isOnTop(other) ? COVERED_COST : COVER_COST),
      Math.hypot(away.x, away.y),
    )
  }
  const steps = Array.from({ length: STEPS }, (_, index) => (index + 0.5) / STEPS)
  const points = steps.flatMap((across) =>
    steps.map((down) => ({ x: box.x + across * box.width, y: box.y + down * box.height })),
  )
  if (!box.point) points.push(best)
  const ordered = points
    .map((point) => ({ point, cost: costOf(point) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ point }) => point)
  // A measured point is certain: what the boxes suggest comes after it.
  return box.point ? [best, ...ordered] : ordered
}

/** A dot on each product, as fractions of the picture; `ratio` is its height over its width. */
export const placeDots = (worn: readonly Worn[], ratio: number): Point[] => {
  const size = { width: WIDTH_PX, height: WIDTH_PX * ratio }
  const placed = new Map<Worn, Point>()
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

export type Hotspot = { id: string; name: string; box: WornBox; dot: Point }

/** Dots within this share of the picture height below the first one form a row. */
const ROW = 0.08

/** The products whose place on the picture is known, in reading order, each with its dot. */
export const hotspotsOf = (products: readonly CatalogProduct[], ratio: number): Hotspot[] => {
  const worn = products.flatMap(({ id, name, box, category }) =>
    box ? [{ id, name, box, category }] : [],
  )
  const dots = placeDots(worn, ratio)
  const hotspots = worn.map(({ id, name, box }, index) => ({
    id,
    name,
    box,
    dot: dots[index] ?? { x: 0, y: 0 },
  }))
  return inReadingOrder(hotspots, ({ dot }) => dot, ROW)
}
