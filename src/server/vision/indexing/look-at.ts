import type { Box } from '#shared/domain/box.ts'
import { type DetectedBox, viewOf } from '#shared/vision/detector.ts'
import { area, cornersFromBox, overlap, type Size } from '#shared/vision/image-ops.ts'
import type { Category } from '#shared/domain/category.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { Picture } from '#shared/vision/picture.ts'
import { answersOf, confidentWords } from '#shared/vision/words.ts'
import { unitVector } from '#shared/vision/vectors.ts'

/** What is known about a product before anyone looks. */
export type Stated = { category: string | null; kind: string | null }

/** A shop shows trousers on somebody who also wears a shirt: then only a statement tells which. */
const LARGEST_BY = 2
const SAME_PLACE = 0.5

/** The object that the picture is about, or null if that is not clear. */
export const subjectOf = (
  finds: readonly DetectedBox[],
  stated: Stated,
  box: Box | null,
): DetectedBox | null => {
  const largestFirst = finds.toSorted((a, b) => area(b.box) - area(a.box))
  if (box) {
    const corners = cornersFromBox(box)
    const inPlace = largestFirst.toSorted(
      (a, b) => overlap(b.box, corners) - overlap(a.box, corners),
    )[0]
    return inPlace && overlap(inPlace.box, corners) >= SAME_PLACE ? inPlace : null
  }
  if (stated.kind !== null) return largestFirst.find(({ kind }) => kind === stated.kind) ?? null
  const possible = largestFirst.filter(
    ({ category }) => stated.category === null || category === stated.category,
  )
  const [largest] = possible
  const other = possible.find(({ kind }) => kind !== largest?.kind)
  if (!largest || (other && area(largest.box) < LARGEST_BY * area(other.box))) return null
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

export const NOTHING_SEEN: SeenAttributes = {
  category: null,
  kind: null,
  type: null,
  colors: [],
  pattern: null,
  material: null,
}

/** What is asked of a picture: the product that is stated, or the box (fractions) it is in. */
export type Asked = { stated: Stated; box: Box | null }

export type Looked = {
  vector: Float32Array
  seen: SeenAttributes
  /** Whether the product itself was found; otherwise the whole picture, or the box, was looked at. */
  isFound: boolean
}

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

const fromFractions = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x * size.width,
  y: y * size.height,
  width: width * size.width,
  height: height * size.height,
})

/**
 * Looks at the product in a picture, with background priority: the floor it lies on, and what else
 * somebody wears, are no part of it.
 */
export const lookAt = async (
  engine: VisionEngine,
  picture: Picture,
  { stated, box }: Asked,
  signal: AbortSignal,
): Promise<Looked> => {
  const options = { signal, priority: 'background' } as const
  const side = engine.cards.detector.productSize
  // A product whose object is doubtful is looked at whole.
  const { boxes: finds } = await engine.detect(picture, { ...options, side, isStrict: true })
  const place = fromFractions(box ?? WHOLE, picture.size)
  const subject = subjectOf(finds, stated, box && place)
  // A dress may be taken for a skirt, and is in the same place; but it is not called one.
  const find = box ? null : (subject ?? subjectOf(finds, { ...stated, kind: null }, null))
  const squares = await engine.cut(picture, [find ? viewOf(find) : cornersFromBox(place)])
  const { rows } = await engine.describe(squares, options)
  const { vectors } = await engine.embed({ ...squares, rows }, options)
  const [vector] = vectors
  if (!vector) throw new Error('The model gave no vector')
  const isFound = find !== null
  if (!subject) return { vector, seen: NOTHING_SEEN, isFound }
  const words = rows[0]
    ? confidentWords(answersOf(rows[0], subject.kind, engine.cards.words), null)
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

/** The direction between several views of one product. */
export const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const [first = new Float32Array(), ...others] = vectors
  if (others.length === 0) return first
  const sum = Float64Array.from(first)
  for (const vector of others)
    for (const [place, value] of vector.entries()) sum[place] = (sum[place] ?? 0) + value
  return unitVector(sum)
}
