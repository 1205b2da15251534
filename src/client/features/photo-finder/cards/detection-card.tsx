import { useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { HeartButton } from '#client/ui/heart-button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LAYOUT } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/best-view.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { isComplete } from '#shared/domain/completeness.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName } from './detection-name.ts'
import styles from './detection-card.module.css'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { PhotoCrop } from './photo-crop.tsx'
import { ProductResult } from './product-result.tsx'
import { SourceLink } from './source-link.tsx'

export type CardActions = {
  onSelect: (id: string) => void
  onHover: (id: string | null) => void
  onFavorite: (detection: ScanDetection) => void
  onEdit: (id: string) => void
  onDelete: (id: string) => void
  onNotThis: (detection: ScanDetection, product: ScanProduct) => void
  onUse: (detection: ScanDetection, product: ScanProduct) => void
}

type DetectionCardProps = CardActions & {
  photo: Photo
  detection: ScanDetection
  isSelected: boolean
  isLit: boolean
  isPending: boolean
  isFavorite: boolean
  isSaving: boolean
}

const isPhone = () => matchMedia(`(max-width: ${LAYOUT.mobileMaxWidthPx}px)`).matches

const surenessOf = ({ isManual, products }: ScanDetection) =>
  isManual ? 'added by you' : products[0]?.sureness

/** The card of one detection; selected, it opens to everything found for it. */
export const DetectionCard = ({
  photo,
  detection,
  isSelected,
  isLit,
  isPending,
  isFavorite,
  isSaving,
  onSelect,
  onHover,
  onFavorite,
  onEdit,
  onDelete,
  onNotThis,
  onUse,
}: DetectionCardProps) => {
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isSelected) return
    // On a phone the card goes under the photo, not over it: the box it belongs to stays in sight.
    const block = isPhone() ? 'start' : 'nearest'
    card.current?.scrollIntoView({ block, behavior: 'smooth' })
  }, [isSelected])

  const { id, isManual, products, category, title, description } = detection
  const [best, ...more] = products
  const others = isManual && title !== best?.title ? products : more
  const name = cardName(detection)
  const picture = detection.imageUrl ?? detection.thumbnail
  const isSearching = isPending && !isManual
  const price = isComplete(detection) ? displayPrice(detection.price) : null
  const sureness = surenessOf(detection)
  const isEditedByHand = !isManual && best !== undefined && title !== best.title
  return (
    // Hovering only mirrors the box on the photo; every action has its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={card}
      className={classNames(styles.card, isSelected && styles.selected, isLit && styles.lit)}
      aria-busy={isPending || undefined}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(id)}
      onBlur={() => onHover(null)}
    >
      <div className={styles.picture}>
        {picture && !isSearching ? (
          <Picture
            url={picture}
            alt=""
            width={null}
            height={null}
            shape="found"
            frameRatio={1.25}
          />
        ) : (
          <PhotoCrop photo={photo} bbox={bestView(detection)} />
        )}
      </div>
      <div className={styles.facts}>
        <p className={styles.badges}>
          <span className={styles.badge}>{CATEGORY_LABELS[category]}</span>
          {sureness && !isSearching && <span className={styles.sureness}>{sureness}</span>}
        </p>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isSelected}
          onClick={() => onSelect(id)}
        >
          {isSearching ? PHOTO_TEXT.findingObjects : name}
        </button>
        {isSearching && <Skeleton width="60%" />}
        {!isSearching && description && <p className={styles.description}>{description}</p>}
        {!isSearching && (
          <p className={styles.offer}>
            {price && <span className={styles.price}>{price}</span>}
            {isComplete(detection) && (
              <SourceLink seller={detection.seller} productLink={detection.productLink} />
            )}
          </p>
        )}
        {isManual && !title && (
          <p className={styles.description}>
            {isPending ? PHOTO_TEXT.findingObjects : FINDER_TEXT.describeBox}
          </p>
        )}
        {!isSearching && best && !isManual && (
          <p className={styles.origin}>{FINDER_TEXT.fromSource(best.source)}</p>
        )}
      </div>
      {!isSearching && (
        <div className={styles.actions}>
          <HeartButton
            label={`Save ${name}`}
            isPressed={isFavorite}
            isBusy={isSaving}
            onPress={() => onFavorite(detection)}
          />
          <IconButton icon="edit" label={`Edit ${name}`} onClick={() => onEdit(id)} />
          <IconButton icon="trash" label={`Delete ${name}`} onClick={() => onDelete(id)} />
        </div>
      )}
      {isSelected && !isSearching && (
        <div className={styles.more}>
          {best && !isManual && !isEditedByHand && (
            <Button
              variant="quiet"
              aria-label={`${FINDER_TEXT.notThis}: ${best.title}`}
              onClick={() => onNotThis(detection, best)}
            >
              {FINDER_TEXT.notThis}
            </Button>
          )}
          {others.length > 0 && (
            <>
              <h3 className={styles.moreTitle}>
                {isManual ? FINDER_TEXT.inYourBox : FINDER_TEXT.moreLikeIt}
              </h3>
              <ul>
                {others.map((product) => (
                  <ProductResult
                    key={product.id}
                    product={product}
                    onUse={() => onUse(detection, product)}
                    onNotThis={() => onNotThis(detection, product)}
                  />
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </li>
  )
}
