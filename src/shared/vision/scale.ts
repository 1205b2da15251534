import { letterbox, LETTERBOX_GREY, type Size, workingRegions } from './image-ops.ts'
import { type Picture, type PictureScaler, WORKING_SIDE } from './picture.ts'

/**
 * Scales RGB bytes as libvips does with its linear kernel, which the models were trained with: browsers
 * scale each in their own way, and boxes would differ.
 */

type Raster = { pixels: Uint8Array; size: Size }
type Region = { left: number; top: number; width: number; height: number }

/** For each output place, the first input place that counts, and the weights from there on. */
type Kernel = { firsts: Int32Array; weights: Float32Array; taps: number }
/** From `count` pixels to `to`, of which each covers `ratio`. */
type KernelOf = (ratio: number, to: number, count: number) => Kernel

/** libvips looks for places between pixels in steps of this. */
const STEPS = 64

/** Of two whole numbers that are equally near, the even one. */
const roundedToEven = (value: number) => {
  const below = Math.floor(value)
  return value - below === 0.5 ? below + (below % 2) : Math.round(value)
}

/**
 * A triangle as wide as what an output pixel covers, in as few pixels as libvips takes; bilinear where
 * the picture grows, and then half a pixel to the side, which is a quirk of libvips that boxes follow.
 */
const triangle: KernelOf = (ratio, to, count) => {
  const isSmaller = ratio >= 1
  const reach = Math.max(1, ratio)
  const pixels = isSmaller ? roundedToEven(ratio) : 1
  const taps = 2 * pixels + 1
  const firsts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let place = 0; place < to; place += 1) {
    // Where the output is rounded, as much is missing or left over on both sides.
    const at = isSmaller ? (place + 0.5) * ratio - (to * ratio - count) / 2 : place * ratio
    const whole = Math.floor(at)
    const share = isSmaller ? Math.round((at - whole) * STEPS) / STEPS : at - whole
    const first = whole - pixels
    firsts[place] = first
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = Math.max(0, 1 - Math.abs(first + tap + 0.5 - whole - share) / reach)
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

/** The mean of all that an output pixel covers, as libwebp scales a picture while it decodes it. */
const area: KernelOf = (ratio, to) => {
  const taps = Math.ceil(ratio) + 1
  const firsts = Int32Array.from({ length: to }, (_, place) => Math.floor(place * ratio))
  const weights = Float32Array.from({ length: to * taps }, (_, at) => {
    const place = Math.floor(at / taps)
    const pixel = (firsts[place] ?? 0) + (at % taps)
    const shared = Math.min(pixel + 1, (place + 1) * ratio) - Math.max(pixel, place * ratio)
    return Math.max(0, shared) / ratio
  })
  return { firsts, weights, taps }
}

const inside = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1)

