import { firstAlike, jointScore } from './candidates.ts'
import { halved, type Pixels, type WindowShape, windowAbout, writeCloseUp } from './close-up.ts'
import type { Corners } from './image-ops.ts'

export type Proposal = { box: Corners; kind: number; score: number }

export type SecondLookSettings = WindowShape & {
  inputSize: number
  /** How many proposals are judged; the rest are dropped. */
  candidates: number
  sameBox: number
  /** Above this ratio of photo pixels to close-up pixels, the close-up is cut from the half-size photo. */
  halveFrom: number
  detectorShare: number
}

/** Consecutive close-ups as planar floats, and the share of each that its box covers in both directions. */
export type CloseUps = { crops: Float32Array; shares: Float32Array; count: number }

/** One row per close-up with the probability of each kind. */
export type Judge = (closeUps: CloseUps) => Promise<Float32Array>

const closeUpsOf = (
  picture: Pixels,
  boxes: readonly Corners[],
  { inputSize, halveFrom, ...shape }: SecondLookSettings,
): CloseUps => {
  const floats = 3 * inputSize * inputSize
  const crops = new Float32Array(boxes.length * floats)
  const shares = new Float32Array(boxes.length * 2)
  let small: Pixels | null = null
  boxes.forEach((box, place) => {
    const window = windowAbout(box, picture.size, shape)
    const target = crops.subarray(place * floats, (place + 1) * floats)
    if (window.side > halveFrom * inputSize) {
      small ??= halved(picture)
      const { x, y, side } = window
      writeCloseUp(small, { x: x / 2, y: y / 2, side: side / 2 }, inputSize, target)
    } else writeCloseUp(picture, window, inputSize, target)
    shares[place * 2] = (box.x1 - box.x0) / window.side
    shares[place * 2 + 1] = (box.y1 - box.y0) / window.side
  })
  return { crops, shares, count: boxes.length }
}

/** Rescores the best proposals with the judge (decision 039). */
export const secondLook = async (
  picture: Pixels,
  proposals: readonly Proposal[],
  judge: Judge,
  settings: SecondLookSettings,
): Promise<Proposal[]> => {
  const looked = proposals.slice(0, settings.candidates)
  if (looked.length === 0) return []
  const shown = firstAlike(
    looked.map(({ box }) => box),
    settings.sameBox,
  )
  const firsts = looked.filter((_, place) => shown[place] === place)
  const rowOf = new Map(firsts.map((proposal, row) => [proposal, row]))
  const certainties = await judge(
    closeUpsOf(
      picture,
      firsts.map(({ box }) => box),
      settings,
    ),
  )
  const kinds = certainties.length / firsts.length
  return looked.map((proposal, place) => {
    const first = looked[shown[place] ?? place] ?? proposal
    const sure = certainties[(rowOf.get(first) ?? 0) * kinds + proposal.kind] ?? 0
    const score = jointScore(proposal.score, sure, settings.detectorShare)
    return { box: proposal.box, kind: proposal.kind, score }
  })
}
