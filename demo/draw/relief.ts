import sharp from 'sharp'
import type { Raster } from '#demo/shop/shadows.ts'
import { squareRoot } from './exact-math.ts'
import { svgOf } from './path.ts'
import type { Piece } from './piece.ts'

/** How a material meets the light: how far its edges are round, in pixels, how high, and how it shines. */
export type Relief = { round: number; height: number; gloss: number; shininess: number }

export const LEATHER: Relief = { round: 22, height: 0.8, gloss: 0.5, shininess: 22 }
export const METAL: Relief = { round: 9, height: 1.1, gloss: 0.9, shininess: 26 }

/** To the upper left, towards the viewer; its length is 1. */
const LIGHT = [-0.42, -0.48, 0.77] as const
/** Halfway between the light and the viewer. */
const SHINE = [-0.223, -0.255, 0.941] as const

/** Which piece shows in each pixel, from 1; 0 outside. */
const readPieceMap = async (
  pieces: readonly Piece[],
  open: string,
  { width, height }: Raster,
): Promise<Uint8Array> => {
  const areas = pieces.map(
    ({ path }, index) =>
      `<path d="${svgOf(path)}" fill="#${(index + 1).toString(16).padStart(2, '0')}0000"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${open}${areas.join('')}</g></svg>`
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return Uint8Array.from({ length: width * height }, (_, at) =>
    (pixels[at * 4 + 3] ?? 0) > 127 ? (pixels[at * 4] ?? 0) : 0,
  )
}

/** How far each pixel is from the edge of its piece, up to `most`. */
const measureDepths = (map: Uint8Array, width: number, most: number): Float32Array => {
  const depths = new Float32Array(map.length).fill(most)
  const visit = (at: number, neighbors: readonly (readonly [number, number])[]) => {
    let depth = depths[at] ?? 0
    for (const [step, length] of neighbors)
      depth = Math.min(depth, map[at + step] === map[at] ? (depths[at + step] ?? 0) + length : 0)
    depths[at] = depth
  }
  const before = [
    [-1, 1],
    [-width, 1],
    [-width - 1, 1.4],
    [-width + 1, 1.4],
  ] as const
  const after = before.map(([step, length]) => [-step, length] as const)
  for (let at = 0; at < map.length; at++) if (map[at]) visit(at, before)
  for (let at = map.length - 1; at >= 0; at--) if (map[at]) visit(at, after)
  return depths
}

/** `exponent` is a whole number. */
const power = (base: number, exponent: number): number =>
  exponent === 0 ? 1 : power(base * base, exponent >> 1) * (exponent % 2 === 0 ? 1 : base)

/** Gives the drawn pieces round edges, on which light falls. `open`: the group that places them. */
export const lightPieces = async (
  raster: Raster,
  pieces: readonly Piece[],
  open: string,
  { round, height, gloss, shininess }: Relief,
): Promise<void> => {
  const { data, width } = raster
  const depths = measureDepths(await readPieceMap(pieces, open, raster), width, round)
  // A quarter of a circle: steep at the edge, level inside.
  const heights = depths.map((depth) =>
    depth < round ? (255 / round) * squareRoot(depth * (2 * round - depth)) : 255,
  )
  const blurred = await sharp(Buffer.from(Uint8Array.from(heights)), {
    raw: { width, height: raster.height, channels: 1 },
  })
    .blur(1.6)
    .extractChannel(0)
    .raw()
    .toBuffer()
  const scale = (height * round) / 255 / 2
  for (let at = width; at < depths.length - width; at++) {
    if (data[at * 4 + 3] === 0) continue
    const slopeX = ((blurred[at + 1] ?? 0) - (blurred[at - 1] ?? 0)) * scale
    const slopeY = ((blurred[at + width] ?? 0) - (blurred[at - width] ?? 0)) * scale
    // Level surfaces keep their colour.
    if (slopeX === 0 && slopeY === 0) continue
    const length = squareRoot(slopeX * slopeX + slopeY * slopeY + 1)
    const towards = ([x, y, z]: readonly [number, number, number]) =>
      Math.max(0, (z - slopeX * x - slopeY * y) / length)
    const light = 0.45 + (0.55 * towards(LIGHT)) / LIGHT[2]
    const shine = 255 * gloss * (power(towards(SHINE), shininess) - power(SHINE[2], shininess))
    for (let channel = 0; channel < 3; channel++) {
      const value = (data[at * 4 + channel] ?? 0) * light + Math.max(0, shine)
      data[at * 4 + channel] = Math.max(0, Math.min(255, Math.round(value)))
    }
  }
}
