import { type PointerEvent, type RefObject, useRef } from 'react'
import { useElementSize } from '#client/lib/use-element-size.ts'
import type { Box, Corner, Point } from '#shared/domain/box.ts'
import type { CanvasEvent, CanvasState } from './canvas-state.ts'
import { toFrame, toWindow, useZoom } from './zoom.ts'

type CanvasPointerOptions = {
  canvas: CanvasState
  onEvent: (event: CanvasEvent) => void
  /** Whether a mouse may draw a box without the button that starts adding. */
  canDraw: boolean
}

/** Turns pointers into canvas events, and pixels of the window into the 400 units of the photo. */
export const useCanvasPointer = (
  frame: RefObject<HTMLElement | null>,
  { canvas, onEvent, canDraw }: CanvasPointerOptions,
) => {
  const size = useElementSize(frame)
  const { view, wasGesture, handlers } = useZoom(frame, size)
  const wasHeld = useRef(false)
  const isAdding = canvas.name === 'adding' && canvas.isByButton

  const toCanvasPoint = (event: { clientX: number; clientY: number }): Point => {
    const rect = frame.current?.getBoundingClientRect()
    const point = { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) }
    return toFrame(point, view, size)
  }

  const capture = (event: PointerEvent) => {
    event.stopPropagation()
    if (event.button !== 0) return false
    frame.current?.setPointerCapture(event.pointerId)
    return true
  }

  const isOnPhoto = ({ target }: { target: EventTarget }) =>
    target === frame.current || target instanceof HTMLImageElement

  const handlePointerDown = (event: PointerEvent) => {
    wasHeld.current = false
    // A finger on the photo scrolls the page, unless the user is adding a box.
    const mayDraw = canvas.name === 'idle' && event.pointerType === 'mouse' && canDraw
    const isPress = isAdding || (mayDraw && isOnPhoto(event))
    if (isPress && capture(event)) onEvent({ type: 'press', point: toCanvasPoint(event) })
    else handlers.onPointerDown(event)
  }

  const handlePointerMove = (event: PointerEvent) => {
    handlers.onPointerMove(event)
    onEvent({ type: 'drag', point: toCanvasPoint(event) })
  }

  const handlePointerEnd = (event: PointerEvent) => {
    handlers.onPointerUp(event)
    wasHeld.current = ['moving', 'resizing', 'adding'].includes(canvas.name)
    onEvent({ type: event.type === 'pointercancel' ? 'cancel' : 'release' })
  }

  return {
    size,
    view,
    isAdding,
    toCanvasPoint,
    isOnPhoto,
    /** The box in pixels of the window. */
    placeBox: (box: Box): Box => toWindow(box, view, size),
    /** The click that ends a drag, press, pan or pinch is no tap. */
    takeTap: () => {
      const isTap = !wasHeld.current && !wasGesture()
      wasHeld.current = false
      return isTap
    },
    /** For the selected box, which is in units. */
    grabHandlers: (id: string, box: Box) => ({
      onGrab: (event: PointerEvent) => {
        if (capture(event)) onEvent({ type: 'grab', id, box, point: toCanvasPoint(event) })
      },
      onGrabCorner: (corner: Corner, event: PointerEvent) => {
        if (capture(event))
          onEvent({ type: 'grab-corner', id, corner, box, point: toCanvasPoint(event) })
      },
    }),
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerEnd,
      onPointerCancel: handlePointerEnd,
    },
    photoStyle: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
  }
}
