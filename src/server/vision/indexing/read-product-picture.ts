import { type Box, FULL_PHOTO, scaleBox } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { type DetectedBox, getBestView } from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { computeArea, toCorners, computeOverlap } from '#shared/vision/image-ops.ts'
import { normalizeVector } from '#shared/vision/likeness.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { readAnswers, selectConfidentWords } from '#shared/vision/words.ts'

/** What is known about a product before its picture is read. */
export type StatedAttributes = { category: string | null; kind: string | null }

/** A shop may show trousers on a model who also wears a shirt; the stated kind decides which is meant. */
const MIN_SIZE_RATIO = 2
const MIN_OVERLAP = 0.5

/** The object that the picture is about, or null if that is not clear. */
export const chooseSubject = (
  detectedBoxes: readonly DetectedBox[],
  stated: StatedAttributes,
  box: Box | null,
): DetectedBox | null => {
  const largestFirst = detectedBoxes.toSorted((a, b) => computeArea(b.box) - computeArea(a.box))
  if (box) {
    const corners = toCorners(box)
    const inPlace = largestFirst.toSorted(
      (a, b) => computeOverlap(b.box, corners) - computeOverlap(a.box, corners),
    )[0]
    return inPlace && computeOverlap(inPlace.box, corners) >= MIN_OVERLAP ? inPlace : null
  }
  if (stated.kind !== null) return largestFirst.find(({ kind }) => kind === stated.kind) ?? null
  const possible = largestFirst.filter(
    ({ category }) => stated.category === null || category === stated.category,
  )
  const [largest] = possible
  const other = possible.find(({ kind }) => kind !== largest?.kind)
  if (!largest || (other && computeArea(largest.box) < MIN_SIZE_RATIO * computeArea(other.box)))
    return null
  return largest
}

/** Null where the models are not sure. */
export type SeenAttributes = {
  category: Category | null
  kind: string | null
  type: string | null
  colors: string[]
  pattern: string | null
  material: string | null
}

export const NO_ATTRIBUTES: SeenAttributes = {
  category: null,
  kind: null,
  type: null,
  colors: [],
  pattern: null,
  material: null,
}

/** Which product to read in a picture: the stated one, or the one in the box (in fractions). */
type IndexTarget = { stated: StatedAttributes; box: Box | null }

type PictureReading = {
  vector: Float32Array
  seen: SeenAttributes
  /** Whether the product itself was found; otherwise the whole picture or the box was read. */
  isFound: boolean
}

/**
 * Looks at the product in a picture, with background priority: the floor it lies on, and what else
 * somebody wears, are no part of it.
 */
export const readProductPicture = async (
  engine: VisionEngine,
  picture: RawPicture,
  { stated, box }: IndexTarget,
  signal: AbortSignal,
): Promise<PictureReading> => {
  const options = { signal, priority: 'background' } as const
  const side = engine.cards.detector.productSize
  // If the object is doubtful, the whole picture is read.
  const { boxes } = await engine.detect(picture, { ...options, side, isStrict: true })
  const region = scaleBox(box ?? FULL_PHOTO, picture.size.width, picture.size.height)
  const subject = chooseSubject(boxes, stated, box && region)
  // A dress may be detected as a skirt in the same region. Its box is used, but not its kind.
  const productBox = box ? null : (subject ?? chooseSubject(boxes, { ...stated, kind: null }, null))
  const squares = await engine.cut(picture, [
    productBox ? getBestView(productBox) : toCorners(region),
  ])
  const { rows } = await engine.describe(squares, options)
  const { vectors } = await engine.embed({ ...squares, rows }, options)
  const [vector] = vectors
  if (!vector) throw new Error('The model gave no vector')
  const isFound = productBox !== null
  if (!subject) return { vector, seen: NO_ATTRIBUTES, isFound }
  const words = rows[0]
    ? selectConfidentWords(readAnswers(rows[0], subject.kind, engine.cards.words), null)
    : {}
  const seen = {
    category: subject.category,
    kind: subject.kind,
    type: words['type'] ?? null,
    colors: [words['colour'], words['secondColour']].filter((color) => color !== undefined),
    pattern: words['pattern'] ?? null,
    material: words['material'] ?? null,
  }
  return { vector, seen, isFound }
}

/** The mean direction of the vectors of several pictures of one product. */
export const averageVectors = (vectors: readonly Float32Array[]): Float32Array => {
  const [first = new Float32Array(), ...others] = vectors
  if (others.length === 0) return first
  const sum = Float64Array.from(first)
  for (const vector of others)
    for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value
  return normalizeVector(sum)
}
