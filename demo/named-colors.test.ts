import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takeSample } from '#tests/support/length.ts'
import { colorDistance, darken, type Hex } from './draw/color.ts'
import { plain } from './draw/fabric.ts'
import type { Piece } from './draw/piece.ts'
import { DAYLIGHT, piecesSvg } from './draw/svg.ts'
import { dressFigure } from './figure/dressed.ts'
import { POSES } from './figure/pose.ts'
import type { Garment } from './garments/garment.ts'
import { boundsOf, flatLay } from './product-picture.ts'
import { DENIM, EVERYDAY, FAMILIES } from './wardrobe/palette.ts'
import type { Product } from './wardrobe/products.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const { products, people } = wardrobe()
const dyes = new Map(
  [DENIM, EVERYDAY, ...FAMILIES.flatMap(({ dyes, neutrals }) => [dyes, neutrals])]
    .flat()
    .map(({ name, hex }) => [name, hex]),
)
const namedColor = (name: string): Hex => dyes.get(name.split(' in ').at(-1) ?? '') ?? ''

const CELL_PIXELS = 80
/** Garments per rendering, because each rendering has a fixed cost. */
const COLUMNS = 64
/** Sunglasses are named after their frame, and most of what shows is lens. */
const LEAST_SHARE = 0.22
const ALIKE = 60

type DrawnProduct = { pieces: readonly Piece[]; color: Hex }
const cellSvg = (pieces: readonly Piece[], index: number): string => {
  const { x0, y0, x1, y1 } = boundsOf(pieces.map(({ path }) => path))
  return `<svg x="${index * CELL_PIXELS}" width="${CELL_PIXELS}" height="${CELL_PIXELS}" viewBox="${x0} ${y0} ${x1 - x0} ${y1 - y0}">${piecesSvg(pieces, DAYLIGHT, `c${index}`)}</svg>`
}

/** The share of drawn pixels that have their colour, lit or shaded, for each of a row of garments. */
const sharesOf = async (row: readonly DrawnProduct[]): Promise<number[]> => {
  const width = row.length * CELL_PIXELS
  const cells = row.map(({ pieces }, index) => cellSvg(pieces, index)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CELL_PIXELS}">${cells}</svg>`
  const pixels = await sharp(Buffer.from(svg)).raw().toBuffer()
  const isSeenBefore = row.map(() => new Map<Hex, boolean>())
  const counts = row.map(() => ({ drawn: 0, alike: 0 }))
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    const index = Math.floor(((at / 4) % width) / CELL_PIXELS)
    const [count, colors, color] = [counts[index], isSeenBefore[index], row[index]?.color]
    if (!count || !colors || color === undefined) continue
    const hex = `#${pixels.toString('hex', at, at + 3)}`
    const isAlike =
      colors.get(hex) ??
      [color, darken(color, DAYLIGHT.strength)].some((shade) => colorDistance(hex, shade) < ALIKE)
    colors.set(hex, isAlike)
    count.drawn += 1
    if (isAlike) count.alike += 1
  }
  return counts.map(({ drawn, alike }) => alike / drawn)
}

/** Without the pattern, which may hide most of its ground colour. */
const withoutPattern = (garment: Garment): Garment => ({
  ...garment,
  fabric: plain(garment.fabric.base),
})
const findMisnamed = async (
  checkedProducts: readonly Product[],
  piecesOf: (garment: Garment) => Piece[],
) => {
  const wrongNames: string[] = []
  for (let from = 0; from < checkedProducts.length; from += COLUMNS) {
    const row = checkedProducts.slice(from, from + COLUMNS)
    const shares = await sharesOf(
      row.map(({ garment, name }) => ({
        pieces: piecesOf(withoutPattern(garment)),
        color: namedColor(name),
      })),
    )
    for (const [index, { garment, name }] of row.entries()) {
      const share = shares[index] ?? 0
      if (!(share >= LEAST_SHARE)) wrongNames.push(`${garment.id} ${name}: ${share.toFixed(2)}`)
    }
  }
  return wrongNames
}

test('every name ends in a colour of the palette', () => {
  expect(products.filter(({ name }) => !namedColor(name))).toEqual([])
})

test('products are pictured in the colour they are named after', { timeout: 120_000 }, async () => {
  expect(await findMisnamed(takeSample(products, 4 * COLUMNS), flatLay)).toEqual([])
})

test('jewellery is worn in the colour it is named after', { timeout: 60_000 }, async () => {
  const [person] = people
  if (!person) throw new Error('The demo has no people')
  const worn = (garment: Garment) =>
    dressFigure(person.appearance, POSES.contrapposto, [garment], -1).pieces.filter(
      ({ owner }) => owner === garment.id,
    )
  const jewellery = products.filter(({ category }) => category === 'jewelry')
  expect(jewellery.length).toBeGreaterThan(50)
  expect(await findMisnamed(takeSample(jewellery, COLUMNS), worn)).toEqual([])
})
