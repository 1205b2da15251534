import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { toPercent } from '#client/lib/picture-overlay.ts'
import { useTakenFocus } from '#client/lib/use-taken-focus.ts'
import { IconButton } from '#client/ui/button.tsx'
import { getCurrentBox, FRAME, KEY_STEPS, useCanvas } from '#client/ui/canvas/canvas-state.ts'
import { CanvasTools } from '#client/ui/canvas/canvas-tools.tsx'
import { MissedDots, OfferList } from '#client/ui/canvas/missed-objects.tsx'
import { BoxOutline, MovableBox } from '#client/ui/canvas/movable-box.tsx'
import { useCanvasPointer } from '#client/ui/canvas/use-canvas-pointer.ts'
import { classNames } from '#client/ui/class-names.ts'
import states from '#client/ui/state.module.css'
import { DRAFT } from '#shared/studio-constants.ts'
import type { Draft, DraftBox, DraftItem } from '#shared/contract/studio.ts'
import {
  computeBoxArea,
  type Box,
  moveBoxByKey,
  clampBox,
  fromUnits,
  isArrowKey,
  createManualBox,
  type Point,
  toUnits,
} from '#shared/domain/box.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { listDraftOffers, WHOLE } from './draft-objects.ts'
import styles from './studio.module.css'

const PHOTO_WIDTH = 1_024

/** The part of a photo around a box, as a square. */
export const DraftCrop = ({
  draft,
  box,
}: {
  draft: Pick<Draft, 'photo' | 'width' | 'height'>
  box: DraftBox
}) => {
  const { photo, width, height } = draft
  const side = Math.min(Math.max(box.width * width, box.height * height), width, height)
  const left = (box.x + box.width / 2) * width - side / 2
  const top = (box.y + box.height / 2) * height - side / 2
  const x = Math.min(Math.max(0, left), width - side)
  const y = Math.min(Math.max(0, top), height - side)
  return (
    <span className={classNames('frame', styles.crop)}>
      <img
        src={buildPictureUrl(photo, PHOTO_WIDTH)}
        alt=""
        style={{
          width: toPercent(width / side),
          height: toPercent(height / side),
          left: toPercent(-x / side),
          top: toPercent(-y / side),
        }}
      />
    </span>
  )
}

const stateOf = ({ choice }: DraftItem) =>
  choice === null ? 'undecided' : choice.kind === 'product' ? 'chosen' : 'unknown'

/** A tap adds a box of this share of the photo. */
const TAP_SHARE = 0.3

const boxAround = ({ x, y }: Point): Box => {
  const side = TAP_SHARE * FRAME.width
  const box = { x: x - side / 2, y: y - side / 2, width: side, height: side }
  return clampBox(box, FRAME, side)
}

const TOOLS = {
  tools: STUDIO_TEXT.boxes,
  adding: STUDIO_TEXT.addObjectHint,
  addInMiddle: STUDIO_TEXT.addInMiddle,
  start: STUDIO_TEXT.addObject,
  stop: STUDIO_TEXT.cancel,
}

/** A box lies above all larger ones, which would hide it, and below the selected one. */
const layerOf = ({ box }: DraftItem, items: readonly DraftItem[]) =>
  -items.filter((other) => computeBoxArea(other.box) < computeBoxArea(box)).length - 1

type DraftPhotoProps = {
  draft: Draft
  items: readonly DraftItem[]
  /** By id. */
  names: Readonly<Record<string, string>>
  litId: string | null
  onLight: (id: string | null) => void
  onShowRow: (id: string) => void
  onPlace: (id: string, box: DraftBox) => void
  /** Returns the id of the new object. */
  onAdd: (box: DraftBox) => string
  onRemove: (id: string) => void
}

