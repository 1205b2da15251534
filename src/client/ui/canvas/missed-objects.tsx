import type { ReactNode } from 'react'
import { spreadDots } from '#client/lib/picture-overlay.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import { type Box, getCenter, type Size } from '#shared/domain/box.ts'
import { capitalize } from '#shared/domain/text.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { describeKind } from '#shared/vision/words.ts'
import styles from './dots.module.css'

/** The distance between dots that a mouse or a finger needs. */
const DOT_GAP_PX = { fine: 32, coarse: 44 }

export const getDotGap = (): number =>
  matchMedia('(pointer: coarse)').matches ? DOT_GAP_PX.coarse : DOT_GAP_PX.fine

type MissedObject = Pick<ScanCandidate, 'box' | 'kind'>

type MissedDotsProps = {
  objects: readonly MissedObject[]
  /** The scan asks about them; otherwise, the user is adding objects. */
  isOffered: boolean
  /** From the 400-unit frame to pixels. */
  placeBox: (box: Box) => Box
  size: Size
  onAdd: (object: MissedObject) => void
}

/** Dots on the photo for objects that the scan did not count as found; a tap adds one. */
export const MissedDots = ({ objects, isOffered, placeBox, size, onAdd }: MissedDotsProps) => {
  const addText = isOffered ? FINDER_TEXT.addOffer : FINDER_TEXT.addCandidate
  const points = spreadDots(
    objects.map(({ box }) => getCenter(placeBox(box))),
    getDotGap(),
    size,
  )
  if (objects.length === 0) return null
  return (
    <ul className={styles.dots} aria-label={isOffered ? FINDER_TEXT.offers : FINDER_TEXT.missing}>
      {objects.map((object, index) => {
        const { x, y } = points[index] ?? { x: 0, y: 0 }
        const name = addText(describeKind(object.kind, 'names'))
        return (
          <li key={JSON.stringify(object.box)}>
            <button
              type="button"
              className={classNames(styles.dot, isOffered ? styles.offered : styles.missed)}
              style={{ left: x, top: y }}
              title={name}
              aria-label={name}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => onAdd(object)}
            >
              <Icon name="plus" size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type OfferListProps = {
  offers: readonly MissedObject[]
  /** The part of the photo in a box. */
  renderCrop: (box: Box) => ReactNode
  onAdd: (object: MissedObject) => void
}

/** What may also be in the photo; it does not count as found until it is added. */
export const OfferList = ({ offers, renderCrop, onAdd }: OfferListProps) => {
  if (offers.length === 0) return null
  return (
    <section className={styles.offers} aria-label={FINDER_TEXT.offers} data-keeps-selection>
      <p className="quiet small" aria-hidden="true">
        {FINDER_TEXT.offers}
      </p>
      <ul className={styles.offers}>
        {offers.map((offer) => (
          <li key={JSON.stringify(offer.box)}>
            <button
              type="button"
              className={classNames('small', styles.offer)}
              aria-label={FINDER_TEXT.addOffer(describeKind(offer.kind, 'names'))}
              onClick={() => onAdd(offer)}
            >
              {renderCrop(offer.box)}
              {capitalize(describeKind(offer.kind, 'names'))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
