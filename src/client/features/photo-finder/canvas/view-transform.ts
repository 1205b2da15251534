import type { Size } from '#client/lib/use-element-size.ts'
import { DETECTION } from '#shared/constants.ts'
import { between, type Box, fromUnits, type Point } from '#shared/domain/box.ts'

/** How the photo is shown in its window: scaled by `scale`, moved by `x` and `y` pixels. */
export type View = { scale: number; x: number; y: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }

const MAX_SCALE = 5
const TAP_SCALE = 2.5

/** Keeps the photo at least as large as its window and without a gap at the edges. */
export const clampView = ({ scale, x, y }: View, window: Size): View => {
  const kept = between(scale, 1, MAX_SCALE)
  return {
    scale: kept,
    // `+ 0` turns the -0 of a photo that cannot move into 0.
    x: between(x, window.width * (1 - kept), 0) + 0,
    y: between(y, window.height * (1 - kept), 0) + 0,
  }
}

export const zoomAt = (view: View, at: Point, factor: number, window: Size): View => {
  const scale = between(view.scale * factor, 1, MAX_SCALE)
  const ratio = scale / view.scale
  return clampView(
    { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    window,
  )
}

/** A double tap zooms in, the next one back out. */
export const toggleZoom = (view: View, at: Point, window: Size): View =>
  view.scale > 1 ? FITTED : zoomAt(view, at, TAP_SCALE, window)

export type Fingers = readonly [Point, Point]

const middle = ([a, b]: Fingers): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const spread = ([a, b]: Fingers) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

export const pinchView = (view: View, start: Fingers, now: Fingers, window: Size): View => {
  const from = middle(start)
  const to = middle(now)
  const moved = { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }
  return zoomAt(moved, to, spread(now) / spread(start), window)
}

export const panView = (view: View, delta: Point, window: Size): View =>
  clampView({ ...view, x: view.x + delta.x, y: view.y + delta.y }, window)

/** A point of the window in the 400-unit frame of the photo. */
export const toFrame = (point: Point, view: View, window: Size): Point => ({
  x: ((point.x - view.x) / (window.width * view.scale)) * DETECTION.frameUnits,
  y: ((point.y - view.y) / (window.height * view.scale)) * DETECTION.frameUnits,
})

/** A box of the frame in pixels of the window. */
export const toWindow = (box: Box, view: View, { width, height }: Size): Box => {
  const scaled = fromUnits(box, { width: width * view.scale, height: height * view.scale })
  return { ...scaled, x: scaled.x + view.x, y: scaled.y + view.y }
}
