import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { DETECTION } from '#shared/finder-constants.ts'
import { clamp, type Box, fromUnits, type Point, type Size } from '#shared/domain/box.ts'

/** The part of the photo in its window: scaled by `scale`, then moved by `x` and `y` pixels. */
type View = { scale: number; x: number; y: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }

const MAX_SCALE = 5
const TAP_SCALE = 2.5

/** Keeps the photo at least as large as its window and without a gap at the edges. */
export const clampView = ({ scale, x, y }: View, window: Size): View => {
  const newScale = clamp(scale, 1, MAX_SCALE)
  return {
    scale: newScale,
    // `+ 0` turns the -0 of a photo that cannot move into 0.
    x: clamp(x, window.width * (1 - newScale), 0) + 0,
    y: clamp(y, window.height * (1 - newScale), 0) + 0,
  }
}

export const zoomAt = (view: View, at: Point, factor: number, window: Size): View => {
  const scale = clamp(view.scale * factor, 1, MAX_SCALE)
  const ratio = scale / view.scale
  return clampView(
    { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    window,
  )
}

/** A double tap zooms in, the next one back out. */
export const toggleZoom = (view: View, at: Point, window: Size): View =>
  view.scale > 1 ? FITTED : zoomAt(view, at, TAP_SCALE, window)

type Fingers = readonly [Point, Point]

const getMiddle = ([a, b]: Fingers): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const measureSpread = ([a, b]: Fingers) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

export const pinchView = (view: View, start: Fingers, now: Fingers, window: Size): View => {
  const from = getMiddle(start)
  const to = getMiddle(now)
  const panned = { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y }
  return zoomAt(panned, to, measureSpread(now) / measureSpread(start), window)
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

export const DOUBLE_TAP_MS = 300
const TAP_PX = 12
const WHEEL_STEP = 0.0025

/** The view and the fingers at the start of a gesture, or since a finger was added or lifted. */
type GestureStart = { view: View; points: Map<number, Point> }

/** Pinch, double tap or Ctrl+wheel to zoom; one finger pans a zoomed photo. */
export const useZoom = (element: RefObject<HTMLElement | null>, size: Size) => {
  const [requestedView, setView] = useState<View>(FITTED)
  const view = clampView(requestedView, size)
  const fingers = useRef(new Map<number, Point>())
  const gestureStart = useRef<GestureStart | null>(null)
  const lastTap = useRef({ at: 0, point: { x: 0, y: 0 } })
  const hasMoved = useRef(false)

  const toCanvasPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const rect = element.current?.getBoundingClientRect()
    return { x: clientX - (rect?.left ?? 0), y: clientY - (rect?.top ?? 0) }
  }

  // React's wheel listener is passive and could not stop the page from zooming.
  useEffect(() => {
    const target = element.current
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setView((from) =>
        zoomAt(from, toCanvasPoint(event), Math.exp(-event.deltaY * WHEEL_STEP), size),
      )
    }
    target?.addEventListener('wheel', handleWheel, { passive: false })
    return () => target?.removeEventListener('wheel', handleWheel)
  })

  const restartGesture = () => {
    gestureStart.current = { view, points: new Map(fingers.current) }
  }

  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    fingers.current.set(event.pointerId, toCanvasPoint(event))
    hasMoved.current = fingers.current.size > 1
    restartGesture()
  }

  const handlePointerMove = (event: PointerEvent) => {
    const start = gestureStart.current
    if (!start || !fingers.current.has(event.pointerId)) return
    fingers.current.set(event.pointerId, toCanvasPoint(event))
    const [first, second] = [...start.points.keys()]
    const from = first === undefined ? undefined : start.points.get(first)
    const to = first === undefined ? undefined : fingers.current.get(first)
    if (!from || !to) return
    const delta = { x: to.x - from.x, y: to.y - from.y }
    if (Math.hypot(delta.x, delta.y) > TAP_PX) hasMoved.current = true
    if (second === undefined) {
      if (start.view.scale > 1) setView(panView(start.view, delta, size))
      return
    }
    const [from2, to2] = [start.points.get(second), fingers.current.get(second)]
    if (from2 && to2) setView(pinchView(start.view, [from, from2], [to, to2], size))
  }

  const handlePointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return
    restartGesture()
    if (hasMoved.current || event.type !== 'pointerup') return
    const point = toCanvasPoint(event)
    const { at, point: before } = lastTap.current
    const isDouble =
      event.timeStamp - at < DOUBLE_TAP_MS &&
      Math.hypot(point.x - before.x, point.y - before.y) < TAP_PX * 2
    lastTap.current = { at: isDouble ? 0 : event.timeStamp, point }
    if (isDouble) setView(toggleZoom(view, point, size))
  }

  return {
    view,
    /** Whether the click that follows ends a pan or pinch, and should be ignored. */
    wasGesture: () => hasMoved.current,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerCancel: handlePointerUp,
    },
  }
}
