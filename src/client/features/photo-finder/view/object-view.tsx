import type { ShownPhoto } from '#client/features/photo-finder/scan/scan-engine.ts'
import { placeDots } from '#client/lib/picture-overlay.ts'
import { Button, HeartButton, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import { type Box, getCenter, clamp, fromUnits, type Point, type Size } from '#shared/domain/box.ts'
import { getBestViewBox, isCardListed, isComplete } from '#shared/domain/detection-rules.ts'
import { describeObject } from '#shared/domain/object-label.ts'
import { capitalize } from '#shared/domain/text.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import styles from './finder.module.css'
import { useFinderView } from './use-finder.ts'
import { FAVORITE_TEXT } from '#shared/messages.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

/** The names of an object in the photo, its dot, its crop, and its head with the buttons of its card. */

/** Such as 'Olive jacket'. Null for a manual box, and where the label only repeats the category. */
export const getNameBeyondCategory = ({
  label,
  category,
}: Pick<ScanDetection, 'label' | 'category'>) => {
  const name = capitalize(describeObject(label))
  return name === '' || name.toLowerCase() === CATEGORY_TEXT[category].toLowerCase() ? null : name
}

/**
 * The name of a box for screen readers: 'Footwear, white sneakers, 87% sure'. It does not say how many
 * products there are, because that is unknown until its results are shown.
 */
export const spokenName = (detection: ScanDetection): string => {
  const { category, label, confidence, isManual } = detection
  const words = getNameBeyondCategory(detection) === null ? [] : [describeObject(label)]
  const name = [CATEGORY_TEXT[category], ...words].join(', ')
  return isManual
    ? FINDER_TEXT.manualBox(name)
    : FINDER_TEXT.sureOf(name, Math.round(confidence * 100))
}

/** A caption: the title that the user entered, the name of the object, or the category. */
export const shortName = (detection: ScanDetection): string =>
  (detection.isManual && detection.title?.trim()) ||
  (getNameBeyondCategory(detection) ?? CATEGORY_TEXT[detection.category])

/** The title of its product, or the name of the object. */
export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (getNameBeyondCategory(detection) ?? CATEGORY_TEXT[detection.category])

type DottedObject = Pick<ScanDetection, 'bbox' | 'bestSeen' | 'category' | 'label'>

const LEGS = /\b(pants|trousers|jeans|leggings|legwear|tights|socks)$/
const OPEN_IN_FRONT = /\b(coat|jacket|cardigan|blazer|vest)$/
/** Height over width of a box that shows more than hips or feet. */
const TALL = 1.2

/**
 * The point of its box where an object is probably visible. The middle of two shoes or socks is the
 * ground, that of pants the gap between the legs, and that of an open coat what is worn below it.
 */
const guessFor = ({ category, label }: DottedObject, box: Box, ratio: number): Point => {
  const isTall = box.height * ratio > TALL * box.width
  if (LEGS.test(label) && isTall) return { x: 0.35, y: 0.3 }
  if (LEGS.test(label) || category === 'footwear') return { x: 0.2, y: 0.5 }
  return { x: OPEN_IN_FRONT.test(label) ? 0.3 : 0.5, y: 0.5 }
}

/** A dot on each object, in units; `ratio` is the photo's height over its width. */
export const objectDots = (objects: readonly DottedObject[], ratio: number): Point[] => {
  const targets = objects.map((object) => {
    const box = fromUnits(getBestViewBox(object), { width: 1, height: 1 })
    return { box, guess: guessFor(object, box, ratio) }
  })
  return placeDots(targets, ratio).map(({ x, y }) => ({
    x: x * DETECTION.frameUnits,
    y: y * DETECTION.frameUnits,
  }))
}

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
  detection: Pick<ScanDetection, 'bbox' | 'bestSeen'>
  /** Height over width. */
  ratio?: number
}

/** The object in the photo, cropped with CSS alone. */
export const PhotoCrop = ({ photo, detection, ratio = 5 / 4 }: PhotoCropProps) => {
  const { x, y, width, height } = cropAround(getBestViewBox(detection), photo, ratio)
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
  const { state, send, likedNames } = useFinderView()
  const { id, title } = detection
  const isLiked = likedNames.has(title ?? '')
  return (
    <HeartButton
      label={FAVORITE_TEXT.save(cardName(detection))}
      isPressed={isLiked}
      isBusy={state.likingIds.includes(id)}
      isRaised={isRaised}
      onPress={() => send({ type: 'like-object', id, isLiked: !isLiked })}
    />
  )
}

