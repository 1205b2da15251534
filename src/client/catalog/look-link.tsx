import { Link } from 'react-router'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import { cardId } from './card-id.ts'
import styles from './look-link.module.css'

/** From a product to its card on the picture it was found in; nothing if nobody wears it. */
export const LookLink = ({ product }: { product: CatalogProduct }) => {
  const { id, name, celebrity_image: look, celebrity_name: person } = product
  if (look === '') return null
  return (
    <KeptMarkup of={['look link', id, name, look, person]}>
      <Link className={styles.link} to={`${paths.celebrityImage.href(look)}#${cardId(id)}`}>
        Worn by {person}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </Link>
    </KeptMarkup>
  )
}
