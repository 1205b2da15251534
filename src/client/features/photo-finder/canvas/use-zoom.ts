import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Size } from '#client/lib/use-element-size.ts'
import type { Point } from '#shared/domain/box.ts'
import {
  clampView,
  type Fingers,
  FITTED,
  panView,
  pinchView,
  toggleZoom,
  type View,
  zoomAt,
} from './view-transform.ts'

const DOUBLE_TAP_MS = 300
const TAP_PX = 12
const WHEEL_STEP = 0.0025

type Grip = { view: View; points: Map<number, Point> }

/** Pinch, double tap or Ctrl+wheel to zoom; one finger pans a zoomed photo. */
export const useZoom = (element: RefObject<HTMLElement | null>, size: Size) => {
  const [requested, setView] = useState<View>(FITTED)
  const view = clampView(requested, size)
  const now = useRef(new Map<number, Point>())
  const grip = useRef<Grip | null>(null)
  const lastTap = useRef({ at: 0, point: { x: 0, y: 0 } })
  const hasMoved = useRef(false)

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const rect = element.current?.getBoundingClientRect()
    return { x: clientX - (rect?.left ?? 0), y: clientY - (rect?.top ?? 0) }
  }

  // React's wheel listener is passive and could not stop the page from zooming.
  useEffect(() => {
    const zoomed = element.current
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setView((from) => zoomAt(from, pointOf(event), Math.exp(-event.deltaY * WHEEL_STEP), size))
    }
    zoomed?.addEventListener('wheel', handleWheel, { passive: false })
    return () => zoomed?.removeEventListener('wheel', handleWheel)
  })

  const regrip = () => {
    grip.current = { view, points: new Map(now.current) }
  }

  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    now.current.set(event.pointerId, pointOf(event))
    hasMoved.current = now.current.size > 1
    regrip()
  }

  const handlePointerMove = (event: PointerEvent) => {
    const held = grip.current
    if (!held || !now.current.has(event.pointerId)) return
    now.current.set(event.pointerId, pointOf(event))
    const [first, second] = [...held.points.keys()]
    const from = first === undefined ? undefined : held.points.get(first)
    const to = first === undefined ? undefined : now.current.get(first)
    if (!from || !to) return
    const delta = { x: to.x - from.x, y: to.y - from.y }
    if (Math.hypot(delta.x, delta.y) > TAP_PX) hasMoved.current = true
    if (second === undefined) {
      if (held.view.scale > 1) setView(panView(held.view, delta, size))
      return
    }
    const [from2, to2] = [held.points.get(second), now.current.get(second)]
    if (!from2 || !to2) return
    const [start, end]: [Fingers, Fingers] = [
      [from, from2],
      [to, to2],
    ]
    setView(pinchView(held.view, start, end, size))
  }

  const handlePointerUp = (event: PointerEvent) => {
    if (!now.current.delete(event.pointerId)) return
    regrip()
    if (hasMoved.current || event.type !== 'pointerup') return
    const point = pointOf(event)
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
