import type { Size } from '#shared/domain/box.ts'
import { computeLetterbox, LETTERBOX_GRAY, toWorkingRegions } from './image-ops.ts'
import { type RawPicture, type PictureScaler, WORKING_SIDE } from './picture.ts'

/**
 * Scales RGB bytes exactly as libvips does with its linear kernel, with which the models were trained.
 * Each browser scales differently, so boxes would depend on the browser.
 */

/** `hasMeans`: its rows have been averaged already, which is the first step of `downscaleAxis`. */
type Raster = { pixels: Uint8Array; size: Size; hasMeans?: boolean }
type Region = { left: number; top: number; width: number; height: number }

/** For each output position, the first input position that contributes, and the weights from there on. */
type Kernel = { firsts: Int32Array; weights: Float32Array; taps: number }

/** libvips rounds positions between pixels to 1/64. */
const STEPS = 64
/** libvips uses integer arithmetic: weights are truncated to 1/4096. */
const INTERPOLATION_STEPS = 4_096

const truncateWeight = (weight: number) =>
  Math.floor(weight * INTERPOLATION_STEPS) / INTERPOLATION_STEPS

const roundHalfToEven = (value: number) => {
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value)
}

/**
 * A triangle filter as wide as an output pixel, with as few taps as libvips uses. `extra`: input pixels
 * that the rounded output size would need beyond the picture, half on each side.
 */
const createTriangleKernel = (ratio: number, to: number, extra: number): Kernel => {
  const reach = roundHalfToEven(ratio)
  const taps = 2 * reach + 1
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let index = 0; index < to; index += 1) {
    const at = (index + 0.5) * ratio - extra / 2
    const whole = Math.floor(at)
    const share = Math.round((at - whole) * STEPS) / STEPS
    firsts[index] = whole - reach
    const heights = Array.from({ length: taps }, (_, tap) =>
      Math.max(0, 1 - Math.abs(tap - reach + 0.5 - share) / ratio),
    )
    const sum = heights.reduce((total, height) => total + height, 0)
    weights.set(
      heights.map((height) => truncateWeight(height / sum)),
      index * taps,
    )
  }
  return { firsts, weights, taps }
}

const clampIndex = (index: number, length: number) => Math.min(Math.max(index, 0), length - 1)

/** The bytes of a picture along one axis: `lines` of `count` positions with `step` bytes each. */
type Direction = { pixels: Uint8Array; lines: number; count: number; step: number }

const applyKernel = (
  { pixels, lines, count, step }: Direction,
  { firsts, weights, taps }: Kernel,
): Uint8Array => {
  const to = firsts.length
  const out = new Uint8Array(lines * to * step)
  const offsets = new Int32Array(taps)
  for (let index = 0; index < to; index += 1) {
    const first = firsts[index] ?? 0
    for (let tap = 0; tap < taps; tap += 1) offsets[tap] = clampIndex(first + tap, count) * step
    for (let line = 0; line < lines; line += 1) {
      const from = line * count * step
      const target = (line * to + index) * step
      for (let at = 0; at < step; at += 1) {
        let sum = 0.5
        for (let tap = 0; tap < taps; tap += 1)
          sum += (weights[index * taps + tap] ?? 0) * (pixels[from + (offsets[tap] ?? 0) + at] ?? 0)
        out[target + at] = sum
      }
    }
  }
  return out
}

/** libvips divides by multiplying with a fraction of 2^24, so that some means are one too small. */
const FIXED_POINT_ONE = 2 ** 24
const computeMean = (sum: number, count: number) =>
  ((sum + (count >> 1)) * Math.floor(FIXED_POINT_ONE / count)) / FIXED_POINT_ONE

/** From a factor of four on, libvips averages this many neighbours before it applies its kernel. */
const computeBlockSize = (count: number, to: number) => Math.max(1, Math.floor(count / to / 2))

const averageBlocks = ({ pixels, lines, count, step }: Direction, block: number): Uint8Array => {
  const to = Math.ceil(count / block)
  const out = new Uint8Array(lines * to * step)
  let target = 0
  for (let line = 0; line < lines; line += 1)
    for (let index = 0; index < to; index += 1)
      for (let at = 0; at < step; at += 1) {
        let sum = 0
        for (let next = index * block; next < (index + 1) * block; next += 1)
          sum += pixels[(line * count + clampIndex(next, count)) * step + at] ?? 0
        out[target] = computeMean(sum, block)
        target += 1
      }
  return out
}

