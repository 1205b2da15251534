import { DETECTION, MANUAL_BOX } from '#shared/finder-constants.ts'

/** Results without a box of their own are placed at 150 by 150, staggered. */
const PLACED_BOX = { size: 150, step: 25 } as const

/** Geometry of the photo canvas, in any one unit. Every function starts from the box at the grab. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

interface Span {
  start: number
  end: number
}

export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high))

export const getCenter = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
})

export const computeBoxArea = ({ width, height }: Box): number => width * height

/** Whether a point is in the box, or at most `margin` beside it. */
export const containsPoint = ({ x, y, width, height }: Box, point: Point, margin = 0): boolean =>
  point.x >= x - margin &&
  point.x <= x + width + margin &&
  point.y >= y - margin &&
  point.y <= y + height + margin

const getHorizontalSpan = (box: Box): Span => ({ start: box.x, end: box.x + box.width })
const getVerticalSpan = (box: Box): Span => ({ start: box.y, end: box.y + box.height })

/** Bounds take precedence over `min`, because a box must never leave the picture. */
const clampSpan = (start: number, size: number, bounds: Span, min: number): Span => {
  const room = bounds.end - bounds.start
  const length = Math.min(Math.max(size, min), room)
  const from = clamp(start, bounds.start, bounds.end - length)
  return { start: from, end: from + length }
}

const createBox = (across: Span, down: Span): Box => ({
  x: across.start,
  y: down.start,
  width: across.end - across.start,
  height: down.end - down.start,
})

/** The box inside `bounds` and at least `min` wide and high. */
export const clampBox = (box: Box, bounds: Box, min: number): Box =>
  createBox(
    clampSpan(box.x, box.width, getHorizontalSpan(bounds), min),
    clampSpan(box.y, box.height, getVerticalSpan(bounds), min),
  )

/** The box after dragging it by `delta` since the grab: same size, inside `bounds`. */
export const moveBox = (start: Box, delta: Point, bounds: Box): Box =>
  clampBox({ ...start, x: start.x + delta.x, y: start.y + delta.y }, bounds, 0)

const dragEdge = (
  span: Span,
  edge: 'start' | 'end',
  delta: number,
  bounds: Span,
  min: number,
): Span => {
  const edges =
    edge === 'start'
      ? { start: clamp(span.start + delta, bounds.start, span.end - min), end: span.end }
      : { start: span.start, end: clamp(span.end + delta, span.start + min, bounds.end) }
  return clampSpan(edges.start, edges.end - edges.start, bounds, min)
}

/** The box after dragging `corner` by `delta` since the grab: inside `bounds`, never under `min`. */
export const resizeBox = (
  start: Box,
  corner: Corner,
  delta: Point,
  bounds: Box,
  min: number,
): Box =>
  createBox(
    dragEdge(
      getHorizontalSpan(start),
      corner.endsWith('left') ? 'start' : 'end',
      delta.x,
      getHorizontalSpan(bounds),
      min,
    ),
    dragEdge(
      getVerticalSpan(start),
      corner.startsWith('top') ? 'start' : 'end',
      delta.y,
      getVerticalSpan(bounds),
      min,
    ),
  )

const drawSpan = (from: number, to: number, bounds: Span, min: number): Span => {
  const anchor = clamp(from, bounds.start, bounds.end)
  const pull = clamp(to, bounds.start, bounds.end)
  const size = Math.max(Math.abs(pull - anchor), min)
  return clampSpan(pull < anchor ? anchor - size : anchor, size, bounds, min)
}

/** The box drawn from one point to another, in any direction: inside `bounds`, never under `min`. */
export const drawBox = (from: Point, to: Point, bounds: Box, min: number): Box =>
  createBox(
    drawSpan(from.x, to.x, getHorizontalSpan(bounds), min),
    drawSpan(from.y, to.y, getVerticalSpan(bounds), min),
  )

/** A manual box is centered in its container and has 30% of its width and height. */
export const createManualBox = (bounds: Box): Box => {
  const width = bounds.width * MANUAL_BOX.shareOfContainer
  const height = bounds.height * MANUAL_BOX.shareOfContainer
  const x = bounds.x + (bounds.width - width) / 2
  const y = bounds.y + (bounds.height - height) / 2
  return clampBox({ x, y, width, height }, bounds, MANUAL_BOX.minSize)
}

const DIRECTIONS: Readonly<Record<ArrowKey, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export const isArrowKey = (key: string): key is ArrowKey => Object.hasOwn(DIRECTIONS, key)

/** The box after an arrow key: moved by a step or, with shift, its bottom right corner. */
export const moveBoxByKey = (
  start: Box,
  key: ArrowKey,
  isShift: boolean,
  { step, bounds, min }: { step: number; bounds: Box; min: number },
): Box => {
  const delta = { x: DIRECTIONS[key].x * step, y: DIRECTIONS[key].y * step }
  return isShift
    ? resizeBox(start, 'bottom-right', delta, bounds, min)
    : moveBox(start, delta, bounds)
}

/**
 * Boxes of detections are in a frame of 400 by 400 units, whatever the picture's shape. x and y scale separately,
 * so that a box means the same on the photo and its preview.
 */

export const scaleBox = (box: Box, across: number, down: number): Box => ({
  x: box.x * across,
  y: box.y * down,
  width: box.width * across,
  height: box.height * down,
})

/** A box in pixels of an image of this size, in units. */
export const toUnits = (box: Box, image: Size): Box =>
  scaleBox(box, DETECTION.frameUnits / image.width, DETECTION.frameUnits / image.height)

/** A box in units, in pixels of an image of this size. */
export const fromUnits = (box: Box, image: Size): Box =>
  scaleBox(box, image.width / DETECTION.frameUnits, image.height / DETECTION.frameUnits)

/** The whole pixels that a box in pixels covers: at least one, and none outside the image. */
export const toPixelRegion = (box: Box, image: Size) => {
  const left = clamp(Math.floor(box.x), 0, image.width - 1)
  const top = clamp(Math.floor(box.y), 0, image.height - 1)
  return {
    left,
    top,
    width: clamp(Math.ceil(box.width), 1, image.width - left),
    height: clamp(Math.ceil(box.height), 1, image.height - top),
  }
}

/** Where a result without a box of its own is placed, each a step further than the last. */
export const createStaggeredBox = (index: number): Box => {
  const steps = Math.floor((DETECTION.frameUnits - PLACED_BOX.size) / PLACED_BOX.step) + 1
  const offset = (index % steps) * PLACED_BOX.step
  return { x: offset, y: offset, width: PLACED_BOX.size, height: PLACED_BOX.size }
}

export const FULL_PHOTO: Box = { x: 0, y: 0, width: 1, height: 1 }

/** A square of a photo, in fractions of it; `size` is the share of its shorter side. */
export const cropSquare = (
  { width, height }: Size,
  size: number,
  center: { x: number; y: number },
): Box => {
  const side = size * Math.min(width, height)
  const box = { width: side / width, height: side / height }
  return clampBox(
    { ...box, x: center.x - box.width / 2, y: center.y - box.height / 2 },
    FULL_PHOTO,
    0,
  )
}

/** The default: in a full-length photo the face is near the top. */
export const cropDefaultPortrait = (photo: Size): Box => cropSquare(photo, 0.4, { x: 0.5, y: 0.16 })
