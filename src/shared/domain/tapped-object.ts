import { DETECTION, MANUAL_BOX } from '#shared/finder-constants.ts'
import type { ScanCandidate, ScanDetection } from '#shared/contract/scan.ts'
import {
  computeBoxArea,
  type Box,
  getCenter,
  clampBox,
  containsPoint,
  createManualBox,
  type Point,
} from './box.ts'

const FRAME: Box = { x: 0, y: 0, width: DETECTION.frameUnits, height: DETECTION.frameUnits }

/** How far beside a small object a finger may tap. */
const MARGIN_UNITS = 6
/** Boxes that overlap this much show the same object. */
const SAME_SHARE = 0.5
/** A candidate below this share of the object around it is a separate object: a belt on a dress. */
const PART_SHARE = 0.5
const MAX_CANDIDATES = 6

/** The intersection of two boxes over their union. */
const overlap = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, across) * Math.max(0, down)
  return shared === 0 ? 0 : shared / (computeBoxArea(a) + computeBoxArea(b) - shared)
}

/** The most certain candidates of the scan that no detection or better candidate overlaps. */
export const findMissedObjects = (
  candidates: readonly ScanCandidate[],
  detections: readonly Pick<ScanDetection, 'bbox'>[],
): ScanCandidate[] => {
  const missed: ScanCandidate[] = []
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    const others = [...detections.map(({ bbox }) => bbox), ...missed.map(({ box }) => box)]
    if (others.every((other) => overlap(other, candidate.box) < SAME_SHARE)) missed.push(candidate)
  }
  return missed.slice(0, MAX_CANDIDATES)
}

/** The candidates that the visitor is asked about, unless they have been added. */
export const listOfferedObjects = (
  candidates: readonly ScanCandidate[],
  detections: readonly Pick<ScanDetection, 'bbox'>[],
): ScanCandidate[] =>
  candidates.filter(
    ({ isOffered, box }) =>
      isOffered && detections.every(({ bbox }) => overlap(bbox, box) < SAME_SHARE),
  )

/** The size of a manual box, around a point. */
const createBoxAround = ({ x, y }: Point): Box => {
  const { width, height } = createManualBox(FRAME)
  return clampBox({ x: x - width / 2, y: y - height / 2, width, height }, FRAME, MANUAL_BOX.minSize)
}

/** How near a point is to the middle of a box that holds it: 1 in the middle, 0.5 at the edge. */
const centrality = (box: Box, point: Point) => {
  const { x, y } = getCenter(box)
  const off = Math.max(
    Math.abs(point.x - x) / Math.max(1, box.width),
    Math.abs(point.y - y) / Math.max(1, box.height),
  )
  return 1 - Math.min(1, off)
}

type TappedObject = { id: string } | { box: Box; kind: string | null }

/**
 * The object at a point: a detection, a candidate that the scan left out, or else a new box around the
 * point. While the user is adding objects (`isAdding`), detections do not count.
 */
export const findTappedObject = (
  point: Point,
  isAdding: boolean,
  detections: readonly Pick<ScanDetection, 'id' | 'bbox'>[],
  candidates: readonly ScanCandidate[],
): TappedObject => {
  const [object] = isAdding
    ? []
    : detections
        .filter(({ bbox }) => containsPoint(bbox, point, MARGIN_UNITS))
        .toSorted((a, b) => computeBoxArea(a.bbox) - computeBoxArea(b.bbox))
  const [missed] = findMissedObjects(candidates, detections)
    .filter(({ box }) => containsPoint(box, point, MARGIN_UNITS))
    .filter(({ box }) => !object || computeBoxArea(box) < PART_SHARE * computeBoxArea(object.bbox))
    .toSorted(
      (a, b) => b.confidence * centrality(b.box, point) - a.confidence * centrality(a.box, point),
    )
  if (missed) return { box: missed.box, kind: missed.kind }
  return object ? { id: object.id } : { box: createBoxAround(point), kind: null }
}
