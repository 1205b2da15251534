import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { spokenName } from '#client/features/photo-finder/results/object-view.tsx'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { spreadDots } from '#client/lib/picture-overlay.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { useTakenFocus } from '#client/lib/use-taken-focus.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import states from '#client/ui/state.module.css'
import type { ScanCandidate, ScanDetection } from '#shared/contract/scan.ts'
import { moveBoxByKey, getCenter, isArrowKey, type Point } from '#shared/domain/box.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { objectDots } from './canvas-layout.ts'
import {
  type CanvasEvent,
  type CanvasState,
  getCurrentBox,
  KEY_STEPS,
  getSelectedId,
} from '#client/ui/canvas/canvas-state.ts'
import styles from './detection-canvas.module.css'
import { SelectedBox } from './selected-box.tsx'
import { missedObjects } from './tapped-object.ts'
import { BoxOutline } from '#client/ui/canvas/movable-box.tsx'
import { useCanvasPointer } from '#client/ui/canvas/use-canvas-pointer.ts'
import { DOUBLE_TAP_MS } from '#client/ui/canvas/zoom.ts'

type DetectionDotProps = {
  detection: ScanDetection
  position: Point
  /** Its box was just closed with the keyboard, so the focus returns to the dot. */
  takesFocus: boolean
  onSelect: () => void
}

const DetectionDot = ({ detection, position, takesFocus, onSelect }: DetectionDotProps) => {
  const { state, litId, onHover } = useFinderView()
  const { id } = detection
  const button = useTakenFocus<HTMLButtonElement>(takesFocus)
  return (
    <button
      ref={button}
      type="button"
      className={classNames(
        styles.dot,
        id === litId && styles.dotLit,
        state.pendingIds.includes(id) && styles.dotPending,
      )}
      style={{ left: position.x, top: position.y }}
      aria-label={spokenName(detection)}
      onClick={onSelect}
      onPointerDown={(event) => event.stopPropagation()}
      {...hoverHandlers(id, onHover)}
    >
      <Icon name="plus" size={14} />
    </button>
  )
}

type DetectionCanvasProps = {
  canvas: CanvasState
  /** A box just added takes the focus, so that arrow keys move it. */
  addedId: string | null
  onEvent: (event: CanvasEvent) => void
  /** Called when the user chooses an object that the scan missed. */
  onAddCandidate: (candidate: ScanCandidate) => void
}

/** The distance between dots that a mouse or a finger needs. */
const DOT_GAP_PX = { fine: 32, coarse: 44 }

const dotGap = () => (matchMedia('(pointer: coarse)').matches ? DOT_GAP_PX.coarse : DOT_GAP_PX.fine)

