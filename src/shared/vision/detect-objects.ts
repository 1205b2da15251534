import { SCAN } from '#shared/finder-constants.ts'
import type { ScanCandidate, ScanDetection } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { toUnits } from '#shared/domain/box.ts'
import { buildPrimaryQuery, buildSearchTerms } from '#shared/domain/search-terms.ts'
import { findDominantColors, chooseVisibleColor } from './colors.ts'
import {
  type WordAnswer,
  readAnswers,
  getChances,
  composeLabel,
  selectConfidentWords,
} from './words.ts'
import { type DetectedBox, getBestView } from './detector.ts'
import type { VisionEngine } from './engine.ts'
import { toBox } from './image-ops.ts'
import type { RawPicture, Squares } from './picture.ts'

type SeenColors = ReturnType<typeof findDominantColors>

/** Asynchronous so that it can run while a model works in another thread. */
export const findColors = async (
  boxes: readonly DetectedBox[],
  { pixels, side, contentSizes }: Squares,
  margin: number,
): Promise<SeenColors[]> => {
  const bytes = side * side * 3
  return boxes.map(({ kind }, index) =>
    findDominantColors({
      pixels: pixels.subarray(index * bytes, (index + 1) * bytes),
      side,
      contentSize: contentSizes[index] ?? { width: side, height: side },
      margin,
      isPair: kind === 'footwear',
    }),
  )
}

const createNameFields = (label: string, category: DetectedObject['category']) => ({
  label,
  searchTerms: buildSearchTerms({ name: label, category }),
  primaryQuery: buildPrimaryQuery({ name: label, category }) ?? label,
})

/** The object before the words model has described it. */
const toDetectedObject = (
  { box, kind, category, score, bestSeen }: DetectedBox,
  { size }: RawPicture,
  id: string,
): DetectedObject => {
  const pixelBox = toBox(box)
  return {
    id,
    kind,
    category,
    confidence: Math.min(1, score),
    bbox: toUnits(pixelBox, size),
    pixelBox,
    ...(bestSeen && { bestSeen: toUnits(toBox(bestSeen), size) }),
    colors: [],
    ...createNameFields(composeLabel(kind, box, undefined), category),
  }
}

const addWords = (
  object: DetectedObject,
  { box, kind, category, score }: DetectedBox,
  colors: SeenColors,
  answers: readonly WordAnswer[],
): { object: DetectedObject; color: string | undefined } => {
  const words = selectConfidentWords(answers, score)
  const color = chooseVisibleColor(kind, colors, getChances('colour', answers), score)
  const label = composeLabel(kind, box, color, words)
  return { object: { ...object, colors, words, ...createNameFields(label, category) }, color }
}

const toScanCandidate = (
  { box, kind, score }: DetectedBox,
  { size }: RawPicture,
  isOffered: boolean,
): ScanCandidate => ({
  box: toUnits(toBox(box), size),
  kind,
  confidence: Math.min(1, score),
  ...(isOffered && { isOffered }),
})

/** Objects in a picture, and the squares with which to search for each. */
export type DetectedObjects = { detections: DetectedObject[]; squares: Squares }

/** Called as soon as the boxes are known, because people can look at them while words are read. */
export type OnBoxes = (boxes: DetectedObject[], candidates: ScanCandidate[]) => void
export type DetectObjectsOptions = {
  signal?: AbortSignal | undefined
  onBoxes?: OnBoxes | undefined
}

type BoxedObject = { box: DetectedBox; object: DetectedObject }

/** The boxes of a picture, before their words are known. */
export const detectBoxes = async (
  newId: () => string,
  engine: VisionEngine,
  picture: RawPicture,
  { signal, onBoxes }: DetectObjectsOptions = {},
): Promise<{ boxes: BoxedObject[]; modelMs: number }> => {
  const detection = await engine.detect(picture, { signal })
  const boxes = detection.boxes
    .slice(0, SCAN.maxDetections)
    .map((box) => ({ box, object: toDetectedObject(box, picture, newId()) }))
  const offers = new Set(detection.offers)
  onBoxes?.(
    boxes.map(({ object }) => object),
    // Offers have scores far above those of the boxes that are left out.
    detection.weakerBoxes
      .slice(0, SCAN.maxCandidates)
      .map((box) => toScanCandidate(box, picture, offers.has(box))),
  )
  return { boxes, modelMs: detection.modelMs }
}

/** The words and colours of objects, with the squares that show them. */
export const describeObjects = async (
  engine: VisionEngine,
  picture: RawPicture,
  boxes: readonly BoxedObject[],
  signal?: AbortSignal,
): Promise<DetectedObjects & { seenColors: (string | undefined)[]; modelMs: number }> => {
  const squares = await engine.cut(
    picture,
    boxes.map(({ box }) => getBestView(box)),
  )
  const { embedder, words: card } = engine.cards
  const [description, colors] = await Promise.all([
    engine.describe(squares, { signal }),
    findColors(
      boxes.map(({ box }) => box),
      squares,
      embedder.cropMargin,
    ),
  ])
  const objects = boxes.map(({ box, object }, index) => {
    const row = description.rows[index]
    const answers = row ? readAnswers(row, box.kind, card) : []
    return addWords(object, box, colors[index] ?? [], answers)
  })
  return {
    detections: objects.map(({ object }) => object),
    seenColors: objects.map(({ color }) => color),
    squares: { ...squares, rows: description.rows },
    modelMs: description.modelMs,
  }
}

export const detectObjectsWith = async (
  newId: () => string,
  engine: VisionEngine,
  picture: RawPicture,
  options: DetectObjectsOptions = {},
): Promise<DetectedObjects & { modelMs: number }> => {
  const { boxes, modelMs } = await detectBoxes(newId, engine, picture, options)
  const described = await describeObjects(engine, picture, boxes, options.signal)
  return { ...described, modelMs: modelMs + described.modelMs }
}

/** An object as scans show it, before anything has been found for it. */
export const toScanDetection = (object: DetectedObject, id: string): ScanDetection => ({
  id,
  label: object.label,
  confidence: object.confidence,
  bbox: object.bbox,
  bestSeen: object.bestSeen,
  category: object.category,
  source: 'google_lens',
  lensObjectName: object.kind,
  searchTerms: object.searchTerms,
  primaryQuery: object.primaryQuery,
  products: [],
  isManual: false,
  isEditable: true,
  isResizable: false,
})
