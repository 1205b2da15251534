import type { Size } from '#shared/domain/box.ts'
import { type Corners, groupOverlapping, combineScores, LETTERBOX_GRAY } from './image-ops.ts'

/** A square in picture pixels; it may extend beyond the edge. */
export type Square = { x: number; y: number; side: number }

type WindowShape = {
  /** Relative to the longer side of the box. */
  windowOfBox: number
  /** Added, relative to the longer side of the picture: a ring is recognized by the hand around it. */
  windowOfPhoto: number
}

/** The square centred on a box, including its surroundings. */
export const createWindowAround = (
  { x0, y0, x1, y1 }: Corners,
  picture: Size,
  { windowOfBox, windowOfPhoto }: WindowShape,
): Square => {
  const side =
    windowOfBox * Math.max(x1 - x0, y1 - y0) +
    windowOfPhoto * Math.max(picture.width, picture.height)
  return { x: (x0 + x1) / 2 - side / 2, y: (y0 + y1) / 2 - side / 2, side }
}

export type Pixels = { pixels: Uint8Array; size: Size }

/** The picture at half size; each pixel is the mean of four. */
export const halveSize = ({ pixels, size }: Pixels): Pixels => {
  const half = {
    width: Math.max(1, Math.floor(size.width / 2)),
    height: Math.max(1, Math.floor(size.height / 2)),
  }
  const right = size.width > 1 ? 3 : 0
  const below = size.height > 1 ? size.width * 3 : 0
  const out = new Uint8Array(half.width * half.height * 3)
  let to = 0
  for (let y = 0; y < half.height; y += 1) {
    let from = 2 * y * size.width * 3
    for (let x = 0; x < half.width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = from + channel
        const sum =
          (pixels[at] ?? 0) +
          (pixels[at + right] ?? 0) +
          (pixels[at + below] ?? 0) +
          (pixels[at + right + below] ?? 0)
        out[to] = (sum + 2) >> 2
        to += 1
      }
      from += 6
    }
  }
  return { pixels: out, size: half }
}

/**
 * Sample positions of a close-up along one axis. Typed arrays of byte offsets, because this runs for
 * every pixel of every close-up while a user waits.
 */
const computeSampleSteps = (
  start: number,
  side: number,
  count: number,
  length: number,
  bytesApart: number,
) => {
  const low = new Int32Array(count)
  const high = new Int32Array(count)
  const share = new Float64Array(count)
  let first = count
  let end = 0
  for (let step = 0; step < count; step += 1) {
    const index = start + ((step + 0.5) / count) * side
    if (index < 0 || index > length) continue
    first = Math.min(first, step)
    end = step + 1
    const inside = Math.min(Math.max(index - 0.5, 0), length - 1)
    const before = Math.floor(inside)
    low[step] = before * bytesApart
    high[step] = Math.min(before + 1, length - 1) * bytesApart
    share[step] = inside - before
  }
  return { low, high, share, first, end }
}

/** One close-up as planar floats, `count` x `count`; grey outside the picture. */
export const writeCloseUp = (
  { pixels, size }: Pixels,
  { x: left, y: top, side }: Square,
  count: number,
  target: Float32Array,
) => {
  const across = computeSampleSteps(left, side, count, size.width, 3)
  const down = computeSampleSteps(top, side, count, size.height, size.width * 3)
  const plane = count * count
  target.fill(LETTERBOX_GRAY)
  for (let y = down.first; y < down.end; y += 1) {
    const upper = down.low[y] ?? 0
    const lower = down.high[y] ?? 0
    const v = down.share[y] ?? 0
    for (let x = across.first; x < across.end; x += 1) {
      const before = across.low[x] ?? 0
      const after = across.high[x] ?? 0
      const u = across.share[x] ?? 0
      const to = y * count + x
      for (let channel = 0; channel < 3; channel += 1) {
        const a = pixels[upper + before + channel] ?? 0
        const b = pixels[upper + after + channel] ?? 0
        const c = pixels[lower + before + channel] ?? 0
        const d = pixels[lower + after + channel] ?? 0
        const above = a + (b - a) * u
        target[channel * plane + to] = above + (c + (d - c) * u - above) * v
      }
    }
  }
}

export type BoxProposal = { box: Corners; kind: number; score: number }

type RescoreOptions = WindowShape & {
  inputSize: number
  /** How many proposals are judged; the rest are too doubtful to be shown unless the user asks for them. */
  candidates: number
  sameBox: number
  /** Above this ratio of photo pixels to close-up pixels, the close-up is cut from the half-size photo. */
  halveFrom: number
  detectorShare: number
}

/** Consecutive close-ups as planar floats, and the share of each that its box covers in both directions. */
export type CloseUps = { crops: Float32Array; shares: Float32Array; count: number }

/** One row per close-up with the probability of each kind. */
type Judge = (closeUps: CloseUps) => Promise<Float32Array>

const cutCloseUps = (
  picture: Pixels,
  boxes: readonly Corners[],
  { inputSize, halveFrom, ...shape }: RescoreOptions,
): CloseUps => {
  const floats = 3 * inputSize * inputSize
  const crops = new Float32Array(boxes.length * floats)
  const shares = new Float32Array(boxes.length * 2)
  let small: Pixels | null = null
  boxes.forEach((box, index) => {
    const window = createWindowAround(box, picture.size, shape)
    const target = crops.subarray(index * floats, (index + 1) * floats)
    if (window.side > halveFrom * inputSize) {
      small ??= halveSize(picture)
      const { x, y, side } = window
      writeCloseUp(small, { x: x / 2, y: y / 2, side: side / 2 }, inputSize, target)
    } else writeCloseUp(picture, window, inputSize, target)
    shares[index * 2] = (box.x1 - box.x0) / window.side
    shares[index * 2 + 1] = (box.y1 - box.y0) / window.side
  })
  return { crops, shares, count: boxes.length }
}

/** The judge's score of a proposal that it did not see: far below every threshold. */
const UNJUDGED = 0.01

/** Rescores the best proposals with the judge (decision 039). */
export const rescoreBoxes = async (
  picture: Pixels,
  proposals: readonly BoxProposal[],
  judge: Judge,
  options: RescoreOptions,
): Promise<BoxProposal[]> => {
  const judgedProposals = proposals.slice(0, options.candidates)
  if (judgedProposals.length === 0) return []
  const firstIndexes = groupOverlapping(
    judgedProposals.map(({ box }) => box),
    options.sameBox,
  )
  const firsts = judgedProposals.filter((_, index) => firstIndexes[index] === index)
  const rowOf = new Map(firsts.map((proposal, row) => [proposal, row]))
  const certainties = await judge(
    cutCloseUps(
      picture,
      firsts.map(({ box }) => box),
      options,
    ),
  )
  const kinds = certainties.length / firsts.length
  return proposals.map((proposal, index) => {
    const first = judgedProposals[firstIndexes[index] ?? index] ?? proposal
    const row = rowOf.get(first)
    const sure = row === undefined ? UNJUDGED : (certainties[row * kinds + proposal.kind] ?? 0)
    const score = combineScores(proposal.score, sure, options.detectorShare)
    return { box: proposal.box, kind: proposal.kind, score }
  })
}