const scaledDown = (
  pixels: Uint8Array,
  stride: number,
  region: Region,
  height: number,
  { firsts, weights, taps }: Kernel,
) => {
  const row = region.width * 3
  // What grows is rounded once, in both directions together.
  const isRounded = height <= region.height
  const out = isRounded ? new Uint8Array(row * height) : new Float32Array(row * height)
  const sums = new Float32Array(row)
  for (let y = 0; y < height; y += 1) {
    sums.fill(isRounded ? 0.5 : 0)
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

const scaledAcross = (
  pixels: Uint8Array | Float32Array,
  size: Size,
  width: number,
  { firsts, weights, taps }: Kernel,
) => {
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

/** From a factor of four on, libvips takes means of blocks before it uses its kernel. */
const inBlocks = (
  { pixels, size }: Raster,
  { left, top, width, height }: Region,
  [across, down]: readonly [number, number],
): Raster => {
  const out = { width: Math.ceil(width / across), height: Math.ceil(height / down) }
  const means = new Uint8Array(out.width * out.height * 3)
  for (let to = 0; to < means.length; to += 1) {
    const channel = to % 3
    const x = (Math.floor(to / 3) % out.width) * across
    const y = Math.floor(to / 3 / out.width) * down
    let sum = 0
    for (let row = y; row < y + down; row += 1)
      for (let column = x; column < x + across; column += 1) {
        const pixel = (top + inside(row, height)) * size.width + left + inside(column, width)
        sum += pixels[pixel * 3 + channel] ?? 0
      }
    means[to] = sum / (across * down) + 0.5
  }
  return { pixels: means, size: out }
}

type Scaling = {
  region?: Region
  /** The same in both directions, whatever the output is rounded to. */
  ratio?: number
  kernelOf?: KernelOf
}

/** The region of a picture at another size. */
const scaled = (raster: Raster, to: Size, scaling: Scaling = {}): Uint8Array => {
  const { region = { left: 0, top: 0, ...raster.size }, kernelOf = triangle } = scaling
  const ratioX = scaling.ratio ?? region.width / to.width
  const ratioY = scaling.ratio ?? region.height / to.height
  const blockOfRatio = (ratio: number) =>
    kernelOf === triangle ? Math.max(1, Math.floor(ratio / 2)) : 1
  const across = blockOfRatio(ratioX)
  const down = blockOfRatio(ratioY)
  const isInBlocks = across * down > 1
  const { pixels, size } = isInBlocks ? inBlocks(raster, region, [across, down]) : raster
  const part = isInBlocks ? { left: 0, top: 0, ...size } : region
  const columns = kernelOf(ratioX / across, to.width, part.width)
  const rows = kernelOf(ratioY / down, to.height, part.height)
  return scaledAcross(
    scaledDown(pixels, size.width * 3, part, to.height, rows),
    { width: part.width, height: to.height },
    to.width,
    columns,
  )
}

/** As large as the models can use, and never enlarged. */
const workingSize = ({ width, height }: Size, round = Math.round): Size => {
  const ratio = Math.max(1, Math.max(width, height) / WORKING_SIDE)
  return {
    width: Math.max(1, round(width / ratio)),
    height: Math.max(1, round(height / ratio)),
  }
}

type Format = 'jpeg' | 'webp' | 'other'

/** How many of its first bytes tell the format of a picture. */
export const FORMAT_BYTES = 12

const formatOf = (start: Uint8Array): Format => {
  if (start[0] === 0xff && start[1] === 0xd8) return 'jpeg'
  return String.fromCharCode(...start.subarray(8, FORMAT_BYTES)) === 'WEBP' ? 'webp' : 'other'
}

/**
 * By how much the server shrinks a picture before it scales it: a JPEG while it is decoded, other
 * formats so that a factor of two remains for the kernel.
 */
const blockOf = (size: Size, format: Format): number => {
  const { width } = workingSize(size)
  const ratio = size.width / width
  if (format === 'webp') return 1
  if (format === 'other') return Math.max(1, Math.floor(ratio / 2))
  const power = [8, 4, 2].find((factor) => ratio >= factor) ?? 1
  return power > 1 && Math.floor(ratio) === power ? power / 2 : power
}

/** The means of square blocks, row by row as they are decoded; the last may be smaller. */
const createBlockMeans = (size: Size, block: number) => {
  const out = { width: Math.ceil(size.width / block), height: Math.ceil(size.height / block) }
  const pixels = new Uint8Array(out.width * out.height * 3)
  return {
    raster: { pixels, size: out } satisfies Raster,

    /** Rows of RGBA bytes that begin at a multiple of `block`. */
    add: (rows: Uint8ClampedArray, firstRow: number, count: number) => {
      const right = size.width * 4
      const step = block * 4
      for (let top = 0; top < count; top += block) {
        const lines = Math.min(block, count - top)
        let to = ((firstRow + top) / block) * out.width * 3
        for (let left = 0; left < right; left += step) {
          const end = left + step < right ? left + step : right
          let red = 0
          let green = 0
          let blue = 0
          for (let line = top; line < top + lines; line += 1)
            for (let at = line * right + left; at < line * right + end; at += 4) {
              red += rows[at] ?? 0
              green += rows[at + 1] ?? 0
              blue += rows[at + 2] ?? 0
            }
          const area = ((end - left) / 4) * lines
          pixels[to] = red / area + 0.5
          pixels[to + 1] = green / area + 0.5
          pixels[to + 2] = blue / area + 0.5
          to += 3
        }
      }
    },
  }
}

/** A picture at working size, from rows of RGBA bytes that begin at multiples of `block`. */
export const createWorkingPicture = (size: Size, start: Uint8Array) => {
  const format = formatOf(start)
  const block = blockOf(size, format)
  const means = createBlockMeans(size, block)
  const working = workingSize(size, format === 'webp' ? roundedToEven : Math.round)
  return {
    block,
    add: means.add,
    finish: (): Picture => {
      const { width, height } = means.raster.size
      const ratio = Math.max(1, Math.max(width, height) / WORKING_SIDE)
      const scaling = format === 'webp' ? { kernelOf: area } : { ratio }
      const pixels = scaled(means.raster, working, scaling)
      return { size, working: { pixels, size: working } }
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
      const ratio = Math.max(region.width, region.height) / side
      const crop = scaled(picture.working, content, { region, ratio })
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
