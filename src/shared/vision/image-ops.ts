import { type Box, clamp, type Size } from '#shared/domain/box.ts'

/** Pure geometry and pixel layout between decoded pictures and model tensors. */

/** Corners in pixels; x1 and y1 are exclusive. */
export type Corners = { x0: number; y0: number; x1: number; y1: number }

export type Letterbox = { scaled: Size; canvas: Size; scaleX: number; scaleY: number }

/** The padding grey that the models were trained with. */
export const LETTERBOX_GRAY = 114

/** The detector halves its input five times, so canvas sides must be multiples of this. */
const CANVAS_STEP = 32

const roundUpToStep = (value: number) => Math.ceil(value / CANVAS_STEP) * CANVAS_STEP

/**
 * Placement of a picture on the detector's canvas: longest side `side`, in the top-left corner. The
 * canvas is as small as possible, because a half-grey one would take twice the time.
 */
export const computeLetterbox = (picture: Size, side: number): Letterbox => {
  const ratio = side / Math.max(picture.width, picture.height)
  const scaled = {
    width: Math.max(1, Math.round(picture.width * ratio)),
    height: Math.max(1, Math.round(picture.height * ratio)),
  }
  return {
    scaled,
    canvas: { width: roundUpToStep(scaled.width), height: roundUpToStep(scaled.height) },
    scaleX: scaled.width / picture.width,
    scaleY: scaled.height / picture.height,
  }
}

/** Maps a box from the canvas back to the picture and clips it. */
export const undoLetterbox = (box: Corners, frame: Letterbox, picture: Size): Corners => ({
  x0: clamp(box.x0 / frame.scaleX, 0, picture.width),
  y0: clamp(box.y0 / frame.scaleY, 0, picture.height),
  x1: clamp(box.x1 / frame.scaleX, 0, picture.width),
  y1: clamp(box.y1 / frame.scaleY, 0, picture.height),
})

/** The box grown by `margin` of its size on each side, rounded, clipped and never empty. */
export const computeCropRegion = (box: Corners, margin: number, picture: Size) => {
  const growX = (box.x1 - box.x0) * margin
  const growY = (box.y1 - box.y0) * margin
  const left = clamp(Math.floor(box.x0 - growX), 0, picture.width - 1)
  const top = clamp(Math.floor(box.y0 - growY), 0, picture.height - 1)
  return {
    left,
    top,
    width: clamp(Math.ceil(box.x1 + growX), left + 1, picture.width) - left,
    height: clamp(Math.ceil(box.y1 + growY), top + 1, picture.height) - top,
  }
}

/** The regions of the working picture to cut out for boxes in pixels of the full one. */
export const toWorkingRegions = (
  { size, working }: { size: Size; working: { size: Size } },
  boxes: readonly Corners[],
  margin: number,
) => {
  const scaleX = working.size.width / size.width
  const scaleY = working.size.height / size.height
  return boxes.map(({ x0, y0, x1, y1 }) =>
    computeCropRegion(
      { x0: x0 * scaleX, y0: y0 * scaleY, x1: x1 * scaleX, y1: y1 * scaleY },
      margin,
      working.size,
    ),
  )
}

/** Writes interleaved RGB bytes to the top-left corner of a planar float canvas and fills the rest with grey. */
export const writePlanar = (
  pixels: Uint8Array,
  size: Size,
  target: Float32Array,
  canvas: Size = size,
) => {
  const plane = canvas.width * canvas.height
  if (size.width !== canvas.width || size.height !== canvas.height) target.fill(LETTERBOX_GRAY)
  for (let y = 0; y < size.height; y += 1) {
    let from = y * size.width * 3
    let to = y * canvas.width
    for (let x = 0; x < size.width; x += 1) {
      target[to] = pixels[from] ?? LETTERBOX_GRAY
      target[to + plane] = pixels[from + 1] ?? LETTERBOX_GRAY
      target[to + 2 * plane] = pixels[from + 2] ?? LETTERBOX_GRAY
      from += 3
      to += 1
    }
  }
}

export const toBox = ({ x0, y0, x1, y1 }: Corners): Box => ({
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
})

export const toCorners = ({ x, y, width, height }: Box): Corners => ({
  x0: x,
  y0: y,
  x1: x + width,
  y1: y + height,
})

export const computeArea = ({ x0, y0, x1, y1 }: Corners) =>
  Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

export const computeSharedArea = (a: Corners, b: Corners) =>
  computeArea({
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  })

export const computeOverlap = (a: Corners, b: Corners) => {
  const shared = computeSharedArea(a, b)
  const union = computeArea(a) + computeArea(b) - shared
  return union > 0 ? shared / union : 0
}

export type ScoredBox = { box: Corners; kind: string; category: string; score: number }

/**
 * The detector has a heat map per kind, so one coat may be reported as coat and as dress. Of two boxes
 * of one category in one place, only the more certain one is kept.
 */
export const dropDuplicateBoxes = <T extends ScoredBox>(
  boxes: readonly T[],
  limit: number,
  placeOf: (candidate: T) => Corners = ({ box }) => box,
): T[] => {
  const winners: T[] = []
  for (const candidate of boxes.toSorted((a, b) => b.score - a.score)) {
    const isTaken = winners.some(
      (other) =>
        other.category === candidate.category &&
        computeOverlap(placeOf(other), placeOf(candidate)) > limit,
    )
    if (!isTaken) winners.push(candidate)
  }
  return winners
}

/** For each box, the index of the first one that overlaps it enough to share a close-up. */
export const groupOverlapping = (boxes: readonly Corners[], sameBox: number): number[] => {
  const firstIndexes: number[] = []
  boxes.forEach((box, index) => {
    const first = boxes.findIndex(
      (other, earlier) =>
        earlier < index &&
        firstIndexes[earlier] === earlier &&
        computeOverlap(other, box) > sameBox,
    )
    firstIndexes.push(first < 0 ? index : first)
  })
  return firstIndexes
}

/** The detector sees the whole photo and the judge the details, so both must agree for a high score. */
export const combineScores = (detector: number, judge: number, detectorShare: number) =>
  detector ** detectorShare * judge ** (1 - detectorShare)

/** How strongly a box is suppressed by a better one of its kind, and of its category. */
const SAME_KIND = 3
const SAME_CATEGORY = 0.7

/**
 * Matrix NMS: a score is lowered by its overlap with better boxes, less if those are duplicates
 * themselves. Plain NMS would also remove a vest worn over a shirt.
 */
export const fadeDuplicates = <T extends ScoredBox>(boxes: readonly T[]): T[] => {
  const ranked = boxes.toSorted((a, b) => b.score - a.score)
  const suppressions = ranked.map((candidate, index) =>
    ranked.slice(0, index).map((better) => {
      const strength =
        better.kind === candidate.kind
          ? SAME_KIND
          : better.category === candidate.category
            ? SAME_CATEGORY
            : 0
      return strength * computeOverlap(better.box, candidate.box) ** 2
    }),
  )
  const strongest = suppressions.map((row) => Math.max(0, ...row))
  const faded: T[] = []
  for (const [index, candidate] of ranked.entries()) {
    const losses = (suppressions[index] ?? []).map(
      (suppression, better) => suppression - (strongest[better] ?? 0),
    )
    faded.push({ ...candidate, score: candidate.score * Math.exp(-Math.max(0, ...losses)) })
  }
  return faded
}