type ObjectHeadProps = {
  detection: ScanDetection
  /** The only object on the screen, with all its actions. */
  isAlone?: boolean
}

/** The name of an object, which leads to its results unless they are shown. */
const ObjectName = ({ detection, isAlone = false }: ObjectHeadProps) => {
  const { state, send } = useFinderView()
  const { id, category } = detection
  const isNamed = !state.pendingIds.includes(id) || getNameBeyondCategory(detection) !== null
  const caption = isNamed ? shortName(detection) : PHOTO_TEXT.findingObjects
  return (
    <>
      <h2 className={styles.headName}>
        {isAlone ? (
          caption
        ) : (
          <button type="button" onClick={() => send({ type: 'toggle-object', id })}>
            {caption}
            <Icon name="chevron-down" size={18} />
          </button>
        )}
      </h2>
      <p className="row wrap gap-2 small">
        {caption !== CATEGORY_TEXT[category] && <strong>{CATEGORY_TEXT[category]}</strong>}
        <Sureness detection={detection} />
      </p>
    </>
  )
}

/** How certain the best match is. */
const Sureness = ({ detection }: { detection: ScanDetection }) => {
  const { state } = useFinderView()
  const sureness = detection.isManual ? 'added by you' : detection.products[0]?.sureness
  if (!sureness || state.pendingIds.includes(detection.id) || !isCardListed(detection)) return null
  return (
    <span className={classNames('quiet', styles.sureness)}>{ANSWER_TEXT.sureness[sureness]}</span>
  )
}

/** What can be done with the object whose results are shown. */
const ObjectChoices = ({ detection }: { detection: ScanDetection }) => {
  const { state, send, isPublic, onKeep } = useFinderView()
  const { id, isManual, title } = detection
  const isKept = state.keptIds.includes(id)
  const isListed = isCardListed(detection)
  const keepText = isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep
  return (
    <div className={classNames('row wrap', styles.choices)}>
      {isListed && (!isManual || title) && (
        <Button
          variant="quiet"
          icon={isKept ? 'check' : 'plus'}
          aria-label={`${keepText}: ${cardName(detection)}`}
          disabled={isKept}
          onClick={() => onKeep(id)}
        >
          {keepText}
        </Button>
      )}
      {!isListed && !isPublic && (
        <Button
          variant="quiet"
          icon="plus"
          onClick={() => send({ type: 'open-dialog', dialog: { type: 'edit', id } })}
        >
          {FINDER_TEXT.addYourself}
        </Button>
      )}
    </div>
  )
}

/** The name and certainty of an object, with the buttons of its card. */
export const ObjectHead = ({ detection, isAlone = false }: ObjectHeadProps) => {
  const { state, send, isPublic } = useFinderView()
  const { id, isManual, title, description, embedding } = detection
  const isPending = state.pendingIds.includes(id)
  const openDialog = (type: 'edit' | 'delete') => () =>
    send({ type: 'open-dialog', dialog: { type, id } })
  return (
    <header className={classNames(styles.head, isAlone && styles.headAlone)}>
      <div className={styles.headWords}>
        <ObjectName detection={detection} isAlone={isAlone} />
        {isPending && getNameBeyondCategory(detection) !== null && (
          <p className="quiet small">{PHOTO_TEXT.findingObjects}</p>
        )}
        {!isPending && isCardListed(detection) && description && (
          <p className="quiet small one-line">{description}</p>
        )}
        {isManual && !title && !isPending && !isPublic && (
          <p className="quiet small">{FINDER_TEXT.describeBox(embedding !== undefined)}</p>
        )}
      </div>
      {!isPending && (
        <div className="row">
          {isManual && !isComplete(detection) && <ObjectHeart detection={detection} />}
          {!isPublic && (
            <IconButton
              icon="edit"
              label={FINDER_TEXT.editObject(cardName(detection))}
              onClick={openDialog('edit')}
            />
          )}
          <IconButton
            icon="trash"
            label={FINDER_TEXT.deleteObject(shortName(detection))}
            onClick={openDialog('delete')}
          />
        </div>
      )}
      {isAlone && !isPending && <ObjectChoices detection={detection} />}
    </header>
  )
}
