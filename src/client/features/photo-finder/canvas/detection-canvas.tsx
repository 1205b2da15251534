import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react'
import { spokenName } from '#client/features/photo-finder/cards/detection-name.ts'
import type { FinderState, Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { spreadDots } from '#client/lib/dots.ts'
import { useElementSize } from '#client/lib/use-element-size.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type Box, boxAfterKey, isArrowKey, type Point } from '#shared/domain/box.ts'
import { PHOTO_TEXT } from '#shared/finder-messages.ts'
import {
  type CanvasEvent,
  type CanvasState,
  KEY_STEPS,
  selectedId,
  shownBox,
} from './canvas-state.ts'
import styles from './detection-canvas.module.css'
import { DetectionDot } from './detection-dot.tsx'
import { objectDots } from './object-dots.ts'
import { SelectedBox } from './selected-box.tsx'
import { useZoom } from './use-zoom.ts'
import { toFrame, toWindow } from './view-transform.ts'

type DetectionCanvasProps = {
  finder: FinderState & { photo: Photo }
  state: CanvasState
  litId: string | null
  /** A box just added takes the focus, so that arrow keys move it. */
  addedId: string | null
  onEvent: (event: CanvasEvent) => void
  onPlace: (id: string, box: Box) => void
  onHover: (id: string | null) => void
  onEdit: ((id: string) => void) | undefined
  onDelete: (id: string) => void
}

/** Far enough apart for a mouse or a finger. */
const DOT_GAP_PX = { fine: 32, coarse: 44 }

const dotGap = () => (matchMedia('(pointer: coarse)').matches ? DOT_GAP_PX.coarse : DOT_GAP_PX.fine)

/** Turns pointers and keys into canvas events, and screen pixels into the 400 units of the photo. */
export const DetectionCanvas = ({
  finder: { photo, phase, detections, pendingIds },
  state,
  litId,
  addedId,
  onEvent,
  onPlace,
  onHover,
  onEdit,
  onDelete,
}: DetectionCanvasProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const size = useElementSize(frame)
  const { view, wasGesture, handlers } = useZoom(frame, size)
  const [closedId, setClosedId] = useState<string | null>(null)
  const [openedHere, setOpenedHere] = useState<string | null>(null)
  const wasHeld = useRef(false)
  const openId = selectedId(state)
  const isDrawing = state.name === 'drawing'

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
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

  const handlePointerDown = (event: PointerEvent) => {
    wasHeld.current = false
    if (isDrawing && capture(event)) onEvent({ type: 'press', point: pointOf(event) })
    else handlers.onPointerDown(event)
  }

  const handlePointerMove = (event: PointerEvent) => {
    handlers.onPointerMove(event)
    onEvent({ type: 'drag', point: pointOf(event) })
  }

  const handlePointerEnd = (event: PointerEvent) => {
    handlers.onPointerUp(event)
    wasHeld.current = ['moving', 'resizing', 'drawing'].includes(state.name)
    onEvent({ type: event.type === 'pointercancel' ? 'cancel' : 'release' })
  }

  const handleClick = (event: MouseEvent) => {
    const isPhoto = event.target === frame.current || event.target instanceof HTMLImageElement
    // The click that ends a drag must not deselect the box.
    const isOwnClick = !wasHeld.current && !wasGesture()
    wasHeld.current = false
    if (isPhoto && !isDrawing && isOwnClick) onEvent({ type: 'deselect' })
  }

  const handleKeyDown = (detection: ScanDetection, event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (state.name === 'selected') setClosedId(detection.id)
      onEvent({ type: 'cancel' })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onDelete(detection.id)
    } else if (isArrowKey(event.key) && detection.isResizable) {
      event.preventDefault()
      onPlace(detection.id, boxAfterKey(detection.bbox, event.key, event.shiftKey, KEY_STEPS))
    }
  }

  const boxes = detections.map((detection) => ({
    detection,
    box: toWindow(shownBox(state, detection.id, detection.bbox), view, size),
  }))
  const dots = spreadDots(
    objectDots(detections, photo.height / photo.width).map((dot) =>
      toWindow({ ...dot, width: 0, height: 0 }, view, size),
    ),
    dotGap(),
    size,
  )
  const lit = boxes.find(({ detection }) => detection.id === litId && litId !== openId)
  const drawn = isDrawing && state.box ? toWindow(state.box, view, size) : null

  return (
    // Every pointer gesture also has a button or key.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={classNames(
        styles.window,
        isDrawing && styles.drawing,
        view.scale > 1 && styles.zoomed,
      )}
      style={
        {
          aspectRatio: `${photo.width} / ${photo.height}`,
          '--photo-ratio': photo.width / photo.height,
        } as CSSProperties
      }
      data-keeps-selection
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onClick={handleClick}
    >
      <img
        className={styles.photo}
        src={photo.previewUrl}
        alt={photo.name}
        width={photo.width}
        height={photo.height}
        draggable={false}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      />
      {['uploading', 'finding'].includes(phase.name) && (
        <div className={styles.sweep}>
          <span className={styles.scanning}>{PHOTO_TEXT.scanningImage}</span>
        </div>
      )}
      {lit && (
        <span
          className={styles.hint}
          style={{ left: lit.box.x, top: lit.box.y, width: lit.box.width, height: lit.box.height }}
        />
      )}
      {drawn && (
        <span
          className={classNames(styles.box, styles.boxDrawn)}
          style={{ left: drawn.x, top: drawn.y, width: drawn.width, height: drawn.height }}
        />
      )}
      <ul className={styles.marks} aria-label={PHOTO_TEXT.detectedObjects}>
        {boxes.map(({ detection, box }, index) => (
          <li key={detection.id}>
            {detection.id === openId ? (
              <SelectedBox
                detection={detection}
                box={box}
                windowSize={size}
                isBoxShown={state.name !== 'selected' || state.isBoxShown}
                isHeld={state.name === 'moving' || state.name === 'resizing'}
                takesFocus={detection.id === openedHere || detection.id === addedId}
                onGrab={(event) => {
                  if (!capture(event)) return
                  const { id, bbox } = detection
                  onEvent({ type: 'grab', id, box: bbox, point: pointOf(event) })
                }}
                onGrabCorner={(corner, event) => {
                  if (!capture(event)) return
                  const { id, bbox } = detection
                  onEvent({ type: 'grab-corner', id, corner, box: bbox, point: pointOf(event) })
                }}
                onKeyDown={(event) => handleKeyDown(detection, event)}
                onToggleBox={() => onEvent({ type: 'toggle-box' })}
                onEdit={onEdit && (() => onEdit(detection.id))}
                onDelete={() => onDelete(detection.id)}
              />
            ) : (
              <DetectionDot
                name={spokenName(detection)}
                position={dots[index] ?? { x: 0, y: 0 }}
                isLit={detection.id === litId}
                isPending={pendingIds.includes(detection.id)}
                takesFocus={detection.id === closedId}
                onSelect={() => {
                  setClosedId(null)
                  setOpenedHere(detection.id)
                  onEvent({ type: 'select', id: detection.id })
                }}
                onHover={(isOver) => onHover(isOver ? detection.id : null)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
