import { Link } from 'react-router'
import { Picture } from '#client/ui/picture.tsx'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import page from './product-page.module.css'
import styles from './worn-in.module.css'

export const WornIn = ({ tiles }: { tiles: readonly ImageTile[] }) =>
  tiles.length > 0 && (
    <section className={page.section} aria-labelledby="worn-in">
      <h2 className={page.heading} id="worn-in">
        {PRODUCT_TEXT.wornBy}
      </h2>
      <ul className={styles.looks}>
        {tiles.map((tile) => (
          <li key={tile.image}>
            <Link className={styles.look} to={paths.celebrityImage.href(tile.image)}>
              <Picture
                url={tile.image}
                alt=""
                width={tile.width}
                height={tile.height}
                color={tile.color}
                frameRatio={3 / 2}
                shape="portrait"
              />
              {tile.celebrity_name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
