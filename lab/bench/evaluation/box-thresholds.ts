import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { isOfSplit, readLabeledPhotos, readPhoto } from './labeled-photos.ts'
import { selectRightBoxes } from './shown-boxes.ts'
import { type Check, countRight, crossValidate, type ScoredClaim } from './thresholds.ts'

/** A detected box, above its threshold or not. */
export type FoundBox = ScoredClaim & { photo: string; kind: string }
export type BoxThreshold = {
  kind: string
  threshold: number
  /** How many are labelled. */
  items: number
  /** The boxes above it, and those above the threshold that the other half of the photos gives. */
  shown: Check
  halves: Check
}

/** The share of visible boxes that must be right. It is higher for jewelry: most doubtful pieces are none. */
const RIGHT = 0.5
const RIGHT_OF_KIND: ReadonlyMap<string, number> = new Map([
  ['jewelry', 0.8],
  ['watch', 0.8],
])
/** Thresholds are written with three digits. */
const DIGITS = 1000
const NEVER = 1

/**
 * The threshold with the largest number of right minus wrong boxes: below it, more than half of the boxes
 * are wrong. Of several such thresholds, the lowest.
 */
export const findBoxThreshold = (boxes: readonly ScoredClaim[], share = RIGHT): number => {
  const ranked = boxes.toSorted((a, b) => b.value - a.value)
  let best = { gain: 0, value: NEVER }
  let right = 0
  for (const [index, { value, isRight }] of ranked.entries()) {
    right += isRight ? 1 : 0
    const isLastOfEqual = ranked[index + 1]?.value !== value
    const gain = 2 * right - (index + 1)
    if (isLastOfEqual && gain >= best.gain && right >= share * (index + 1)) best = { gain, value }
  }
  return best.gain > 0 ? Math.floor(best.value * DIGITS) / DIGITS : NEVER
}

const selectFrom = (boxes: readonly FoundBox[], least: number) =>
  countRight(boxes.filter(({ value }) => value >= least))

export const findThresholdsByKind = (
  boxes: readonly FoundBox[],
  kinds: readonly string[],
  items: readonly { kind: string }[],
): BoxThreshold[] =>
  kinds.map((kind) => {
    const ofKind = boxes.filter((box) => box.kind === kind)
    const learn = (part: readonly FoundBox[]) => findBoxThreshold(part, RIGHT_OF_KIND.get(kind))
    const threshold = learn(ofKind)
    return {
      kind,
      threshold,
      items: items.filter((item) => item.kind === kind).length,
      shown: selectFrom(ofKind, threshold),
      halves: crossValidate(ofKind, learn, selectFrom),
    }
  })

/** Looks at the photos of all folders; a box of any of them counts the same. */
export const deriveBoxThresholds = async (
  engine: VisionEngine,
  folders: readonly string[],
  split: string | null,
  onPhoto: (done: number, total: number) => void,
): Promise<BoxThreshold[]> => {
  const byFolder = await Promise.all(
    folders.map(async (folder) => {
      const photos = await readLabeledPhotos(folder, engine.cards.words)
      return photos.filter((photo) => isOfSplit(photo, split)).map((photo) => ({ folder, photo }))
    }),
  )
  const labeledPhotos = byFolder.flat()
  const boxes: FoundBox[] = []
  for (const [index, { folder, photo }] of labeledPhotos.entries()) {
    const picture = await openPicture(await readPhoto(folder, photo.photo))
    const { boxes: finds } = await engine.detect(picture, { isUncut: true })
    const right = new Set(selectRightBoxes(finds, photo.items))
    for (const find of finds)
      boxes.push({
        photo: photo.photo,
        kind: find.kind,
        value: find.score,
        isRight: right.has(find),
      })
    onPhoto(index + 1, labeledPhotos.length)
  }
  const items = labeledPhotos.flatMap(({ photo }) => photo.items)
  return findThresholdsByKind(boxes, engine.cards.detector.kinds, items)
}
