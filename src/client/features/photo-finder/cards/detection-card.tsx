import { ShopLink } from '#client/catalog/shop-link.tsx'
import {
  type AnswerView,
  type AnswerViews,
  FIRST_VIEW,
} from '#client/features/photo-finder/scan/answer-view.ts'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { HeartButton } from '#client/ui/heart-button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { isComplete } from '#shared/domain/completeness.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName, objectName } from './detection-name.ts'
import styles from './detection-card.module.css'
import { ObjectAnswers } from './object-answers.tsx'
import { PhotoCrop } from './photo-crop.tsx'
import { useScrollIntoView } from './use-scroll-into-view.ts'

export type CardActions = {
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
  onLike: (id: string, isLiked: boolean) => unknown
  /** None where nothing is kept. */
  onEdit: ((id: string) => void) | undefined
  onDelete: (id: string) => void
  onKeep: (id: string) => void
  onNotThis: (id: string, productId: string) => void
  /** None where nothing is kept: every result has a heart and a link of its own. */
  onUse: ((id: string, product: ScanProduct) => void) | undefined
  onView: (embedding: string, view: AnswerView) => void
}

type DetectionCardProps = {
  actions: CardActions
  photo: Photo
  detection: ScanDetection
  isSelected: boolean
  isLit: boolean
  isPending: boolean
  isLiked: boolean
  isLiking: boolean
  isKept: boolean
  views: AnswerViews
  /** Its results are shown above it. */
  isAlone?: boolean
}

const surenessOf = ({ isManual, products }: ScanDetection) =>
  isManual ? 'added by you' : products[0]?.sureness

/** The card of one detection; when selected, it lists everything found for it. */
export const DetectionCard = ({
  photo,
  detection,
  isSelected,
  isLit,
  isPending,
  isLiked,
  isLiking,
  isKept,
  views,
  isAlone = false,
  actions: { onSelect, onHover, onLike, onEdit, onDelete, onKeep, onNotThis, onUse, onView },
}: DetectionCardProps) => {
  const { id, isManual, products, category, title, description, embedding } = detection
  const head = useScrollIntoView<HTMLDivElement>(isSelected && !isAlone ? id : null)
  const [best] = products
  const name = cardName(detection)
  const picture = detection.imageUrl ?? detection.thumbnail
  const isSearching = isPending && !isManual
  const price = isComplete(detection) ? displayPrice(detection.price) : null
  const sureness = surenessOf(detection)
  const othersTitle = isManual ? FINDER_TEXT.inYourBox : FINDER_TEXT.moreLikeIt
  const isEditedByHand = !isManual && best !== undefined && title !== best.title
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames(styles.card, isSelected && styles.selected, isLit && styles.lit)}
      aria-busy={isPending || undefined}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(id)}
      onBlur={() => onHover(null)}
    >
      <div ref={head} className={styles.picture}>
        {picture && !isSearching ? (
          <Picture url={picture} shape="found" frameRatio={1.25} />
        ) : (
          <PhotoCrop photo={photo} bbox={bestView(detection)} />
        )}
      </div>
      <div className="stack gap-1">
        <p className={styles.badges}>
          <strong>{CATEGORY_LABELS[category]}</strong>
          {objectName(detection) && <span>{objectName(detection)}</span>}
          {sureness && !isSearching && (
            <span className={classNames('quiet', styles.sureness)}>{sureness}</span>
          )}
        </p>
        <h2 className={styles.title}>
          <button type="button" aria-expanded={isSelected} onClick={() => onSelect(id)}>
            {isSearching ? PHOTO_TEXT.findingObjects : name}
          </button>
        </h2>
        {isSearching && <Skeleton width="60%" />}
        {!isSearching && description && <p className="quiet small">{description}</p>}
        {!isSearching && (
          <p className={styles.offer}>
            {price && <span className={styles.price}>{price}</span>}
            {isComplete(detection) && (
              <ShopLink
                website={detection.productLink}
                productName={name}
                seller={detection.seller}
              />
            )}
          </p>
        )}
        {isManual && !title && (
          <p className="quiet small">
            {isPending
              ? PHOTO_TEXT.findingObjects
              : FINDER_TEXT.describeBox(embedding !== undefined)}
          </p>
        )}
        {!isSearching && best && !isManual && (
          <p className="quiet small">{FINDER_TEXT.fromSource(best.source)}</p>
        )}
      </div>
      {!isSearching && (
        <div className={styles.actions}>
          <HeartButton
            label={`Save ${name}`}
            isPressed={isLiked}
            isBusy={isLiking}
            onPress={() => onLike(id, !isLiked)}
          />
          {onEdit && <IconButton icon="edit" label={`Edit ${name}`} onClick={() => onEdit(id)} />}
          <IconButton icon="trash" label={`Delete ${name}`} onClick={() => onDelete(id)} />
        </div>
      )}
      {isSelected && !isSearching && (
        <div className={styles.more}>
          <div className={classNames('row wrap', styles.choices)}>
            {(!isManual || title) && (
              <Button
                variant="quiet"
                icon={isKept ? 'check' : 'plus'}
                aria-label={`${isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep}: ${name}`}
                disabled={isKept}
                onClick={() => onKeep(id)}
              >
                {isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep}
              </Button>
            )}
            {best && !isManual && !isEditedByHand && (
              <Button
                variant="quiet"
                aria-label={`${FINDER_TEXT.notThis}: ${best.title}`}
                onClick={() => onNotThis(id, best.id)}
              >
                {FINDER_TEXT.notThis}
              </Button>
            )}
          </div>
          {embedding !== undefined && !isAlone && (
            <>
              <h3 className={styles.moreTitle}>{othersTitle}</h3>
              <ObjectAnswers
                key={embedding}
                detection={{ ...detection, embedding }}
                view={views.get(embedding) ?? FIRST_VIEW}
                onView={(view) => onView(embedding, view)}
                onUse={onUse && ((product) => onUse(id, product))}
                onNotThis={onUse && ((productId) => onNotThis(id, productId))}
              />
            </>
          )}
        </div>
      )}
    </li>
  )
}
