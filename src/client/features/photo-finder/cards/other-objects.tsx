import { type AnswerViews, FIRST_VIEW } from '#client/features/photo-finder/scan/answer-view.ts'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { Button } from '#client/ui/button.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import type { CardActions } from './detection-card.tsx'
import { cardName } from './detection-name.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './other-objects.module.css'
import { ObjectAnswers } from './object-answers.tsx'
import { PhotoCrop } from './photo-crop.tsx'
import { useScrollIntoView } from './use-scroll-into-view.ts'

type OtherObjectsProps = {
  actions: CardActions
  photo: Photo
  detections: readonly ScanDetection[]
  selectedId: string | null
  views: AnswerViews
}

/** The objects without a card, in a row, so that the count above adds up. */
export const OtherObjects = ({
  photo,
  detections,
  selectedId,
  views,
  actions: { onSelect, onHover, onEdit, onUse, onNotThis, onView },
}: OtherObjectsProps) => {
  const selected = detections.find(({ id }) => id === selectedId)
  const embedding = selected?.embedding
  const section = useScrollIntoView<HTMLDivElement>(selected?.id ?? null)
  return (
    <div ref={section} className={classNames('stack gap-2', styles.others)}>
      <h2 className={styles.title}>{FINDER_TEXT.withoutCard}</h2>
      <ul className="row wrap gap-2" aria-label={FINDER_TEXT.withoutCard}>
        {detections.map((detection) => (
          <li key={detection.id}>
            <button
              type="button"
              className={classNames('row gap-2 label', styles.object)}
              aria-expanded={detection.id === selectedId}
              onClick={() => onSelect(detection.id)}
              onPointerEnter={() => onHover(detection.id)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(detection.id)}
              onBlur={() => onHover(null)}
            >
              <span className={styles.picture}>
                <PhotoCrop photo={photo} bbox={bestView(detection)} />
              </span>
              {cardName(detection)}
            </button>
          </li>
        ))}
      </ul>
      {selected && (
        <div className={classNames('stack gap-1 label', styles.selected)}>
          <h3 className={styles.name}>{cardName(selected)}</h3>
          {onEdit && (
            <Button variant="quiet" onClick={() => onEdit(selected.id)}>
              {FINDER_TEXT.addYourself}
            </Button>
          )}
          {embedding !== undefined && (
            <ObjectAnswers
              key={embedding}
              detection={{ ...selected, embedding }}
              view={views.get(embedding) ?? FIRST_VIEW}
              onView={(view) => onView(embedding, view)}
              onUse={onUse && ((product) => onUse(selected.id, product))}
              onNotThis={onUse && ((productId) => onNotThis(selected.id, productId))}
            />
          )}
        </div>
      )}
    </div>
  )
}
