import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { spreadDots } from '#client/lib/picture-overlay.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import { useTakenFocus } from '#client/lib/use-taken-focus.ts'
import { IconButton } from '#client/ui/button.tsx'
import { getCurrentBox, KEY_STEPS } from '#client/ui/canvas/canvas-state.ts'
import dots from '#client/ui/canvas/dots.module.css'
import { getDotGap, MissedDots } from '#client/ui/canvas/missed-objects.tsx'
import { BoxOutline, MovableBox } from '#client/ui/canvas/movable-box.tsx'
import { useCanvasPointer } from '#client/ui/canvas/use-canvas-pointer.ts'
import { DOUBLE_TAP_MS } from '#client/ui/canvas/zoom.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import states from '#client/ui/state.module.css'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { moveBoxByKey, isArrowKey, type Point } from '#shared/domain/box.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { findMissedObjects, listOfferedObjects } from '#shared/domain/tapped-object.ts'
import styles from './finder.module.css'
import { objectDots, getNameBeyondCategory, spokenName } from './object-view.tsx'
import { hoverHandlers, newId, useFinderView } from './use-finder.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

type DetectionDotProps = {
  detection: ScanDetection
  position: Point
  /** Its box was just closed with the keyboard, so the focus returns to the dot. */
  takesFocus: boolean
  onSelect: () => void
}

const DetectionDot = ({ detection, position, takesFocus, onSelect }: DetectionDotProps) => {
  const { state, send } = useFinderView()
  const { id } = detection
  const button = useTakenFocus<HTMLButtonElement>(takesFocus)
  return (
    <button
      ref={button}
      type="button"
      className={classNames(
        dots.dot,
        id === state.litId && dots.lit,
        state.pendingIds.includes(id) && styles.dotPending,
      )}
      style={{ left: position.x, top: position.y }}
      aria-label={spokenName(detection)}
      onClick={onSelect}
      onPointerDown={(event) => event.stopPropagation()}
      {...hoverHandlers(id, send)}
    >
      <Icon name="plus" size={14} />
    </button>
  )
}

type SelectedBoxProps = Omit<
  ComponentProps<typeof MovableBox>,
  'name' | 'label' | 'isMovable' | 'children'
> & { detection: ScanDetection; isBoxShown: boolean; onToggleBox: () => void }

/** The bounding box with its category label and three buttons. */
const SelectedBox = ({ detection, onToggleBox, ...rest }: SelectedBoxProps) => {
  const { isPublic, send } = useFinderView()
  const { id } = detection
  const openDialog = (type: 'edit' | 'delete') => () =>
    send({ type: 'open-dialog', dialog: { type, id } })
  const { isBoxShown } = rest
  return (
    <MovableBox
      {...rest}
      name={spokenName(detection)}
      isMovable={detection.isResizable}
      label={
        <>
          <span>{CATEGORY_TEXT[detection.category]}</span>
          {getNameBeyondCategory(detection) && (
            <span className={styles.objectName}>{getNameBeyondCategory(detection)}</span>
          )}
        </>
      }
    >
      <IconButton
        icon={isBoxShown ? 'eye-off' : 'eye'}
        label={isBoxShown ? FINDER_TEXT.hideBox : FINDER_TEXT.showBox}
        onClick={onToggleBox}
      />
      {!isPublic && (
        <IconButton icon="edit" label={FINDER_TEXT.editInfo} onClick={openDialog('edit')} />
      )}
      <IconButton icon="trash" label={FINDER_TEXT.deleteBox} onClick={openDialog('delete')} />
    </MovableBox>
  )
}

/** The photo with its dots; turns taps and keys into canvas events. */
export const DetectionCanvas = () => {
  const { state, send, sendCanvas, selectedId: openId } = useFinderView()
  const { photo, phase, detections, canvas, litId } = state
  const frame = useRef<HTMLDivElement>(null)
  const options = { canvas, onEvent: sendCanvas, canDraw: state.isSent }
  const pointer = useCanvasPointer(frame, options)
  const { size, view, isAdding, placeBox } = pointer
  const [closedId, setClosedId] = useState<string | null>(null)
  const [openedByDotId, setOpenedByDotId] = useState<string | null>(null)
  // A tap waits until no second one can make it a double tap, which zooms.
  const tapTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest(sendCanvas)
  useEffect(() => () => clearTimeout(tapTimer.current), [])

  const handleClick = (event: MouseEvent) => {
    const isTap = pointer.takeTap()
    if (!pointer.isOnPhoto(event) || isAdding || !isTap) return
    const tap = { type: 'tap', point: pointer.toCanvasPoint(event) } as const
    if (openId !== null) sendCanvas(tap)
    else if (state.isSent) tapTimer.current = setTimeout(() => latest.current(tap), DOUBLE_TAP_MS)
  }

  const handleKeyDown = (detection: ScanDetection, event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (canvas.name === 'selected') setClosedId(detection.id)
      sendCanvas({ type: 'cancel' })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      send({ type: 'open-dialog', dialog: { type: 'delete', id: detection.id } })
    } else if (isArrowKey(event.key) && detection.isResizable) {
      event.preventDefault()
      const bbox = moveBoxByKey(detection.bbox, event.key, event.shiftKey, KEY_STEPS)
      send({ type: 'move-box', id: detection.id, bbox })
    }
  }

  const boxes = detections.map((detection) => ({
    detection,
    box: placeBox(getCurrentBox(canvas, detection.id, detection.bbox)),
  }))
  const points = spreadDots(
    objectDots(detections, photo.height / photo.width).map((dot) =>
      placeBox({ ...dot, width: 0, height: 0 }),
    ),
    getDotGap(),
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
                takesFocus={detection.id === openedByDotId || detection.id === state.addedId}
                {...pointer.grabHandlers(detection.id, detection.bbox)}
                onKeyDown={(event) => handleKeyDown(detection, event)}
                onToggleBox={() => sendCanvas({ type: 'toggle-box' })}
              />
            ) : (
              <DetectionDot
                detection={detection}
                position={points[index] ?? { x: 0, y: 0 }}
                takesFocus={detection.id === closedId}
                onSelect={() => {
                  setClosedId(null)
                  setOpenedByDotId(detection.id)
                  sendCanvas({ type: 'select', id: detection.id })
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <MissedDots
        objects={
          isAdding
            ? findMissedObjects(state.candidates, detections)
            : listOfferedObjects(state.candidates, detections)
        }
        isOffered={!isAdding}
        placeBox={placeBox}
        size={size}
        onAdd={({ box: bbox, kind }) => send({ type: 'add-box', id: newId(), bbox, kind })}
      />
    </div>
  )
}
