import sharp from 'sharp'
import { randomFrom } from './random.ts'

const SIZE = 256
const tiles = new Map<number, Promise<Buffer>>()
const makeTile = async (strength: number): Promise<Buffer> => {
  const random = randomFrom('grain')
  const pixels = Buffer.alloc(SIZE * SIZE * 4)
  for (let i = 0; i < pixels.length; i += 4) {
    // The sum of two random numbers: most grains are faint, a few strong.
    const value = random.next() + random.next() - 1
    pixels.fill(value > 0 ? 255 : 20, i, i + 3)
    pixels[i + 3] = Math.round(Math.abs(value) * strength)
  }
  return sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 4 } })
    .png()
    .toBuffer()
}
/** Paper grain, rendered once and tiled. feTurbulence would cost more than the picture itself. */
export const grainTile = (strength: number): Promise<Buffer> => {
  const cachedTile = tiles.get(strength)
  if (cachedTile) return cachedTile
  const tile = makeTile(strength)
  tiles.set(strength, tile)
  return tile
}
