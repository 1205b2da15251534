import { randomUUID } from 'node:crypto'
import { SCAN } from '#shared/constants.ts'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import type { FoundObject } from '#shared/contract/vision.ts'
import { toUnits } from '#shared/domain/box.ts'
import { lensDetectionId } from '#shared/domain/detection.ts'
import { primaryQuery, searchTerms } from '#shared/domain/search-terms.ts'
import { dominantColors, seenColour } from './colors.ts'
import { type Answer, answersOf, chancesOf, labelOf, sureWords } from './words.ts'
import { type Find, viewOf } from './detector.ts'
import type { VisionEngine } from './engine.ts'
import { boxFromCorners } from './image-ops.ts'
import type { Picture, Squares } from './picture.ts'

type SeenColors = ReturnType<typeof dominantColors>

/** Asynchronous only so that it starts together with a model, which runs in another thread. */
const colorsOf = async (
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
const boxed = ({ box, kind, category, score, bestSeen }: Find, { size }: Picture): FoundObject => {
  const pixelBox = boxFromCorners(box)
  return {
    id: lensDetectionId(randomUUID()),
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
): FoundObject => {
  const words = sureWords(answers, score)
  const label = labelOf(kind, box, seenColour(kind, colors, chancesOf('colour', answers)), words)
  return { ...object, colors, words, ...named(label, category) }
}

const candidateOf = ({ box, kind, score }: Find, { size }: Picture): ScanCandidate => ({
  box: toUnits(boxFromCorners(box), size),
  kind,
  confidence: Math.min(1, score),
})

/** Detects objects in a picture and cuts the squares used to search for each. */
export type Detected = { detections: FoundObject[]; squares: Squares }

/** Hears of the boxes before their words are known: nobody needs those to see the boxes. */
export type OnBoxes = (boxes: FoundObject[], candidates: ScanCandidate[]) => void
type Options = { signal?: AbortSignal | undefined; onBoxes?: OnBoxes | undefined }

export const detectObjects = async (
  engine: VisionEngine,
  picture: Picture,
  { signal, onBoxes }: Options = {},
): Promise<Detected & { modelMs: number }> => {
  const seen = await engine.detect(picture, { signal })
  const finds = seen.finds.slice(0, SCAN.maxDetections)
  const pairs = finds.map((find) => ({ find, object: boxed(find, picture) }))
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
  const detections = pairs.map(({ find, object }, index) => {
    const row = answered.rows[index]
    const answers = row ? answersOf(row, find.kind, card) : []
    return described(object, find, colors[index] ?? [], answers)
  })
  return {
    detections,
    squares: { ...squares, rows: answered.rows },
    modelMs: seen.modelMs + answered.modelMs,
  }
}
