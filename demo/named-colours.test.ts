import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colourDistance, darken, type Hex } from './draw/colour.ts'
import { plain } from './draw/fabric.ts'
import type { Piece } from './draw/piece.ts'
import { DAYLIGHT, piecesSvg } from './draw/svg.ts'
import { dressFigure } from './figure/dressed.ts'
import { POSES } from './figure/pose.ts'
import type { Garment } from './garments/garment.ts'
import { boundsOf, flatLay } from './product-picture.ts'
import { DENIM, FAMILIES } from './wardrobe/palette.ts'
import type { Product } from './wardrobe/products.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const { products, people } = wardrobe()
const dyes = new Map(
  [DENIM, ...FAMILIES.flatMap(({ dyes, neutrals }) => [dyes, neutrals])]
    .flat()
    .map(({ name, hex }) => [name, hex]),
)
const namedColour = (name: string): Hex => dyes.get(name.split(' in ').at(-1) ?? '') ?? ''

const PIXELS = 90
/** Sunglasses are named after their frame, and most of what shows is lens. */
const LEAST_SHARE = 0.22
const ALIKE = 60

/** The share of drawn pixels in this colour, lit or shaded. */
const shareOf = async (pieces: readonly Piece[], colour: Hex): Promise<number> => {
  const { x0, y0, x1, y1 } = boundsOf(pieces.map(({ path }) => path))
  const zoom = PIXELS / Math.max(x1 - x0, y1 - y0)
  const [width, height] = [x1 - x0, y1 - y0].map((side) => Math.ceil(side * zoom))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="scale(${zoom}) translate(${-x0} ${-y0})">${piecesSvg(pieces)}</g></svg>`
  const pixels = await sharp(Buffer.from(svg)).raw().toBuffer()
  const shades = [colour, darken(colour, DAYLIGHT.strength)]
  const known = new Map<Hex, boolean>()
  let [drawn, alike] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    drawn += 1
    const hex = `#${pixels.toString('hex', at, at + 3)}`
    const isAlike = known.get(hex) ?? shades.some((shade) => colourDistance(hex, shade) < ALIKE)
    known.set(hex, isAlike)
    if (isAlike) alike += 1
  }
  return alike / drawn
}

/** Without the pattern, which may hide most of its ground colour. */
const unpatterned = (garment: Garment): Garment => ({
  ...garment,
  fabric: plain(garment.fabric.base),
})
const misnamed = async (chosen: readonly Product[], piecesOf: (garment: Garment) => Piece[]) => {
  const found: string[] = []
  for (const { garment, name } of chosen) {
    const share = await shareOf(piecesOf(unpatterned(garment)), namedColour(name))
    if (!(share >= LEAST_SHARE)) found.push(`${garment.id} ${name}: ${share.toFixed(2)}`)
  }
  return found
}

test('every name ends in a colour of the palette', () => {
  expect(products.filter(({ name }) => !namedColour(name))).toEqual([])
})

test('every product is pictured in the colour it is named after', { timeout: 60_000 }, async () => {
  expect(await misnamed(products, flatLay)).toEqual([])
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
  expect(await misnamed(jewellery, worn)).toEqual([])
})
