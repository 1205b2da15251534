import { Link } from 'react-router'
import { Picture } from '#client/ui/picture.tsx'
import { Name } from '#client/ui/name.tsx'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { HOME_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './home.module.css'

/** Cropped to one height, so that photos and drawings of all formats stand in rows. */
export const NewLooks = ({ looks }: { looks: readonly ImageTile[] }) => (
  <section className={styles.newLooks} aria-labelledby="home-new-looks">
    <h2 className={styles.newTitle} id="home-new-looks">
      {HOME_TEXT.newLooks}
    </h2>
    <ul className={styles.newGrid}>
      {looks.map(({ image, celebrity_name, color, number_of_products }) => (
        <li key={image}>
          <Link className={styles.newLook} to={paths.celebrityImage.href(image)}>
            <Picture url={image} color={color} frameRatio={5 / 4} shape="tile" focus="50% 20%" />
            <span className={styles.newName}>
              <Name>{celebrity_name}</Name>
            </span>
            <span className="quiet small">{RESULTS_TEXT.itemsFound(number_of_products)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
