import { letterbox, LETTERBOX_GREY, type Size, workingRegions } from './image-ops.ts'
import { type Picture, type PictureScaler, WORKING_SIDE } from './picture.ts'

/**
 * Scales RGB bytes as libvips does with its linear kernel, which the models were trained with: browsers
 * scale each in their own way, and boxes would differ.
 */

export type Raster = { pixels: Uint8Array; size: Size }
type Region = { left: number; top: number; width: number; height: number }

/** For each output place, the first input place that counts, and the weights from there on. */
type Kernel = { firsts: Int32Array; weights: Float32Array; taps: number }

/**
 * A triangle as wide as what an output pixel covers; bilinear where the picture grows, and then half a
 * pixel to the side, which is a quirk of libvips that boxes follow.
 */
const kernelOf = (from: number, to: number): Kernel => {
  const ratio = from / to
  const reach = Math.max(1, ratio)
  const taps = Math.ceil(2 * reach) + 1
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let place = 0; place < to; place += 1) {
    const centre = ratio < 1 ? place * ratio - 0.5 : (place + 0.5) * ratio - 0.5
    const first = Math.ceil(centre - reach)
    firsts[place] = first
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = Math.max(0, 1 - Math.abs(first + tap - centre) / reach)
      weights[place * taps + tap] = weight
      sum += weight
    }
    for (let tap = 0; tap < taps; tap += 1) {
      const at = place * taps + tap
      weights[at] = (weights[at] ?? 0) / sum
    }
  }
  return { firsts, weights, taps }
}

const inside = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1)

const scaledDown = (pixels: Uint8Array, stride: number, region: Region, height: number) => {
  const { firsts, weights, taps } = kernelOf(region.height, height)
  const row = region.width * 3
  const out = new Uint8Array(row * height)
  const sums = new Float32Array(row)
  for (let y = 0; y < height; y += 1) {
    sums.fill(0.5)
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = weights[y * taps + tap] ?? 0
      if (weight === 0) continue
      const from =
        (region.top + inside((firsts[y] ?? 0) + tap, region.height)) * stride + region.left * 3
      for (let at = 0; at < row; at += 1)
        sums[at] = (sums[at] ?? 0) + weight * (pixels[from + at] ?? 0)
    }
    for (let at = 0; at < row; at += 1) out[y * row + at] = sums[at] ?? 0
  }
  return out
}

const scaledAcross = (pixels: Uint8Array, size: Size, width: number) => {
  const { firsts, weights, taps } = kernelOf(size.width, width)
  const out = new Uint8Array(width * size.height * 3)
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let red = 0.5
      let green = 0.5
      let blue = 0.5
      for (let tap = 0; tap < taps; tap += 1) {
        const weight = weights[x * taps + tap] ?? 0
        const from = (y * size.width + inside((firsts[x] ?? 0) + tap, size.width)) * 3
        red += weight * (pixels[from] ?? 0)
        green += weight * (pixels[from + 1] ?? 0)
        blue += weight * (pixels[from + 2] ?? 0)
      }
      const to = (y * width + x) * 3
      out[to] = red
      out[to + 1] = green
      out[to + 2] = blue
    }
  return out
}

/** The region of a picture at another size. */
export const scaled = (
  { pixels, size }: Raster,
  to: Size,
  region: Region = { left: 0, top: 0, ...size },
): Uint8Array =>
  scaledAcross(
    scaledDown(pixels, size.width * 3, region, to.height),
    { width: region.width, height: to.height },
    to.width,
  )

/** As large as the models can use, and never enlarged. */
export const workingSize = ({ width, height }: Size): Size => {
  const ratio = Math.max(1, Math.max(width, height) / WORKING_SIDE)
  return {
    width: Math.max(1, Math.round(width / ratio)),
    height: Math.max(1, Math.round(height / ratio)),
  }
}

/**
 * By how much the server halves a picture before it scales it: a JPEG while it is decoded, other
 * formats so that a factor of two remains for the kernel.
 */
export const blockOf = (size: Size, isJpeg: boolean): number => {
  const { width } = workingSize(size)
  const ratio = size.width / width
  if (!isJpeg) return Math.max(1, Math.floor(ratio / 2))
  const power = [8, 4, 2].find((factor) => ratio >= factor) ?? 1
  return power > 1 && Math.floor(ratio) === power ? power / 2 : power
}

/** The means of square blocks, row by row as they are decoded; the last may be smaller. */
export const createBlockMeans = (size: Size, block: number) => {
  const out = { width: Math.ceil(size.width / block), height: Math.ceil(size.height / block) }
  const pixels = new Uint8Array(out.width * out.height * 3)
  return {
    raster: { pixels, size: out } satisfies Raster,

    /** Rows of RGBA bytes that begin at a multiple of `block`. */
    add: (rows: Uint8ClampedArray, firstRow: number, count: number) => {
      for (let top = 0; top < count; top += block)
        for (let x = 0; x < out.width; x += 1) {
          const right = Math.min((x + 1) * block, size.width)
          const bottom = Math.min(top + block, count)
          let [red, green, blue] = [0, 0, 0]
          for (let y = top; y < bottom; y += 1)
            for (let column = x * block; column < right; column += 1) {
              const from = (y * size.width + column) * 4
              red += rows[from] ?? 0
              green += rows[from + 1] ?? 0
              blue += rows[from + 2] ?? 0
            }
          const area = (right - x * block) * (bottom - top)
          const to = (((firstRow + top) / block) * out.width + x) * 3
          pixels[to] = red / area + 0.5
          pixels[to + 1] = green / area + 0.5
          pixels[to + 2] = blue / area + 0.5
        }
    },
  }
}

/** For browsers; the server scales with libvips itself. */
export const pictureScaler: PictureScaler = {
  letterboxed: async (picture, side) => {
    const frame = letterbox(picture.size, side)
    return { pixels: scaled(picture.working, frame.scaled), frame }
  },

  cutSquares: async (picture: Picture, boxes, margin, side) => {
    const bytes = side * side * 3
    const pixels = new Uint8Array(boxes.length * bytes).fill(LETTERBOX_GREY)
    const regions = workingRegions(picture, boxes, margin)
    const contentSizes = regions.map((region) => letterbox(region, side).scaled)
    regions.forEach((region, place) => {
      const content = contentSizes[place] ?? { width: side, height: side }
      const crop = scaled(picture.working, content, region)
      const left = Math.floor((side - content.width) / 2)
      const top = Math.floor((side - content.height) / 2)
      for (let y = 0; y < content.height; y += 1)
        pixels.set(
          crop.subarray(y * content.width * 3, (y + 1) * content.width * 3),
          place * bytes + ((top + y) * side + left) * 3,
        )
    })
    return { pixels, side, contentSizes }
  },
}
