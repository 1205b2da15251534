import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import type { Find } from '#server/vision/detector.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import { area, cornersFromBox, overlap, type Size } from '#server/vision/image-ops.ts'
import { viewOf } from '#server/vision/pairs.ts'
import type { Picture } from '#server/vision/picture.ts'
import { sureWords } from '#server/vision/words.ts'

/** Null where the models are not sure. */
export type SeenAttributes = {
  category: Category | null
  kind: string | null
  type: string | null
  colors: string[]
  pattern: string | null
  material: string | null
}

/** What is known about a product before anyone looks. */
export type Stated = { category: string | null; kind: string | null }

const NOTHING: SeenAttributes = {
  category: null,
  kind: null,
  type: null,
  colors: [],
  pattern: null,
  material: null,
}

/** A shop shows trousers on somebody who also wears a shirt: then only a statement tells which. */
const LARGEST_BY = 2
const SAME_PLACE = 0.5

/** The object that the picture is about, or null if that is not clear. */
export const subjectOf = (finds: readonly Find[], stated: Stated, box: Box | null): Find | null => {
  const largestFirst = finds.toSorted((a, b) => area(b.box) - area(a.box))
  if (box) {
    const asked = cornersFromBox(box)
    const inPlace = largestFirst.toSorted(
      (a, b) => overlap(b.box, asked) - overlap(a.box, asked),
    )[0]
    return inPlace && overlap(inPlace.box, asked) >= SAME_PLACE ? inPlace : null
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

export const fromFractions = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x * size.width,
  y: y * size.height,
  width: width * size.width,
  height: height * size.height,
})

/** Category, kind and words of a product's picture, or of a box in it (pixels). */
export const readAttributes = async (
  engine: VisionEngine,
  picture: Picture,
  { stated, box }: { stated: Stated; box: Box | null },
  signal: AbortSignal,
): Promise<SeenAttributes> => {
  const options = { signal, priority: 'background' } as const
  const { finds } = await engine.detect(picture, options)
  const subject = subjectOf(finds, stated, box)
  if (!subject) return NOTHING
  const squares = await engine.cut(picture, [viewOf(subject)])
  const { rows } = await engine.describe(squares, options)
  const [row] = rows
  const words = row ? sureWords(row, subject.kind, engine.cards.words) : {}
  return {
    category: subject.category,
    kind: subject.kind,
    type: words['type'] ?? null,
    colors: [words['colour'], words['secondColour']].filter((color) => color !== undefined),
    pattern: words['pattern'] ?? null,
    material: words['material'] ?? null,
  }
}
