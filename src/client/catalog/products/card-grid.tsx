import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#client/lib/format-day.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { describeAdvertising } from '#shared/domain/disclosure.ts'
import { paths } from '#shared/paths.ts'
import styles from './card-grid.module.css'
import { CLAIM_TEXT } from '#shared/look-messages.ts'

/** Height over width of the pictures. */
const SKELETON_RATIOS = { celebrities: 5 / 4, products: 5 / 4, looks: 3 / 2 } as const

type CardGridProps<Item> = {
  kind: keyof typeof SKELETON_RATIOS
  items: readonly Item[]
  isLoading?: boolean
  label: string
  renderCard: (item: Item, index: number) => ReactNode
}

const PLACEHOLDERS = Array.from({ length: 12 }, (_, index) => index)

/** Cards in columns; only products have an id, celebrities are known by their names. */
export const CardGrid = <Item extends { id?: string; name: string }>({
  kind,
  items,
  isLoading = false,
  label,
  renderCard,
}: CardGridProps<Item>) => (
  <div className={styles.container}>
    <ul className={classNames('stack', styles[kind])} aria-label={label} aria-busy={isLoading}>
      {items.map((item, index) => (
        <li key={item.id ?? item.name}>{renderCard(item, index)}</li>
      ))}
      {isLoading &&
        PLACEHOLDERS.map((index) => (
          <li key={index} className="stack gap-3">
            <Skeleton ratio={SKELETON_RATIOS[kind]} />
            <Skeleton width="70%" />
          </li>
        ))}
    </ul>
  </div>
)

type LookRowProps = {
  looks: readonly (ImageTile & { takenOn?: string | null; isSimilar?: boolean })[]
  caption: 'person' | 'day'
}

/** Looks side by side, which scroll if there are many. */
export const LookRow = ({ looks, caption }: LookRowProps) => (
  <ul className={styles.lookRow}>
    {looks.map(({ image, name, celebrity_name, color, takenOn, isSimilar, disclosures }) => (
      <li key={image}>
        <Link className={styles.look} to={paths.celebrityImage.href(image)}>
          <Picture url={image} color={color} frameRatio={5 / 4} shape="portrait" focus="50% 20%" />
          {caption === 'person' ? (
            <Name>{celebrity_name}</Name>
          ) : (
            <span className="visually-hidden">
              <Verbatim>{name}</Verbatim>
            </span>
          )}
          {isSimilar && <span className="quiet small">{CLAIM_TEXT.similarItem}</span>}
          {disclosures && <span className="small">{describeAdvertising(disclosures)}</span>}
          {caption === 'day' && takenOn && (
            <time className="quiet small" dateTime={takenOn}>
              {formatDay(takenOn)}
            </time>
          )}
        </Link>
      </li>
    ))}
  </ul>
)
