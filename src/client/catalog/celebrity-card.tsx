import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { classNames } from '#client/ui/class-names.ts'
import styles from './celebrity-card.module.css'

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
    <span className={classNames(styles.picture, pictureClassName)}>
      <Picture
        url={celebrity.image}
        alt=""
        width={null}
        height={null}
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

type CelebrityChoiceProps = CelebrityCardProps & { isSelected: boolean; onToggle: () => void }

export const CelebrityChoice = ({ isSelected, onToggle, ...card }: CelebrityChoiceProps) => (
  <button
    type="button"
    className={classNames(styles.card, styles.choice)}
    aria-pressed={isSelected}
    onClick={onToggle}
  >
    <CardFace {...card}>
      <span className={styles.mark}>
        <Icon name={isSelected ? 'check' : 'plus'} size={16} />
      </span>
    </CardFace>
  </button>
)

type CelebrityLinkProps = CelebrityCardProps & { to: string }

export const CelebrityLink = ({ to, ...card }: CelebrityLinkProps) => (
  <Link className={styles.card} to={to}>
    <CardFace {...card} />
  </Link>
)
