import { SCAN } from '#shared/constants.ts'
import type { ScanCandidate, ScanDetection } from '#shared/contract/scan.ts'
import type { FoundObject } from '#shared/contract/vision.ts'
import { toUnits } from '#shared/domain/box.ts'
import { primaryQuery, searchTerms } from '#shared/domain/search-terms.ts'
import { dominantColors, seenColour } from './colors.ts'
import { type Answer, answersOf, chancesOf, labelOf, sureWords } from './words.ts'
import { type Find, viewOf } from './detector.ts'
import type { VisionEngine } from './engine.ts'
import { boxFromCorners } from './image-ops.ts'
import type { Picture, Squares } from './picture.ts'

type SeenColors = ReturnType<typeof dominantColors>

/** Asynchronous only so that it starts together with a model, which runs in another thread. */
export const colorsOf = async (
  finds: readonly Find[],
  { pixels, side, contentSizes }: Squares,
  margin: number,
): Promise<SeenColors[]> => {
  const bytes = side * side * 3
  return finds.map(({ kind }, index) =>
    dominantColors({
      pixels: pixels.subarray(index * bytes, (index + 1) * bytes),
      side,
      contentSize: contentSizes[index] ?? { width: side, height: side },
      margin,
      isPair: kind === 'footwear',
    }),
  )
}

const named = (label: string, category: FoundObject['category']) => ({
  label,
  searchTerms: searchTerms({ name: label, category }),
  primaryQuery: primaryQuery({ name: label, category }) ?? label,
})

/** All that is known before the words: a box of some kind. */
const boxed = (
  { box, kind, category, score, bestSeen }: Find,
  { size }: Picture,
  id: string,
): FoundObject => {
  const pixelBox = boxFromCorners(box)
  return {
    id,
    kind,
    category,
    confidence: Math.min(1, score),
    bbox: toUnits(pixelBox, size),
    pixelBox,
    ...(bestSeen && { bestSeen: toUnits(boxFromCorners(bestSeen), size) }),
    colors: [],
    ...named(labelOf(kind, box, undefined), category),
  }
}

const described = (
  object: FoundObject,
  { box, kind, category, score }: Find,
  colors: SeenColors,
  answers: readonly Answer[],
): { object: FoundObject; colour: string | undefined } => {
  const words = sureWords(answers, score)
  const colour = seenColour(kind, colors, chancesOf('colour', answers))
  const label = labelOf(kind, box, colour, words)
  return { object: { ...object, colors, words, ...named(label, category) }, colour }
}

const candidateOf = ({ box, kind, score }: Find, { size }: Picture): ScanCandidate => ({
  box: toUnits(boxFromCorners(box), size),
  kind,
  confidence: Math.min(1, score),
})

/** Detects objects in a picture and cuts the squares used to search for each. */
export type Detected = { detections: FoundObject[]; squares: Squares }

/** The colour that the pixels of each object show, if it can be named. */
type Described = { seenColours: (string | undefined)[]; modelMs: number }

/** Hears of the boxes before their words are known: nobody needs those to see the boxes. */
export type OnBoxes = (boxes: FoundObject[], candidates: ScanCandidate[]) => void
export type DetectObjectsOptions = {
  signal?: AbortSignal | undefined
  onBoxes?: OnBoxes | undefined
}

/** `newId`: every object gets one of its own. */
export const detectObjectsWith = async (
  newId: () => string,
  engine: VisionEngine,
  picture: Picture,
  { signal, onBoxes }: DetectObjectsOptions = {},
): Promise<Detected & Described> => {
  const seen = await engine.detect(picture, { signal })
  const finds = seen.finds.slice(0, SCAN.maxDetections)
  const pairs = finds.map((find) => ({ find, object: boxed(find, picture, newId()) }))
  onBoxes?.(
    pairs.map(({ object }) => object),
    seen.weaker.slice(0, SCAN.maxCandidates).map((find) => candidateOf(find, picture)),
  )
  const squares = await engine.cut(picture, finds.map(viewOf))
  const { embedder, words: card } = engine.cards
  const [answered, colors] = await Promise.all([
    engine.describe(squares, { signal }),
    colorsOf(finds, squares, embedder.cropMargin),
  ])
  const all = pairs.map(({ find, object }, index) => {
    const row = answered.rows[index]
    const answers = row ? answersOf(row, find.kind, card) : []
    return described(object, find, colors[index] ?? [], answers)
  })
  return {
    detections: all.map(({ object }) => object),
    seenColours: all.map(({ colour }) => colour),
    squares: { ...squares, rows: answered.rows },
    modelMs: seen.modelMs + answered.modelMs,
  }
}

/** An object as scans show it, before anything has been found for it. */
export const detectionOf = (object: FoundObject, id: string): ScanDetection => ({
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
