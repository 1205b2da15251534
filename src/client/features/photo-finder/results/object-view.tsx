import type { ShownPhoto } from '#client/features/photo-finder/scan/finder-state.ts'
import { useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { Button, HeartButton, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type Box, getCenter, clamp, fromUnits, type Size } from '#shared/domain/box.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { getBestView, isCardListed, isComplete } from '#shared/domain/detection-rules.ts'
import { capitalize } from '#shared/domain/text.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import styles from './results.module.css'

/** The names of an object in the photo, its crop, and its head with the buttons of its card. */

/** Such as 'Olive jacket'. Null for a manual box, and where the category says the same. */
export const objectName = ({ label, category }: Pick<ScanDetection, 'label' | 'category'>) => {
  const name = capitalize(label)
  return name === '' || name.toLowerCase() === CATEGORY_LABELS[category].toLowerCase() ? null : name
}

/**
 * The name of a box for screen readers: 'Footwear, white sneakers, 87% sure'. It does not say how many
 * products there are, because that is unknown until its results are shown.
 */
export const spokenName = (detection: ScanDetection): string => {
  const { category, label, confidence, isManual } = detection
  const words = objectName(detection) === null ? [] : [label]
  const name = [CATEGORY_LABELS[category], ...words].join(', ')
  return isManual
    ? FINDER_TEXT.manualBox(name)
    : FINDER_TEXT.sureOf(name, Math.round(confidence * 100))
}

/** A caption: the title that the user entered, the name of the object, or the category. */
export const shortName = (detection: ScanDetection): string =>
  (detection.isManual && detection.title?.trim()) ||
  (objectName(detection) ?? CATEGORY_LABELS[detection.category])

/** The title of its product, or the name of the object. */
export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (objectName(detection) ?? CATEGORY_LABELS[detection.category])

/** The part of the photo around a box that fills a frame of this ratio of height to width. */
export const cropAround = (bbox: Box, photo: Size, ratio: number): Box => {
  const box = fromUnits(bbox, photo)
  const idealWidth = Math.max(box.width, box.height / ratio)
  const width = Math.min(idealWidth, photo.width, photo.height / ratio)
  const height = width * ratio
  const { x, y } = getCenter(box)
  return {
    x: clamp(x - width / 2, 0, photo.width - width),
    y: clamp(y - height / 2, 0, photo.height - height),
    width,
    height,
  }
}

/** The background-position that puts `start` at the edge of the frame. */
const shift = (start: number, size: number, whole: number) =>
  size >= whole ? 0 : (100 * start) / (whole - size)

type PhotoCropProps = {
  photo: ShownPhoto
  detection: ScanDetection
  /** Height over width. */
  ratio?: number
}

/** The object in the photo, cropped with CSS alone. */
export const PhotoCrop = ({ photo, detection, ratio = 5 / 4 }: PhotoCropProps) => {
  const { x, y, width, height } = cropAround(getBestView(detection), photo, ratio)
  return (
    <span
      className="frame"
      aria-hidden="true"
      style={{
        aspectRatio: `1 / ${ratio}`,
        backgroundImage: `url("${photo.previewUrl}")`,
        backgroundSize: `${(100 * photo.width) / width}% ${(100 * photo.height) / height}%`,
        backgroundPosition: `${shift(x, width, photo.width)}% ${shift(y, height, photo.height)}%`,
      }}
    />
  )
}

type ObjectHeartProps = { detection: ScanDetection; isRaised?: boolean }

/** Saves the product of an object. It is on the card of that product, or on the object if it has none. */
export const ObjectHeart = ({ detection, isRaised = false }: ObjectHeartProps) => {
  const { finder, state, likedNames } = useFinderView()
  const { id, title } = detection
  const isLiked = likedNames.has(title ?? '')
  return (
    <HeartButton
      label={`Save ${cardName(detection)}`}
      isPressed={isLiked}
      isBusy={state.likingIds.includes(id)}
      isRaised={isRaised}
      onPress={() => void finder.setLiked(id, !isLiked)}
    />
  )
}

type ObjectHeadProps = {
  detection: ScanDetection
  /** The only object on the screen, with all its actions. */
  isAlone?: boolean
}

/** The name and certainty of an object, with the buttons of its card. */
export const ObjectHead = ({ detection, isAlone = false }: ObjectHeadProps) => {
  const { state, isPublic, onSelect, onEdit, onDelete, onKeep } = useFinderView()
  const { id, isManual, products, category, title, description, embedding } = detection
  const name = cardName(detection)
  const isPending = state.pendingIds.includes(id)
  const isKept = state.keptIds.includes(id)
  const isListed = isCardListed(detection)
  const sureness = isManual ? 'added by you' : products[0]?.sureness
  const keepText = isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep
  const isNamed = !isPending || objectName(detection) !== null
  const caption = isNamed ? shortName(detection) : PHOTO_TEXT.findingObjects
  return (
    <header className={classNames(styles.head, isAlone && styles.headAlone)}>
      <div className={styles.headWords}>
        <h2 className={styles.headName}>
          {isAlone ? (
            caption
          ) : (
            <button type="button" onClick={() => onSelect(id)}>
              {caption}
              <Icon name="chevron-down" size={18} />
            </button>
          )}
        </h2>
        <p className="row wrap gap-2 small">
          {caption !== CATEGORY_LABELS[category] && <strong>{CATEGORY_LABELS[category]}</strong>}
          {!isPending && isListed && sureness && (
            <span className={classNames('quiet', styles.sureness)}>{sureness}</span>
          )}
        </p>
        {isListed && description && <p className="quiet small one-line">{description}</p>}
        {isManual && !title && !isPending && !isPublic && (
          <p className="quiet small">{FINDER_TEXT.describeBox(embedding !== undefined)}</p>
        )}
      </div>
      {!isPending && (
        <div className="row">
          {isManual && !isComplete(detection) && <ObjectHeart detection={detection} />}
          {!isPublic && (
            <IconButton icon="edit" label={`Edit ${name}`} onClick={() => onEdit(id)} />
          )}
          <IconButton
            icon="trash"
            label={FINDER_TEXT.deleteObject(shortName(detection))}
            onClick={() => onDelete(id)}
          />
        </div>
      )}
      {isAlone && !isPending && (
        <div className={classNames('row wrap', styles.choices)}>
          {isListed && (!isManual || title) && (
            <Button
              variant="quiet"
              icon={isKept ? 'check' : 'plus'}
              aria-label={`${keepText}: ${name}`}
              disabled={isKept}
              onClick={() => onKeep(id)}
            >
              {keepText}
            </Button>
          )}
          {!isListed && !isPublic && (
            <Button variant="quiet" icon="plus" onClick={() => onEdit(id)}>
              {FINDER_TEXT.addYourself}
            </Button>
          )}
        </div>
      )}
    </header>
  )
}
