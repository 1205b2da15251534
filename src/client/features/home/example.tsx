import { Link } from 'react-router'
import { Price } from '#client/catalog/price.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { ExampleLook } from '#shared/contract/catalog.ts'
import { HOME_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './home.module.css'

const RATIO = 5 / 4
const percent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

/** A look with a dot on each product, and the products: an example of what the site does. */
export const Example = ({ look }: { look: ExampleLook }) => {
  const { image, celebrity_name, products, ...facts } = look
  return (
    <section className={styles.example} aria-label={HOME_TEXT.example(celebrity_name)}>
      <div className="frame">
        <Link
          to={paths.celebrityImage.href(image)}
          aria-label={HOME_TEXT.wholeLook(celebrity_name)}
        >
          <Picture {...facts} url={image} shape="example" isPriority />
        </Link>
        {products.map(
          ({ id, name, box }) =>
            box && (
              // Hidden from screen readers, because the list has the same links with names.
              <Link
                key={id}
                className="look-dot"
                style={{
                  left: percent(box.point?.x ?? box.x + box.width / 2),
                  top: percent(box.point?.y ?? box.y + box.height / 2),
                }}
                to={paths.product.href(id, name)}
                tabIndex={-1}
                aria-hidden
              />
            ),
        )}
      </div>
      <ul className={styles.matches}>
        {products.map(({ id, name, price, product_image }) => (
          <li key={id}>
            <Link className={styles.match} to={paths.product.href(id, name)}>
              <Picture url={product_image ?? image} frameRatio={RATIO} shape="avatar" />
              <span className="stack small">
                <span className={styles.matchName}>{name}</span>
                <Price price={price} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
