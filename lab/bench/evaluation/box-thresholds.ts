import { openPicture } from '#server/vision/sharp-picture.ts'
import {
  type DetectedBox,
  renameDoubtful,
  selectConfidentBoxes,
  selectOfferableBoxes,
  selectVisibleBoxes,
  selectWeakerBoxes,
} from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { JudgeCard } from '#shared/vision/model-cards.ts'
import { addJudgedItems, readJudgements } from './judged-boxes.ts'
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
export type OfferThreshold = Omit<BoxThreshold, 'items'>

/** Boxes like the weakest that are shown are right three times in four; like the weakest offers, twice. */
const RIGHT = { shown: 0.75, offered: 0.4 }
/** Thresholds are written with three digits. */
const DIGITS = 1000
const NEVER = 1

/**
 * The threshold below which less than `share` of the boxes are right: the one with the most right boxes
 * beyond that share. Of several such thresholds, the lowest.
 */
export const findBoxThreshold = (boxes: readonly ScoredClaim[], share: number): number => {
  const ranked = boxes.toSorted((a, b) => b.value - a.value)
  let best = { gain: 0, value: NEVER }
  let right = 0
  for (const [index, { value, isRight }] of ranked.entries()) {
    right += isRight ? 1 : 0
    const isLastOfEqual = ranked[index + 1]?.value !== value
    const gain = right - share * (index + 1)
    if (isLastOfEqual && gain >= best.gain) best = { gain, value }
  }
  return best.gain > 0 ? Math.floor(best.value * DIGITS) / DIGITS : NEVER
}

const selectFrom = (boxes: readonly FoundBox[], least: number) =>
  countRight(boxes.filter(({ value }) => value >= least))

export const findThresholdsByKind = (
  boxes: readonly FoundBox[],
  kinds: readonly string[],
  share: number,
): OfferThreshold[] =>
  kinds.map((kind) => {
    const ofKind = boxes.filter((box) => box.kind === kind)
    const learn = (part: readonly FoundBox[]) => findBoxThreshold(part, share)
    const threshold = learn(ofKind)
    return {
      kind,
      threshold,
      shown: selectFrom(ofKind, threshold),
      halves: crossValidate(ofKind, learn, selectFrom),
    }
  })

type Finding = {
  photo: string
  boxes: readonly DetectedBox[]
  items: ReturnType<typeof addJudgedItems>
  judge: JudgeCard
}

/** A box has the threshold of the kind that was detected, and is right if it shows what it is called. */
const toFoundBoxes = (
  { photo, items, judge }: Finding,
  boxes: readonly DetectedBox[],
  others: readonly DetectedBox[] = [],
): FoundBox[] => {
  const named = renameDoubtful([...boxes, ...others], judge)
  const right = new Set(selectRightBoxes(named, items))
  return boxes.map((box, index) => ({
    photo,
    kind: box.kind,
    value: box.score,
    isRight: named.slice(index, index + 1).some((one) => right.has(one)),
  }))
}

/** The boxes that a visitor could be offered, if the others were shown from their thresholds on. */
const listOfferable = (finding: Finding, thresholds: ReadonlyMap<string, number>): FoundBox[] => {
  const visible = selectVisibleBoxes(finding.boxes, (kind) => thresholds.get(kind) ?? NEVER)
  const weaker = selectWeakerBoxes(finding.boxes, visible)
  return toFoundBoxes(finding, selectOfferableBoxes(weaker, visible), visible)
}

/**
 * Looks at the photos of all folders; a box of any of them counts the same. A box is right if a label or a
 * judgement by eye says so.
 */
export const deriveBoxThresholds = async (
  engine: VisionEngine,
  folders: readonly string[],
  split: string | null,
  onPhoto: (done: number, total: number) => void,
): Promise<{ shown: BoxThreshold[]; offered: OfferThreshold[] }> => {
  const byFolder = await Promise.all(
    folders.map(async (folder) => {
      const photos = await readLabeledPhotos(folder, engine.cards.words)
      return photos.filter((photo) => isOfSplit(photo, split)).map((photo) => ({ folder, photo }))
    }),
  )
  const labeledPhotos = byFolder.flat()
  const judgements = await readJudgements()
  const findings: Finding[] = []
  for (const [index, { folder, photo }] of labeledPhotos.entries()) {
    const picture = await openPicture(await readPhoto(folder, photo.photo))
    const { boxes } = await engine.detect(picture, { isUncut: true })
    findings.push({
      photo: photo.photo,
      // One box for each object, however doubtful.
      boxes: selectConfidentBoxes(boxes, () => 0),
      items: addJudgedItems(photo.items, judgements.get(photo.photo) ?? []),
      judge: engine.cards.judge,
    })
    onPhoto(index + 1, labeledPhotos.length)
  }
  const { kinds } = engine.cards.detector
  const items = findings.flatMap((finding) => finding.items)
  const boxes = findings.flatMap((finding) => toFoundBoxes(finding, finding.boxes))
  const shown = findThresholdsByKind(boxes, kinds, RIGHT.shown).map((entry) =>
    Object.assign(entry, { items: items.filter(({ kind }) => kind === entry.kind).length }),
  )
  const thresholds = new Map(shown.map(({ kind, threshold }) => [kind, threshold]))
  const offerable = findings.flatMap((finding) => listOfferable(finding, thresholds))
  return { shown, offered: findThresholdsByKind(offerable, kinds, RIGHT.offered) }
}
