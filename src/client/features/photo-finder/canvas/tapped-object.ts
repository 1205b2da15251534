import { MANUAL_BOX } from '#shared/constants.ts'
import type { ScanCandidate, ScanDetection } from '#shared/contract/scan.ts'
import { type Box, centreOf, clampBox, manualBox, type Point } from '#shared/domain/box.ts'
import { FRAME } from './canvas-state.ts'

/** A fingertip may land beside a small thing. */
const MARGIN_UNITS = 6
/** A box that covers so much of another's is the same thing. */
const SAME_SHARE = 0.5
/** A candidate this much smaller than the object around it is a thing of its own: a belt on a dress. */
const PART_SHARE = 0.5
const OFFERED = 6

const areaOf = ({ width, height }: Box) => width * height

const holds = ({ x, y, width, height }: Box, point: Point) =>
  point.x >= x - MARGIN_UNITS &&
  point.x <= x + width + MARGIN_UNITS &&
  point.y >= y - MARGIN_UNITS &&
  point.y <= y + height + MARGIN_UNITS

/** The intersection of two boxes over their union. */
const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, across) * Math.max(0, down)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** The surest of what the scan did not show, without what is on the photo already. */
export const missedObjects = (
  candidates: readonly ScanCandidate[],
  detections: readonly Pick<ScanDetection, 'bbox'>[],
): ScanCandidate[] => {
  const kept: ScanCandidate[] = []
  for (const one of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    const others = [...detections.map(({ bbox }) => bbox), ...kept.map(({ box }) => box)]
    if (others.every((other) => overlap(other, one.box) < SAME_SHARE)) kept.push(one)
  }
  return kept.slice(0, OFFERED)
}

/** The size of a manual box, around a point. */
const boxAround = ({ x, y }: Point): Box => {
  const { width, height } = manualBox(FRAME)
  return clampBox({ x: x - width / 2, y: y - height / 2, width, height }, FRAME, MANUAL_BOX.minSize)
}

/** How near a point is to the middle of a box that holds it: 1 in the middle, 0.5 at the edge. */
const centrality = (box: Box, point: Point) => {
  const { x, y } = centreOf(box)
  const off = Math.max(
    Math.abs(point.x - x) / Math.max(1, box.width),
    Math.abs(point.y - y) / Math.max(1, box.height),
  )
  return 1 - Math.min(1, off)
}

export type Tapped = { id: string } | { box: Box; kind: string | null }

/**
 * What is under a finger: an object, something that the scan missed, or else a box around the point.
 * `isAdding`: only what is not on the photo yet.
 */
export const tappedObject = (
  point: Point,
  isAdding: boolean,
  detections: readonly Pick<ScanDetection, 'id' | 'bbox'>[],
  candidates: readonly ScanCandidate[],
): Tapped => {
  const [object] = isAdding
    ? []
    : detections
        .filter(({ bbox }) => holds(bbox, point))
        .toSorted((a, b) => areaOf(a.bbox) - areaOf(b.bbox))
  const [missed] = missedObjects(candidates, detections)
    .filter(({ box }) => holds(box, point))
    .filter(({ box }) => !object || areaOf(box) < PART_SHARE * areaOf(object.bbox))
    .toSorted(
      (a, b) => b.confidence * centrality(b.box, point) - a.confidence * centrality(a.box, point),
    )
  if (missed) return { box: missed.box, kind: missed.kind }
  return object ? { id: object.id } : { box: boxAround(point), kind: null }
}
