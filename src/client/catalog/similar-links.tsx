import { Link } from 'react-router'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './similar-links.module.css'

type SimilarLinksProps = {
  id: string
  name: string
  /** In a tab of its own, where leaving would lose what the page shows. */
  isApart?: boolean
}

/** One tap from any product to what looks like it, and to what looks like it and costs less. */
export const SimilarLinks = ({ id, name, isApart = false }: SimilarLinksProps) => {
  const target = isApart ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <p className={classNames('row wrap label quiet', styles.links)}>
      <Link to={paths.product.href(id, name, 'similar')} {...target}>
        {PRODUCT_TEXT.similar}
        <VisuallyHidden>
          : {PRODUCT_TEXT.similarTo(name)}
          {isApart && ' (opens in a new tab)'}
        </VisuallyHidden>
      </Link>
      <Link to={paths.product.href(id, name, 'cheaper')} {...target}>
        {PRODUCT_TEXT.cheaperShort}
        <VisuallyHidden>
          : {PRODUCT_TEXT.similarTo(name)}
          {isApart && ' (opens in a new tab)'}
        </VisuallyHidden>
      </Link>
    </p>
  )
}
