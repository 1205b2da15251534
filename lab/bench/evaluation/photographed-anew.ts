import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Corners } from '#shared/vision/image-ops.ts'

/** Numbers from 0 to 1 that are the same in every run, a new series for each name. */
const seriesOf = (name: string) => {
  let block = createHash('sha256').update(name).digest()
  let used = 0
  return () => {
    if (used + 4 > block.length) {
      block = createHash('sha256').update(block).digest()
      used = 0
    }
    used += 4
    return block.readUInt32LE(used - 4) / 2 ** 32
  }
}

/** Another photo of the same thing, as far as software can take one: other light, another camera. */
export const photographedAnew = (bytes: Uint8Array, name: string): Promise<Buffer> => {
  const next = seriesOf(name)
  const between = (low: number, high: number) => low + (high - low) * next()
  const gains = [between(0.92, 1.08), between(0.96, 1.04), between(0.92, 1.08)]
  return sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .modulate({ brightness: between(0.8, 1.2), saturation: between(0.85, 1.15) })
    .linear(gains, [0, 0, 0])
    .jpeg({ quality: Math.round(between(55, 80)) })
    .toBuffer()
}

const MOVED = 0.1

/** A box that somebody else would draw: each side moved by up to a tenth. */
export const drawnAnew = ({ x0, y0, x1, y1 }: Corners, name: string): Corners => {
  const next = seriesOf(`box of ${name}`)
  const move = (size: number) => size * MOVED * (2 * next() - 1)
  const [width, height] = [x1 - x0, y1 - y0]
  return {
    x0: Math.max(0, x0 + move(width)),
    y0: Math.max(0, y0 + move(height)),
    x1: x1 + move(width),
    y1: y1 + move(height),
  }
}