const downscaleAxis = (
  direction: Direction,
  to: number,
  ratio: number,
  hasMeans = false,
): Uint8Array => {
  const { count } = direction
  const block = computeBlockSize(count, to)
  const pixels = block > 1 && !hasMeans ? averageBlocks(direction, block) : direction.pixels
  const kernel = createTriangleKernel(ratio / block, to, (to * ratio - count) / block)
  return applyKernel({ ...direction, pixels, count: Math.ceil(count / block) }, kernel)
}

/** The two input positions around each output position, and how near the second is, in INTERPOLATION_STEPS. */
const findNeighbors = (ats: readonly number[], count: number) => ({
  low: ats.map((at) => clampIndex(Math.floor(at) - 1, count)),
  high: ats.map((at) => clampIndex(Math.floor(at), count)),
  shares: ats.map((at) => Math.floor((at - Math.floor(at)) * INTERPOLATION_STEPS)),
})

/** libvips starts half a pixel to the side, in a border of one pixel; boxes have to match. */
const START = 0.5

/** libvips adds up steps along a row, so rounding errors accumulate. */
const accumulatePositions = (step: number, to: number) => {
  const ats: number[] = []
  for (let at = START; ats.length < to; at += step) ats.push(at)
  return ats
}

/** Bilinear interpolation. */
const enlargeRaster = ({ pixels, size }: Raster, to: Size, ratioX: number, ratioY: number) => {
  const out = new Uint8Array(to.width * to.height * 3)
  // The inverse of a transformation, computed as libvips does.
  const [scaleX, scaleY] = [1 / ratioX, 1 / ratioY]
  const across = findNeighbors(
    accumulatePositions((1 / (scaleX * scaleY)) * scaleY, to.width),
    size.width,
  )
  const stepY = (1 / (scaleX * scaleY)) * scaleX
  const rows = Array.from({ length: to.height }, (_, y) => stepY * y + START)
  const down = findNeighbors(rows, size.height)
  let target = 0
  for (let y = 0; y < to.height; y += 1) {
    const upper = (down.low[y] ?? 0) * size.width
    const lower = (down.high[y] ?? 0) * size.width
    const v = down.shares[y] ?? 0
    for (let x = 0; x < to.width; x += 1) {
      const left = across.low[x] ?? 0
      const right = across.high[x] ?? 0
      const u = across.shares[x] ?? 0
      const d = Math.floor((v * u) / INTERPOLATION_STEPS)
      const b = Math.floor(((INTERPOLATION_STEPS - v) * u) / INTERPOLATION_STEPS)
      for (let channel = 0; channel < 3; channel += 1) {
        const sum =
          (INTERPOLATION_STEPS - v - b) * (pixels[(upper + left) * 3 + channel] ?? 0) +
          b * (pixels[(upper + right) * 3 + channel] ?? 0) +
          (v - d) * (pixels[(lower + left) * 3 + channel] ?? 0) +
          d * (pixels[(lower + right) * 3 + channel] ?? 0)
        out[target] = sum / INTERPOLATION_STEPS + 0.5
        target += 1
      }
    }
  }
  return out
}

/** A picture at another size, first in height and then in width, as libvips does it. */
const resizeRaster = (raster: Raster, to: Size, ratioX: number, ratioY = ratioX): Uint8Array => {
  let { pixels } = raster
  const size = { ...raster.size }
  if (ratioY > 1) {
    const rows = { pixels, lines: 1, count: size.height, step: size.width * 3 }
    pixels = downscaleAxis(rows, to.height, ratioY, raster.hasMeans)
    size.height = to.height
  }
  if (ratioX > 1) {
    pixels = downscaleAxis(
      { pixels, lines: size.height, count: size.width, step: 3 },
      to.width,
      ratioX,
    )
    size.width = to.width
  }
  if (ratioX >= 1 && ratioY >= 1) return pixels
  return enlargeRaster({ pixels, size }, to, Math.min(1, ratioX), Math.min(1, ratioY))
}

const cropRaster = ({ pixels, size }: Raster, { left, top, width, height }: Region): Raster => {
  const out = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * size.width + left) * 3
    out.set(pixels.subarray(from, from + width * 3), y * width * 3)
  }
  return { pixels: out, size: { width, height } }
}

/** How many bytes it takes to recognize a JPEG. */
export const FORMAT_BYTES = 2
const isJpeg = (start: Uint8Array) => start[0] === 0xff && start[1] === 0xd8

/**
 * A picture at working size, from rows of RGBA bytes that begin at multiples of `block`. Rows are
 * averaged as they are decoded, so that the whole picture is never in memory. Like the server's decoder,
 * it shrinks a large JPEG in both directions first and drops the remainder at its edges.
 */
