import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useElementSize } from '#client/lib/use-element-size.ts'
import { useTakenFocus } from '#client/lib/use-taken-focus.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Box, Corner, Size } from '#shared/domain/box.ts'
import { placeLabel, placeToolbar } from './box-layout.ts'
import styles from './movable-box.module.css'

const CORNERS: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

type MovableBoxProps = {
  /** For screen readers. */
  name: string
  label: ReactNode
  /** In pixels of the window, whose size is `windowSize`. */
  box: Box
  windowSize: Size
  isMovable: boolean
  isBoxShown?: boolean
  isHeld: boolean
  takesFocus: boolean
  onGrab: (event: PointerEvent) => void
  onGrabCorner: (corner: Corner, event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** The buttons of its toolbar. */
  children: ReactNode
}

type BoxOutlineProps = { box: Box; isDrawn?: boolean }

/** A box that cannot be used: one that is being drawn, or one that is only pointed out. */
export const BoxOutline = ({ box, isDrawn = false }: BoxOutlineProps) => (
  <span
    className={isDrawn ? classNames(styles.box, styles.boxDrawn) : styles.hint}
    style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
  />
)

/** The selected box on a photo, with its label, handles at its corners and a toolbar. */
export const MovableBox = ({
  name,
  label,
  box,
  windowSize,
  isMovable,
  isBoxShown = true,
  isHeld,
  takesFocus,
  onGrab,
  onGrabCorner,
  onKeyDown,
  children,
}: MovableBoxProps) => {
  const group = useTakenFocus<HTMLDivElement>(takesFocus)
  const toolbar = useRef<HTMLDivElement>(null)
  const caption = useRef<HTMLSpanElement>(null)
  const captionSize = useElementSize(caption)
  const { x, y } = placeToolbar(box, useElementSize(toolbar), windowSize)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={group}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot take the focus
      role="group"
      aria-label={name}
      // Arrow keys move the box, so it must be focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.selected}
      onKeyDown={onKeyDown}
    >
      <div
        className={classNames(
          styles.box,
          !isBoxShown && styles.boxHidden,
          isMovable && styles.boxMovable,
        )}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        onPointerDown={isMovable && isBoxShown ? onGrab : undefined}
      >
        <span
          ref={caption}
          className={styles.label}
          style={{ ...placeLabel(box, captionSize, windowSize), maxWidth: windowSize.width }}
        >
          {label}
        </span>
        {isMovable &&
          isBoxShown &&
          CORNERS.map((corner) => (
            <span
              key={corner}
              className={styles.handle}
              data-corner={corner}
              aria-hidden="true"
              onPointerDown={(event) => onGrabCorner(corner, event)}
            />
          ))}
      </div>
      <div
        ref={toolbar}
        className={styles.toolbar}
        style={{ left: x, top: y, visibility: isHeld ? 'hidden' : undefined }}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {children}
      </div>
    </div>
  )
}
