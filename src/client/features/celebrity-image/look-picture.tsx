import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from 'react'
import {
  createBoxStyle,
  sortInReadingOrder,
  toPercent,
  placeDots,
} from '#client/lib/picture-overlay.ts'
import { finishViewTransition } from '#client/lib/view-transition.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture, computeRatio } from '#client/ui/picture.tsx'
import type { CatalogProduct, WornBox } from '#shared/contract/catalog.ts'
import type { Point } from '#shared/domain/box.ts'
import { capitalize } from '#shared/domain/text.ts'
import styles from './celebrity-image-page.module.css'
import { LOOK_PAGE_TEXT } from './look-messages.ts'

type WornItem = { box: WornBox; category: string | null }

/** If the catalogue has no point: the middle of the box, or for shoes the middle of one of the two. */
const toDotTarget = ({ box, category }: WornItem) => ({
  box,
  point: box.point,
  guess: { x: category === 'footwear' ? 0.25 : 0.5, y: 0.5 },
})

/** A dot on each product, as fractions of the picture; `ratio` is its height over its width. */
export const placeItemDots = (items: readonly WornItem[], ratio: number): Point[] =>
  placeDots(items.map(toDotTarget), ratio)

type Hotspot = { id: string; name: string; box: WornBox; dot: Point }

/** Dots within this share of the picture height below the first one form a row. */
const ROW = 0.08

/** The products with a box on the picture, in reading order, each with its dot. */
export const listHotspots = (products: readonly CatalogProduct[], ratio: number): Hotspot[] => {
  const items = products.flatMap(({ id, name, label, box, category }) =>
    box ? [{ id, name: label ? `${capitalize(label)}: ${name}` : name, box, category }] : [],
  )
  const dots = placeItemDots(items, ratio)
  const hotspots = items.map(({ id, name, box }, index) => ({
    id,
    name,
    box,
    dot: dots[index] ?? { x: 0, y: 0 },
  }))
  return sortInReadingOrder(hotspots, ({ dot }) => dot, ROW)
}

/**
 * Which products are highlighted, on the picture and among the cards. Focus and pointer count
 * separately, because after a click the pointer may rest on another card.
 */
export const useLights = () => {
  const [hovered, setHovered] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  return {
    isLit: (id: string) => id === hovered || id === focused,
    /** For a dot or a card of the product. */
    handlers: (id: string) => ({
      onPointerEnter: () => setHovered(id),
      onPointerLeave: () => setHovered(null),
      onFocus: () => setFocused(id),
      onBlur: () => setFocused(null),
    }),
  }
}
export type Lights = ReturnType<typeof useLights>

type HotspotsProps = {
  hotspots: readonly Hotspot[]
  lights: Lights
  onPick: (id: string) => void
}

/** A dot on each product with a box; a dot and its card highlight each other. */
export const Hotspots = ({ hotspots, lights, onPick }: HotspotsProps) => (
  <ul className={styles.layer} aria-label={LOOK_PAGE_TEXT.productsInPicture}>
    {hotspots.map(({ id, name, box, dot }) => (
      <li key={id}>
        {lights.isLit(id) && <span className={styles.box} style={createBoxStyle(box)} />}
        <button
          type="button"
          className={classNames('look-dot', lights.isLit(id) && styles.lit)}
          style={{ left: toPercent(dot.x), top: toPercent(dot.y) }}
          aria-label={name}
          {...lights.handlers(id)}
          onClick={() => onPick(id)}
        />
      </li>
    ))}
  </ul>
)

export type PictureHints = {
  width: number | null
  height: number | null
  color: string | null
}

type LookPictureProps = {
  url: string
  alt: string
  /** From the tile that was clicked, or from the server. */
  facts: PictureHints
  /** The picture of the tile, shown until the large one has loaded. */
  thumbnail: string | undefined
  children: ReactNode
}

export const LookPicture = ({ url, alt, facts, thumbnail, children }: LookPictureProps) => {
  useLayoutEffect(finishViewTransition, [])
  return (
    <div className={styles.frame} style={{ '--ratio': 1 / computeRatio(facts) } as CSSProperties}>
      <Picture
        {...facts}
        url={url}
        alt={alt}
        shape="look"
        isPriority
        thumbnail={thumbnail}
        className={styles.framePicture}
      />
      {children}
    </div>
  )
}
