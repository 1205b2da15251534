import type { CatalogProduct } from '#shared/contract/catalog.ts'

export type Placed = CatalogProduct & { box: NonNullable<CatalogProduct['box']> }

/** Rows of a figure this far apart (as a share of its height) are read one after the other. */
const ROW = 0.08

/** The products whose place on the picture is known, from the top and then from the left. */
export const inReadingOrder = (products: readonly CatalogProduct[]): Placed[] =>
  products
    .filter((product): product is Placed => product.box !== null)
    .sort((a, b) => {
      const rows = Math.floor(centre(a.box).y / ROW) - Math.floor(centre(b.box).y / ROW)
      return rows || centre(a.box).x - centre(b.box).x
    })

export const centre = ({ x, y, width, height }: Placed['box']) => ({
  x: x + width / 2,
  y: y + height / 2,
})
