import { randomUUID } from 'node:crypto'
import type { FoundObject, ScanEvent, SimilarProduct } from '#shared/contract/vision.ts'
import { toUnits } from '#shared/domain/detection-frame.ts'
import { lensDetectionId } from '#shared/domain/detection.ts'
import { primaryQuery, searchTerms } from '#shared/domain/search-terms.ts'
import { dominantColors } from './colors.ts'
import { labelOf } from './describe.ts'
import type { Find, VisionEngine } from './engine.ts'
import { boxFromCorners } from './image-ops.ts'
import { viewOf } from './pairs.ts'
import { openPicture, type Picture, type Squares } from './picture.ts'
import type { VectorFilter } from './vectors/vector-search.ts'

/** The products that look like a vector, the surest first. */
export type FindSimilar = (
  vector: Float32Array,
  count: number,
  filter: VectorFilter,
) => Promise<SimilarProduct[]>

export type ScanParts = { engine: VisionEngine; findSimilar: FindSimilar }
export type ScanOptions = { signal?: AbortSignal | undefined; ownerUid?: string | undefined }

/** More than anybody wears; a crowd would otherwise fill the screen with boxes. */
const MOST_DETECTIONS = 24
const PRODUCTS_EACH = 10
/** Detections whose products are looked for at a time: the first cards come while others are made. */
const STEP = 4

const describeFind = (
  { box, kind, category, score, bestSeen }: Find,
  picture: Picture,
  place: number,
  { pixels, side, shown }: Squares,
  margin: number,
): FoundObject => {
  const bytes = side * side * 3
  const colors = dominantColors({
    pixels: pixels.subarray(place * bytes, (place + 1) * bytes),
    side,
    shown: shown[place] ?? { width: side, height: side },
    margin,
    isPair: kind === 'footwear',
  })
  const label = labelOf(kind, box, colors)
  const pixelBox = boxFromCorners(box)
  return {
    id: lensDetectionId(randomUUID()),
    label,
    kind,
    category,
    confidence: Math.min(1, score),
    bbox: toUnits(pixelBox, picture.size),
    pixelBox,
    ...(bestSeen && { bestSeen: toUnits(boxFromCorners(bestSeen), picture.size) }),
    colors,
    searchTerms: searchTerms({ name: label, category }),
    primaryQuery: primaryQuery({ name: label, category }) ?? label,
  }
}

/** The squares from `first` on, at most `count` of them. */
const someSquares = ({ pixels, side, shown }: Squares, first: number, count: number): Squares => {
  const bytes = side * side * 3
  return {
    pixels: pixels.subarray(first * bytes, (first + count) * bytes),
    side,
    shown: shown.slice(first, first + count),
  }
}

/** Boxes, labels and colours of what is worn in a picture; the squares serve to find it elsewhere. */
export const detectObjects = async (
  engine: VisionEngine,
  picture: Picture,
  signal?: AbortSignal,
) => {
  const seen = await engine.detect(picture, { signal })
  const finds = seen.finds.slice(0, MOST_DETECTIONS)
  const squares = await engine.cut(picture, finds.map(viewOf))
  const margin = engine.cards.embedder.cropMargin
  const detections = finds.map((find, place) => describeFind(find, picture, place, squares, margin))
  return { detections, squares, modelMs: seen.modelMs }
}

/** One photo, from its bytes to the products in it; each event is given as soon as it is true. */
export async function* scanPhoto(
  { engine, findSimilar }: ScanParts,
  bytes: Uint8Array,
  { signal, ownerUid }: ScanOptions = {},
): AsyncGenerator<ScanEvent> {
  yield { type: 'progress', stage: 'reading', done: 0, total: 1 }
  const picture = await openPicture(bytes)
  signal?.throwIfAborted()
  yield { type: 'progress', stage: 'detecting', done: 0, total: 1 }
  const { detections, squares } = await detectObjects(engine, picture, signal)
  yield { type: 'detections', picture: picture.size, detections }
  for (let first = 0; first < detections.length; first += STEP) {
    const step = detections.slice(first, first + STEP)
    yield { type: 'progress', stage: 'searching', done: first, total: detections.length }
    const { vectors } = await engine.embed(someSquares(squares, first, STEP), { signal })
    for (const [place, { id: detectionId, category }] of step.entries()) {
      signal?.throwIfAborted()
      const vector = vectors[place]
      const products = vector
        ? await findSimilar(vector, PRODUCTS_EACH, { category, ownerUid })
        : []
      yield { type: 'products', detectionId, products }
    }
  }
  yield { type: 'done', detections: detections.length }
}
