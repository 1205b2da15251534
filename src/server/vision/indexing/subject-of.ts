import type { Box } from '#shared/domain/box.ts'
import type { Find } from '#server/vision/detector.ts'
import { area, cornersFromBox, overlap } from '#server/vision/image-ops.ts'

/** What is known about a product before anyone looks. */
export type Stated = { category: string | null; kind: string | null }

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
