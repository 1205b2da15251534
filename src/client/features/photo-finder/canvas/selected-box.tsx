import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { objectName, spokenName } from '#client/features/photo-finder/results/object-view.tsx'
import { useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { useElementSize } from '#client/lib/use-element-size.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import type { Box, Corner, Size } from '#shared/domain/box.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { labelPosition, toolbarPosition } from './canvas-layout.ts'
import styles from './detection-canvas.module.css'

const CORNERS: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

type SelectedBoxProps = {
  detection: ScanDetection
  /** In pixels of the window, whose size is `windowSize`. */
  box: Box
  windowSize: Size
  isBoxShown: boolean
  isHeld: boolean
  takesFocus: boolean
  onGrab: (event: PointerEvent) => void
  onGrabCorner: (corner: Corner, event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onToggleBox: () => void
}

/** The bounding box with its category label and three buttons. */
export const SelectedBox = ({
  detection,
  box,
  windowSize,
  isBoxShown,
  isHeld,
  takesFocus,
  onGrab,
  onGrabCorner,
  onKeyDown,
  onToggleBox,
}: SelectedBoxProps) => {
  const { isPublic, onEdit, onDelete } = useFinderView()
  const group = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const label = useRef<HTMLSpanElement>(null)
  const labelSize = useElementSize(label)
  const { x, y } = toolbarPosition(box, useElementSize(toolbar), windowSize)
  useEffect(() => {
    if (takesFocus) group.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={group}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot take the focus
      role="group"
      aria-label={spokenName(detection)}
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
          detection.isResizable && styles.boxMovable,
        )}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        onPointerDown={detection.isResizable && isBoxShown ? onGrab : undefined}
      >
        <span
          ref={label}
          className={styles.label}
          style={{ ...labelPosition(box, labelSize, windowSize), maxWidth: windowSize.width }}
        >
          <span>{CATEGORY_LABELS[detection.category]}</span>
          {objectName(detection) && (
            <span className={styles.objectName}>{objectName(detection)}</span>
          )}
        </span>
        {detection.isResizable &&
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
        <IconButton
          icon={isBoxShown ? 'eye-off' : 'eye'}
          label={isBoxShown ? FINDER_TEXT.hideBox : FINDER_TEXT.showBox}
          onClick={onToggleBox}
        />
        {!isPublic && (
          <IconButton
            icon="edit"
            label={FINDER_TEXT.editInfo}
            onClick={() => onEdit(detection.id)}
          />
        )}
        <IconButton
          icon="trash"
          label={FINDER_TEXT.deleteBox}
          onClick={() => onDelete(detection.id)}
        />
      </div>
    </div>
  )
}
