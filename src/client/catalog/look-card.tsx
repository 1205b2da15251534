import { Link } from 'react-router'
import { Picture } from '#client/ui/picture.tsx'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './look-card.module.css'

type LookCardProps = {
  look: ImageTile
  /** On the person's own page, the card shows the name of the look instead of theirs. */
  isPersonKnown?: boolean
  isPriority?: boolean
}

/** A look in a grid of cards. */
export const LookCard = ({ look, isPersonKnown = false, isPriority = false }: LookCardProps) => (
  <article className={styles.card}>
    <Picture
      url={look.image}
      color={look.color}
      frameRatio={5 / 4}
      shape="product"
      focus="50% 20%"
      isPriority={isPriority}
    />
    <h2 className={styles.name}>
      <Link className={styles.open} to={paths.celebrityImage.href(look.image)}>
        {isPersonKnown ? look.name : look.celebrity_name}
      </Link>
    </h2>
    <p className="quiet small">{RESULTS_TEXT.itemsFound(look.number_of_products)}</p>
  </article>
)
