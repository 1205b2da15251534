import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Corners } from '#shared/vision/image-ops.ts'

/** Reproducible random numbers from 0 to 1, a series for each name. */
const createSeries = (name: string) => {
  let block = createHash('sha256').update(name).digest()
  let usedBytes = 0
  return () => {
    if (usedBytes + 4 > block.length) {
      block = createHash('sha256').update(block).digest()
      usedBytes = 0
    }
    usedBytes += 4
    return block.readUInt32LE(usedBytes - 4) / 2 ** 32
  }
}

/** Simulates another photo of the same thing: other light, another camera. */
export const augmentPhoto = (bytes: Uint8Array, name: string): Promise<Buffer> => {
  const next = createSeries(name)
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

const MAX_SHIFT = 0.1

/** A box as another person might draw it: each side is moved by up to a tenth. */
export const jitterBox = ({ x0, y0, x1, y1 }: Corners, name: string): Corners => {
  const next = createSeries(`box of ${name}`)
  const move = (size: number) => size * MAX_SHIFT * (2 * next() - 1)
  const [width, height] = [x1 - x0, y1 - y0]
  return {
    x0: Math.max(0, x0 + move(width)),
    y0: Math.max(0, y0 + move(height)),
    x1: x1 + move(width),
    y1: y1 + move(height),
  }
}
