import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { boxStyle, percent } from '#client/lib/picture-overlay.ts'
import { classNames } from '#client/ui/class-names.ts'
import states from '#client/ui/state.module.css'
import type { Draft, DraftBox, DraftItem } from '#shared/contract/studio.ts'
import { boxAfterKey, drawBox, FULL_PHOTO, isArrowKey, type Point } from '#shared/domain/box.ts'
import { pictureUrl } from '#shared/pictures.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import styles from './studio.module.css'

const PHOTO_WIDTH = 1_024
const MIN_SIDE = 0.03
const KEY_STEP = 0.02

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
        src={pictureUrl(photo, PHOTO_WIDTH)}
        alt=""
        style={{
          width: percent(width / side),
          height: percent(height / side),
          left: percent(-x / side),
          top: percent(-y / side),
        }}
      />
    </span>
  )
}

type NewBoxProps = { box: DraftBox; onChange: (box: DraftBox) => void }

/** A box that is drawn with the pointer, or moved and resized with the arrow keys. */
const NewBox = ({ box, onChange }: NewBoxProps) => {
  const layer = useRef<HTMLDivElement>(null)
  const start = useRef<Point | null>(null)
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = (
      layer.current ?? event.currentTarget
    ).getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isArrowKey(event.key)) return
    event.preventDefault()
    const limits = { step: KEY_STEP, bounds: FULL_PHOTO, min: MIN_SIDE }
    onChange(boxAfterKey(box, event.key, event.shiftKey, limits))
  }
  return (
    <div
      ref={layer}
      className={styles.drawing}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = pointOf(event)
      }}
      onPointerMove={(event) => {
        if (start.current) onChange(drawBox(start.current, pointOf(event), FULL_PHOTO, MIN_SIDE))
      }}
      onPointerUp={() => {
        start.current = null
      }}
    >
      <button
        type="button"
        className={classNames(styles.box, styles.newBox)}
        style={boxStyle(box)}
        aria-label={STUDIO_TEXT.addObjectHint}
        // The button that had the focus is gone, and the arrow keys move the box.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onKeyDown={handleKey}
      />
    </div>
  )
}

const stateOf = ({ choice }: DraftItem) =>
  choice === null ? 'undecided' : choice.kind === 'product' ? 'chosen' : 'unknown'

type DraftPhotoProps = {
  draft: Draft
  items: readonly DraftItem[]
  litId: string | null
  onLight: (id: string | null) => void
  onPick: (id: string) => void
  newBox: DraftBox | null
  onNewBox: (box: DraftBox) => void
  children?: ReactNode
}

/** The photo with a numbered box on each object; a box leads to its row. */
export const DraftPhoto = (props: DraftPhotoProps) => {
  const { draft, items, litId, onLight, onPick, newBox, onNewBox, children } = props
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className="stack gap-3">
      <div
        className={classNames('frame', styles.photo)}
        style={{ '--ratio': draft.width / draft.height } as CSSProperties}
      >
        <img
          src={pictureUrl(draft.photo, PHOTO_WIDTH)}
          width={draft.width}
          height={draft.height}
          alt={hasFailed ? 'The photo cannot be shown' : 'The photo of this look'}
          onError={() => setHasFailed(true)}
        />
        {draft.scan === 'scanning' && <span className={states.sweep} />}
        <ol hidden={newBox !== null}>
          {items.map((item, index) => (
            <li key={item.id}>
              <button
                type="button"
                className={classNames(styles.box, litId === item.id && styles.litBox)}
                data-state={stateOf(item)}
                style={boxStyle(item.box)}
                aria-label={`${index + 1}: ${item.label}`}
                onPointerEnter={() => onLight(item.id)}
                onPointerLeave={() => onLight(null)}
                onFocus={() => onLight(item.id)}
                onBlur={() => onLight(null)}
                onClick={() => onPick(item.id)}
              >
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {newBox && <NewBox box={newBox} onChange={onNewBox} />}
      </div>
      {children}
    </div>
  )
}