/** The photo with its dots; turns taps and keys into canvas events. */
export const DetectionCanvas = ({
  canvas,
  addedId,
  onEvent,
  onAddCandidate,
}: DetectionCanvasProps) => {
  const { finder, state, litId, onDelete } = useFinderView()
  const { photo, phase, detections } = state
  const frame = useRef<HTMLDivElement>(null)
  const pointer = useCanvasPointer(frame, { canvas, onEvent, canDraw: state.isSent })
  const { size, view, isAdding, placeBox } = pointer
  const [closedId, setClosedId] = useState<string | null>(null)
  const [openedByDotId, setOpenedByDotId] = useState<string | null>(null)
  const openId = getSelectedId(canvas)
  const missed = isAdding ? missedObjects(state.candidates, detections) : []
  // A tap waits until no second one can make it a double tap, which zooms.
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest(onEvent)
  useEffect(() => () => clearTimeout(tapTimer.current), [])

  const handleClick = (event: MouseEvent) => {
    const isTap = pointer.takeTap()
    if (!pointer.isOnPhoto(event) || isAdding || !isTap) return
    const tap = { type: 'tap', point: pointer.pointOf(event) } as const
    if (openId !== null) onEvent(tap)
    else if (state.isSent) tapTimer.current = setTimeout(() => latest.current(tap), DOUBLE_TAP_MS)
  }

  const handleKeyDown = (detection: ScanDetection, event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (canvas.name === 'selected') setClosedId(detection.id)
      onEvent({ type: 'cancel' })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onDelete(detection.id)
    } else if (isArrowKey(event.key) && detection.isResizable) {
      event.preventDefault()
      finder.place(detection.id, moveBoxByKey(detection.bbox, event.key, event.shiftKey, KEY_STEPS))
    }
  }

  const boxes = detections.map((detection) => ({
    detection,
    box: placeBox(getCurrentBox(canvas, detection.id, detection.bbox)),
  }))
  const dots = spreadDots(
    objectDots(detections, photo.height / photo.width).map((dot) =>
      placeBox({ ...dot, width: 0, height: 0 }),
    ),
    dotGap(),
    size,
  )
  const missedDots = spreadDots(
    missed.map(({ box }) => getCenter(placeBox(box))),
    dotGap(),
    size,
  )
  const lit = boxes.find(({ detection }) => detection.id === litId && litId !== openId)
  const drawn = canvas.name === 'adding' && canvas.box ? placeBox(canvas.box) : null

  return (
    // Every pointer gesture also has a button or key.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className={classNames(
        styles.window,
        isAdding && styles.adding,
        view.scale > 1 && styles.zoomed,
      )}
      style={
        {
          aspectRatio: `${photo.width} / ${photo.height}`,
          '--photo-ratio': photo.width / photo.height,
        } as CSSProperties
      }
      data-keeps-selection
      {...pointer.handlers}
      onPointerDown={(event) => {
        clearTimeout(tapTimer.current)
        pointer.handlers.onPointerDown(event)
      }}
      onClick={handleClick}
    >
      <img
        className={styles.photo}
        src={photo.previewUrl}
        alt={photo.name}
        width={photo.width}
        height={photo.height}
        draggable={false}
        style={pointer.photoStyle}
      />
      {['uploading', 'finding'].includes(phase.name) && (
        <div className={states.sweep}>
          <span className={styles.scanning}>{PHOTO_TEXT.scanningImage}</span>
        </div>
      )}
      {lit && <BoxOutline box={lit.box} />}
      {drawn && <BoxOutline box={drawn} isDrawn />}
      <ul className={styles.marks} aria-label={PHOTO_TEXT.detectedObjects}>
        {boxes.map(({ detection, box }, index) => (
          <li key={detection.id}>
            {detection.id === openId ? (
              <SelectedBox
                detection={detection}
                box={box}
                windowSize={size}
                isBoxShown={canvas.name !== 'selected' || canvas.isBoxShown}
                isHeld={canvas.name === 'moving' || canvas.name === 'resizing'}
                takesFocus={detection.id === openedByDotId || detection.id === addedId}
                {...pointer.grabHandlers(detection.id, detection.bbox)}
                onKeyDown={(event) => handleKeyDown(detection, event)}
                onToggleBox={() => onEvent({ type: 'toggle-box' })}
              />
            ) : (
              <DetectionDot
                detection={detection}
                position={dots[index] ?? { x: 0, y: 0 }}
                takesFocus={detection.id === closedId}
                onSelect={() => {
                  setClosedId(null)
                  setOpenedByDotId(detection.id)
                  onEvent({ type: 'select', id: detection.id })
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {missed.length > 0 && (
        <ul className={styles.missed} aria-label={FINDER_TEXT.missing}>
          {missed.map((candidate, index) => {
            const { x, y } = missedDots[index] ?? { x: 0, y: 0 }
            return (
              <li key={JSON.stringify(candidate.box)}>
                <button
                  type="button"
                  className={classNames(styles.dot, styles.dotMissed)}
                  style={{ left: x, top: y }}
                  title={FINDER_TEXT.addCandidate(candidate.kind)}
                  aria-label={FINDER_TEXT.addCandidate(candidate.kind)}
                  onPointerDown={(event) => event.stopPropagation()}
                  onClick={() => onAddCandidate(candidate)}
                >
                  <Icon name="plus" size={14} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
