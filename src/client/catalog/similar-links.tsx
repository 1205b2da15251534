import { Link } from 'react-router'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './similar-links.module.css'

/** One tap from any product to what looks like it, and to what looks like it and costs less. */
export const SimilarLinks = ({ id, name }: { id: string; name: string }) => (
  <p className={classNames('row wrap label quiet', styles.links)}>
    <Link to={paths.product.href(id, name, 'similar')}>
      {PRODUCT_TEXT.similar}
      <VisuallyHidden>: {PRODUCT_TEXT.similarTo(name)}</VisuallyHidden>
    </Link>
    <Link to={paths.product.href(id, name, 'cheaper')}>
      {PRODUCT_TEXT.cheaperShort}
      <VisuallyHidden>: {PRODUCT_TEXT.similarTo(name)}</VisuallyHidden>
    </Link>
  </p>
)
