import type { CatalogProduct } from '#shared/contract/catalog.ts'

export type Placed = CatalogProduct & { box: NonNullable<CatalogProduct['box']> }

/** Dots no further below the first of their row than this share of the picture are one row. */
const ROW = 0.08

/** The products whose place on the picture is known, from the top and, in a row, from the left. */
export const inReadingOrder = (products: readonly CatalogProduct[]): Placed[] => {
  const rows: Placed[][] = []
  const placed = products.filter((product): product is Placed => product.box !== null)
  for (const product of placed.sort((a, b) => centre(a.box).y - centre(b.box).y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && centre(product.box).y - centre(first.box).y < ROW) row.push(product)
    else rows.push([product])
  }
  return rows.flatMap((row) => row.sort((a, b) => centre(a.box).x - centre(b.box).x))
}

export const centre = ({ x, y, width, height }: Placed['box']) => ({
  x: x + width / 2,
  y: y + height / 2,
})
