import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Name } from '#client/ui/name.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './celebrity-card.module.css'
import { useSelection, toggleSelected, isSelected } from './celebrity-selection.ts'
import { PEOPLE_TEXT } from './people-messages.ts'

type CelebrityCardProps = {
  celebrity: { name: string; image: string }
  shape: 'portrait' | 'celebrity'
  isPriority?: boolean
  pictureClassName?: string | undefined
}

const CardFace = ({
  celebrity,
  shape,
  isPriority = false,
  pictureClassName,
  children,
}: CelebrityCardProps & { children?: ReactNode }) => (
  <>
    <span className={classNames('frame', styles.picture, pictureClassName)}>
      <Picture
        url={celebrity.image}
        frameRatio={5 / 4}
        focus="50% 15%"
        shape={shape}
        isPriority={isPriority}
      />
      {children}
    </span>
    <span className={styles.name}>
      <Name>{celebrity.name}</Name>
    </span>
  </>
)

/** A card that adds a celebrity to the selection, or removes them from it. */
export const SelectableCelebrityCard = (card: CelebrityCardProps) => {
  const { selection } = useSelection()
  const { name } = card.celebrity
  return (
    <button
      type="button"
      className={classNames(styles.card, styles.choice)}
      aria-pressed={isSelected(selection, name)}
      onClick={() => toggleSelected(name)}
    >
      <CardFace {...card}>
        <span className={styles.mark}>
          <Icon name={isSelected(selection, name) ? 'check' : 'plus'} size={16} />
        </span>
      </CardFace>
    </button>
  )
}

type CelebrityLinkProps = CelebrityCardProps & { to: string }

export const CelebrityLink = ({ to, ...card }: CelebrityLinkProps) => (
  <Link className={styles.card} to={to}>
    <CardFace {...card} />
  </Link>
)

type CreatorPageLinkProps = {
  name: string
  creatorPage?: string | undefined
  className?: string
}

/** Nothing for people without a page of their own. */
export const CreatorPageLink = ({ name, creatorPage, className }: CreatorPageLinkProps) =>
  creatorPage && (
    <Link className={className} to={paths.creator.href(creatorPage)}>
      {NAVIGATION_TEXT.creatorPage}
      <span className="visually-hidden">{PEOPLE_TEXT.ofPerson(name)}</span>
    </Link>
  )

/** The largest picture that the avatar files serve sharply. */
const AVATAR_PX = 64

type PortraitProps = {
  image: string
  /** In pixels, or as large as its container. */
  size: number | '100%'
}

/** A round portrait next to a visible name, so it has no alt text. */
export const Portrait = ({ image, size }: PortraitProps) => (
  <span className={styles.portrait} style={{ width: size }}>
    <Picture
      url={image}
      frameRatio={1}
      shape={size === '100%' || size > AVATAR_PX ? 'portrait' : 'avatar'}
      focus="50% 20%"
      className={styles.round}
    />
  </span>
)
