import { ShopLink } from '#client/catalog/shop-link.tsx'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { HeartButton } from '#client/ui/heart-button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { isComplete } from '#shared/domain/completeness.ts'
import { isPriceEdited, priceIfAny } from '#shared/domain/detection-rules.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName, objectName, PhotoCrop, useScrollIntoView } from './object-view.tsx'
import { ObjectAnswers } from './object-answers.tsx'
import styles from './results.module.css'

type DetectionCardProps = {
  detection: ScanDetection
  /** Its results are shown above it. */
  isAlone?: boolean
}

/** The card of one detection; when selected, it lists everything found for it. */
export const DetectionCard = ({ detection, isAlone = false }: DetectionCardProps) => {
  const { finder, state, isVisit, ...view } = useFinderView()
  const { id, isManual, products, category, title, description, embedding } = detection
  const isSelected = id === view.selectedId
  const head = useScrollIntoView<HTMLDivElement>(isSelected && !isAlone ? id : null)
  const [best] = products
  const name = cardName(detection)
  const picture = detection.imageUrl ?? detection.thumbnail
  const isPending = state.pendingIds.includes(id)
  const isSearching = isPending && !isManual
  const isOffered = isComplete(detection)
  const price = isOffered ? displayPrice(priceIfAny(detection.price)) : null
  const sureness = isManual ? 'added by you' : best?.sureness
  const isLiked = view.likedNames.has(title ?? '')
  const isKept = state.keptIds.includes(id)
  const keepText = isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep
  const isEditedByHand = !isManual && best !== undefined && title !== best.title
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames(
        styles.card,
        isSelected && styles.cardSelected,
        id === view.litId && !isAlone && styles.cardLit,
      )}
      aria-busy={isPending || undefined}
      {...hoverHandlers(id, view.onHover)}
    >
      <div ref={head} className={styles.cardPicture}>
        {picture && !isSearching ? (
          <Picture url={picture} shape="found" frameRatio={1.25} />
        ) : (
          <PhotoCrop photo={state.photo} detection={detection} />
        )}
      </div>
      <div className="stack gap-1">
        <p className="row wrap gap-3 small">
          <strong>{CATEGORY_LABELS[category]}</strong>
          {objectName(detection) && <span>{objectName(detection)}</span>}
          {sureness && !isSearching && (
            <span className={classNames('quiet', styles.sureness)}>{sureness}</span>
          )}
        </p>
        <h2 className={styles.cardTitle}>
          <button type="button" aria-expanded={isSelected} onClick={() => view.onSelect(id)}>
            {isSearching ? PHOTO_TEXT.findingObjects : name}
          </button>
        </h2>
        {isSearching ? (
          <Skeleton width="60%" />
        ) : (
          <>
            {description && <p className="quiet small">{description}</p>}
            <p className={styles.offer}>
              {price && <span className={styles.price}>{price}</span>}
              {price && isPriceEdited(detection) && (
                <span className="quiet small">{FINDER_TEXT.editedByYou}</span>
              )}
              {isOffered && (
                <ShopLink
                  website={detection.productLink}
                  productName={name}
                  seller={detection.seller}
                />
              )}
            </p>
            {best && !isManual && (
              <p className="quiet small">{FINDER_TEXT.fromSource(best.source)}</p>
            )}
          </>
        )}
        {isManual && !title && (
          <p className="quiet small">
            {isPending
              ? PHOTO_TEXT.findingObjects
              : FINDER_TEXT.describeBox(embedding !== undefined)}
          </p>
        )}
      </div>
      {!isSearching && (
        <div className={styles.cardActions}>
          <HeartButton
            label={`Save ${name}`}
            isPressed={isLiked}
            isBusy={state.likingIds.includes(id)}
            onPress={() => void finder.setLiked(id, !isLiked)}
          />
          {!isVisit && (
            <IconButton icon="edit" label={`Edit ${name}`} onClick={() => view.onEdit(id)} />
          )}
          <IconButton icon="trash" label={`Delete ${name}`} onClick={() => view.onDelete(id)} />
        </div>
      )}
      {isSelected && !isSearching && (
        <div className={styles.more}>
          <div className={classNames('row wrap', styles.choices)}>
            {(!isManual || title) && (
              <Button
                variant="quiet"
                icon={isKept ? 'check' : 'plus'}
                aria-label={`${keepText}: ${name}`}
                disabled={isKept}
                onClick={() => view.onKeep(id)}
              >
                {keepText}
              </Button>
            )}
            {best && !isManual && !isEditedByHand && (
              <Button
                variant="quiet"
                aria-label={`${FINDER_TEXT.notThis}: ${best.title}`}
                onClick={() => finder.notThis(id, best.id)}
              >
                {FINDER_TEXT.notThis}
              </Button>
            )}
          </div>
          {embedding !== undefined && !isAlone && (
            <>
              <h3 className={styles.moreTitle}>
                {isManual ? FINDER_TEXT.inYourBox : FINDER_TEXT.moreLikeIt}
              </h3>
              <ObjectAnswers detection={detection} />
            </>
          )}
        </div>
      )}
    </li>
  )
}
