import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { classNames } from '#client/ui/class-names.ts'
import styles from './celebrity-card.module.css'
import { isSelected, useSelection } from './selection.ts'

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
    <span className={styles.name}>{celebrity.name}</span>
  </>
)

/** A card that adds a celebrity to the selection, or removes them from it. */
export const CelebrityChoice = (card: CelebrityCardProps) => {
  const { selection, toggle } = useSelection()
  const { name } = card.celebrity
  return (
    <button
      type="button"
      className={classNames(styles.card, styles.choice)}
      aria-pressed={isSelected(selection, name)}
      onClick={() => toggle(name)}
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