/** The photo with a numbered box on each object; the selected box can be moved and resized. */
export const DraftPhoto = (props: DraftPhotoProps) => {
  const { draft, items, names, litId, onLight, onShowRow, onPlace, onAdd, onRemove } = props
  const [hasFailed, setHasFailed] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [closedId, setClosedId] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const hasRoom = items.length < DRAFT.items
  const place = (id: string, box: Box) => onPlace(id, fromUnits(box, WHOLE))
  const add = (box: Box) => {
    const id = onAdd(fromUnits(box, WHOLE))
    setOpenedId(id)
    return id
  }
  const { canvas, selectedId, send } = useCanvas({
    onSelect: onLight,
    onPlace: place,
    onDraw: add,
    onTap: (point, isAdding) => (isAdding ? add(boxAround(point)) : null),
  })
  const pointer = useCanvasPointer(frame, { canvas, onEvent: send, canDraw: hasRoom })
  const { isAdding, placeBox } = pointer
  const drawn = canvas.name === 'adding' && canvas.box ? placeBox(canvas.box) : null
  const offers = hasRoom ? listDraftOffers(draft.offers, items) : []

  const handleKeyDown = ({ id }: DraftItem, box: Box, event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (canvas.name === 'selected') setClosedId(id)
      send({ type: 'cancel' })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(id)
    } else if (isArrowKey(event.key)) {
      event.preventDefault()
      place(id, moveBoxByKey(box, event.key, event.shiftKey, KEY_STEPS))
    }
  }
  const remove = (id: string) => {
    send({ type: 'deselect' })
    onRemove(id)
  }
  const select = (id: string) => {
    setClosedId(null)
    setOpenedId(id)
    send({ type: 'select', id })
  }

  return (
    <div className="stack gap-3">
      {/* Every pointer gesture also has a button or key. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={frame}
        className={classNames(
          'frame',
          styles.photo,
          isAdding && styles.adding,
          pointer.view.scale > 1 && styles.zoomed,
        )}
        style={{ '--ratio': draft.width / draft.height } as CSSProperties}
        {...pointer.handlers}
        onClick={(event) => {
          if (pointer.takeTap() && pointer.isOnPhoto(event)) send({ type: 'deselect' })
        }}
      >
        <img
          src={buildPictureUrl(draft.photo, PHOTO_WIDTH)}
          width={draft.width}
          height={draft.height}
          alt={hasFailed ? STUDIO_TEXT.photoNotShown : STUDIO_TEXT.photo}
          draggable={false}
          style={pointer.photoStyle}
          onError={() => setHasFailed(true)}
        />
        {draft.scan === 'scanning' && <span className={states.sweep} />}
        {drawn && <BoxOutline box={drawn} isDrawn />}
        <ol className={styles.boxes} hidden={isAdding}>
          {items.map((item, index) => {
            const { id } = item
            const units = toUnits(item.box, WHOLE)
            const box = placeBox(getCurrentBox(canvas, id, units))
            const name = `${index + 1}: ${names[id] ?? ''}`
            return (
              <li key={id}>
                {id === selectedId ? (
                  <MovableBox
                    name={STUDIO_TEXT.boxOf(name)}
                    label={name}
                    box={box}
                    windowSize={pointer.size}
                    isMovable
                    isHeld={canvas.name === 'moving' || canvas.name === 'resizing'}
                    takesFocus={id === openedId}
                    {...pointer.grabHandlers(id, units)}
                    onKeyDown={(event) => handleKeyDown(item, units, event)}
                  >
                    <IconButton
                      icon="arrow-right"
                      label={STUDIO_TEXT.showInList}
                      onClick={() => onShowRow(id)}
                    />
                    <IconButton
                      icon="trash"
                      label={STUDIO_TEXT.deleteObject}
                      onClick={() => remove(id)}
                    />
                  </MovableBox>
                ) : (
                  <NumberedBox
                    item={item}
                    number={index + 1}
                    name={name}
                    box={box}
                    layer={layerOf(item, items)}
                    isLit={litId === id}
                    takesFocus={id === closedId}
                    onLight={onLight}
                    onSelect={() => select(id)}
                  />
                )}
              </li>
            )
          })}
        </ol>
        {!isAdding && (
          <MissedDots
            objects={offers}
            isOffered
            placeBox={placeBox}
            size={pointer.size}
            onAdd={({ box }) => select(add(box))}
          />
        )}
      </div>
      <OfferList
        offers={offers}
        renderCrop={(box) => <DraftCrop draft={draft} box={fromUnits(box, WHOLE)} />}
        onAdd={({ box }) => select(add(box))}
      />
      {(hasRoom || isAdding) && (
        <CanvasTools
          text={TOOLS}
          className="row wrap gap-3"
          isAdding={isAdding}
          onStart={() => send({ type: 'start-adding' })}
          onStop={() => send({ type: 'cancel' })}
          onAddInMiddle={() => select(add(createManualBox(FRAME)))}
        />
      )}
    </div>
  )
}

type NumberedBoxProps = {
  item: DraftItem
  number: number
  name: string
  /** In pixels. */
  box: Box
  layer: number
  isLit: boolean
  /** It was just deselected with the keyboard. */
  takesFocus: boolean
  onLight: (id: string | null) => void
  onSelect: () => void
}

const NumberedBox = (props: NumberedBoxProps) => {
  const { item, number, name, box, layer, isLit, takesFocus, onLight, onSelect } = props
  const button = useTakenFocus<HTMLButtonElement>(takesFocus)
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.box, isLit && styles.litBox)}
      data-state={stateOf(item)}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height, zIndex: layer }}
      aria-label={name}
      onPointerEnter={() => onLight(item.id)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(item.id)}
      onBlur={() => onLight(null)}
      onClick={onSelect}
    >
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
    </button>
  )
}