export const createWorkingPicture = (size: Size, start: Uint8Array) => {
  const ratioOf = ({ width, height }: Size) => Math.max(1, Math.max(width, height) / WORKING_SIDE)
  const squares = [8, 4, 2].find((side) => ratioOf(size) >= 2 * side) ?? 1
  const across = isJpeg(start) ? squares : 1
  const shrunk = {
    width: Math.floor(size.width / across),
    height: Math.floor(size.height / across),
  }
  const ratio = ratioOf(shrunk)
  const to = {
    width: Math.max(1, Math.round(shrunk.width / ratio)),
    height: Math.max(1, Math.round(shrunk.height / ratio)),
  }
  const hasMeans = across === 1
  const block = hasMeans ? computeBlockSize(size.height, to.height) : across
  const pixels = new Uint8Array(
    shrunk.width * (hasMeans ? Math.ceil(size.height / block) : shrunk.height) * 3,
  )
  return {
    block,

    add: (rows: Uint8ClampedArray, firstRow: number, count: number) => {
      const stride = size.width * 4
      let target = (firstRow / block) * shrunk.width * 3
      for (let top = 0; top < count; top += block)
        for (let x = 0; x < shrunk.width; x += 1) {
          let red = 0
          let green = 0
          let blue = 0
          for (let line = top; line < top + block; line += 1) {
            const from = Math.min(line, count - 1) * stride + x * across * 4
            for (let at = from; at < from + across * 4; at += 4) {
              red += rows[at] ?? 0
              green += rows[at + 1] ?? 0
              blue += rows[at + 2] ?? 0
            }
          }
          pixels[target] = computeMean(red, block * across)
          pixels[target + 1] = computeMean(green, block * across)
          pixels[target + 2] = computeMean(blue, block * across)
          target += 3
        }
    },

    finish: (): RawPicture => {
      const working = resizeRaster({ pixels, size: shrunk, hasMeans }, to, ratio)
      return { size, working: { pixels: working, size: to } }
    },
  }
}

/** The size after applying an EXIF orientation (1 to 8), or after undoing it. */
export const rotateSize = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

const FROM_RIGHT = new Set([2, 3, 6, 7])
const FROM_BOTTOM = new Set([3, 4, 7, 8])

export const rotateUpright = (picture: RawPicture, orientation: number): RawPicture => {
  if (orientation === 1) return picture
  const { pixels, size } = picture.working
  const to = rotateSize(size, orientation)
  const out = new Uint8Array(pixels.length)
  let target = 0
  for (let y = 0; y < to.height; y += 1)
    for (let x = 0; x < to.width; x += 1) {
      const across = FROM_RIGHT.has(orientation) ? to.width - 1 - x : x
      const down = FROM_BOTTOM.has(orientation) ? to.height - 1 - y : y
      const from = orientation >= 5 ? across * size.width + down : down * size.width + across
      out.set(pixels.subarray(from * 3, from * 3 + 3), target)
      target += 3
    }
  return { size: rotateSize(picture.size, orientation), working: { pixels: out, size: to } }
}

/** For browsers; the server scales with libvips itself. */
export const pictureScaler: PictureScaler = {
  letterboxed: async (picture, side) => {
    const frame = computeLetterbox(picture.size, side)
    const { size } = picture.working
    const { width, height } = frame.scaled
    const pixels = resizeRaster(
      picture.working,
      frame.scaled,
      size.width / width,
      size.height / height,
    )
    return { pixels, frame }
  },

  cutSquares: async (picture: RawPicture, boxes, margin, side) => {
    const bytes = side * side * 3
    const pixels = new Uint8Array(boxes.length * bytes).fill(LETTERBOX_GRAY)
    const regions = toWorkingRegions(picture, boxes, margin)
    const contentSizes = regions.map((region) => computeLetterbox(region, side).scaled)
    regions.forEach((region, index) => {
      const content = contentSizes[index] ?? { width: side, height: side }
      const ratio = Math.max(region.width, region.height) / side
      const crop = resizeRaster(cropRaster(picture.working, region), content, ratio)
      const left = Math.floor((side - content.width) / 2)
      const top = Math.floor((side - content.height) / 2)
      for (let y = 0; y < content.height; y += 1)
        pixels.set(
          crop.subarray(y * content.width * 3, (y + 1) * content.width * 3),
          index * bytes + ((top + y) * side + left) * 3,
        )
    })
    return { pixels, side, contentSizes }
  },
}
