import { Link } from 'react-router'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import { cardId } from './card-id.ts'
import styles from './look-link.module.css'

/** From a product to its card on the picture it was found in; nothing if nobody wears it. */
export const LookLink = ({ product }: { product: CatalogProduct }) =>
  product.celebrity_image === '' ? null : (
    <Link
      className={styles.link}
      to={`${paths.celebrityImage.href(product.celebrity_image)}#${cardId(product.id)}`}
    >
      Worn by {product.celebrity_name}
      <VisuallyHidden>: {product.name}</VisuallyHidden>
    </Link>
  )
