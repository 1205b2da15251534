import { placeDots } from '#client/lib/place-dots.ts'
import { inReadingOrder } from '#client/lib/reading-order.ts'
import type { CatalogProduct, WornBox } from '#shared/contract/catalog.ts'
import type { Point } from '#shared/domain/box.ts'

type Worn = { box: WornBox; category: string | null }

/** Where the catalogue says nothing: the middle, or for shoes the middle of one of the two. */
const placedOf = ({ box, category }: Worn) => ({
  box,
  point: box.point,
  guess: { x: category === 'footwear' ? 0.25 : 0.5, y: 0.5 },
})

/** A dot on each product, as fractions of the picture; `ratio` is its height over its width. */
export const dotsOf = (worn: readonly Worn[], ratio: number): Point[] =>
  placeDots(worn.map(placedOf), ratio)

export type Hotspot = { id: string; name: string; box: WornBox; dot: Point }

/** Dots within this share of the picture height below the first one form a row. */
const ROW = 0.08

/** The products whose place on the picture is known, in reading order, each with its dot. */
export const hotspotsOf = (products: readonly CatalogProduct[], ratio: number): Hotspot[] => {
  const worn = products.flatMap(({ id, name, box, category }) =>
    box ? [{ id, name, box, category }] : [],
  )
  const dots = dotsOf(worn, ratio)
  const hotspots = worn.map(({ id, name, box }, index) => ({
    id,
    name,
    box,
    dot: dots[index] ?? { x: 0, y: 0 },
  }))
  return inReadingOrder(hotspots, ({ dot }) => dot, ROW)
}
