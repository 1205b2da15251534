import { type PointerEvent, useRef } from 'react'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { DetectionCard } from './detection-card.tsx'
import { ObjectAnswers } from './object-answers.tsx'
import { objectName, PhotoCrop, useScrollIntoView } from './object-view.tsx'
import styles from './results.module.css'

const SWIPE_PX = 40

/** Its crop stays above its results, and the other objects are a swipe or a button away. */
const ObjectHead = ({ selected }: { selected: ScanDetection }) => {
  const {
    state: { photo, detections },
    onSelect,
  } = useFinderView()
  // The next object starts at the top of the sheet, wherever the last one was left.
  const head = useScrollIntoView<HTMLElement>(selected.id)
  const from = useRef<{ x: number; y: number } | null>(null)
  const index = detections.indexOf(selected)
  const go = (steps: 1 | -1) => {
    const next = detections[index + steps]
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
      className={styles.objectHead}
      onPointerDown={({ clientX, clientY }) => {
        from.current = { x: clientX, y: clientY }
      }}
      onPointerUp={handlePointerUp}
      onPointerCancel={() => {
        from.current = null
      }}
    >
      <PhotoCrop photo={photo} detection={selected} />
      <div className="stack gap-1">
        <p className="quiet small" aria-live="polite">
          {ANSWER_TEXT.place(index + 1, detections.length)}
        </p>
        <h2 className={styles.cardTitle}>
          {objectName(selected) ?? CATEGORY_LABELS[selected.category]}
        </h2>
        <Button className="start" variant="quiet" onClick={() => onSelect(selected.id)}>
          {ANSWER_TEXT.everything}
        </Button>
      </div>
      <IconButton
        icon="arrow-left"
        label={ANSWER_TEXT.previous}
        disabled={index <= 0}
        onClick={() => go(-1)}
      />
      <IconButton
        icon="arrow-right"
        label={ANSWER_TEXT.next}
        disabled={index === detections.length - 1}
        onClick={() => go(1)}
      />
    </header>
  )
}

/** The selected object alone: results first, then its card with the tools. */
export const OneObject = ({ selected }: { selected: ScanDetection }) => {
  const { state, isVisit, onEdit } = useFinderView()
  const isPending = state.pendingIds.includes(selected.id)
  return (
    <>
      <ObjectHead selected={selected} />
      <h3>
        <VisuallyHidden>
          {selected.isManual ? FINDER_TEXT.inYourBox : FINDER_TEXT.moreLikeIt}
        </VisuallyHidden>
      </h3>
      {isPending ? (
        <p className="quiet">{PHOTO_TEXT.findingObjects}</p>
      ) : (
        <ObjectAnswers detection={selected} />
      )}
      {isCardListed(selected) ? (
        <ul aria-label={PHOTO_TEXT.detectedObjects}>
          <DetectionCard detection={selected} isAlone />
        </ul>
      ) : (
        !isVisit && (
          <Button className="start" variant="quiet" onClick={() => onEdit(selected.id)}>
            {FINDER_TEXT.addYourself}
          </Button>
        )
      )}
      <CommissionNote />
    </>
  )
}
