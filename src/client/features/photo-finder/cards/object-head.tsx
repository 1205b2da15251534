import { type PointerEvent, useRef } from 'react'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { objectName } from './detection-name.ts'
import styles from './object-head.module.css'
import { PhotoCrop } from './photo-crop.tsx'
import { useScrollIntoView } from './use-scroll-into-view.ts'

type ObjectHeadProps = {
  photo: Photo
  detections: readonly ScanDetection[]
  selected: ScanDetection
  onSelect: (id: string) => void
  /** Back to the list of all objects. */
  onLeave: () => void
}

const SWIPE_PX = 40

/** One object alone: its crop stays above its results, and the others are a swipe or a button away. */
export const ObjectHead = ({ photo, detections, selected, onSelect, onLeave }: ObjectHeadProps) => {
  // The next object starts at the top of the sheet, wherever the last one was left.
  const head = useScrollIntoView<HTMLElement>(selected.id)
  const from = useRef<{ x: number; y: number } | null>(null)
  const place = detections.indexOf(selected)
  const go = (steps: 1 | -1) => {
    const next = detections[place + steps]
    if (next) onSelect(next.id)
  }
  const handlePointerUp = ({ clientX, clientY }: PointerEvent) => {
    const start = from.current
    from.current = null
    if (!start) return
    const [across, down] = [clientX - start.x, clientY - start.y]
    if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > Math.abs(down)) go(across < 0 ? 1 : -1)
  }
  return (
    <header
      ref={head}
      className={styles.head}
      onPointerDown={({ clientX, clientY }) => {
        from.current = { x: clientX, y: clientY }
      }}
      onPointerUp={handlePointerUp}
      onPointerCancel={() => {
        from.current = null
      }}
    >
      <span className={styles.crop}>
        <PhotoCrop photo={photo} bbox={bestView(selected)} />
      </span>
      <div className={styles.words}>
        <p className="quiet small" aria-live="polite">
          {ANSWER_TEXT.place(place + 1, detections.length)}
        </p>
        <h2 className={styles.name}>
          {objectName(selected) ?? CATEGORY_LABELS[selected.category]}
        </h2>
        <Button variant="quiet" onClick={onLeave}>
          {ANSWER_TEXT.everything}
        </Button>
      </div>
      <IconButton
        icon="arrow-left"
        label={ANSWER_TEXT.previous}
        disabled={place <= 0}
        onClick={() => go(-1)}
      />
      <IconButton
        icon="arrow-right"
        label={ANSWER_TEXT.next}
        disabled={place === detections.length - 1}
        onClick={() => go(1)}
      />
    </header>
  )
}
