import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Portrait } from '#client/catalog/portrait.tsx'
import { wornByQuery } from '#client/catalog/queries.ts'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import styles from './also-worn-by.module.css'

const MOST = 4

/** Other looks with the same product. Its space is reserved, so that nothing shifts. */
export const AlsoWornBy = ({ product }: { product: CatalogProduct }) => {
  const { data = [] } = useQuery(wornByQuery(product.id))
  const others = data.filter(({ image }) => image !== product.celebrity_image).slice(0, MOST)
  return (
    <div className={classNames('row wrap', styles.slot)}>
      {others.length > 0 && (
        <>
          <p className="quiet small">Also worn by</p>
          <ul className={classNames('row', styles.looks)}>
            {others.map((look) => (
              <li key={look.image}>
                <Link to={paths.celebrityImage.href(look.image)} title={look.celebrity_name}>
                  <Portrait image={look.celebrity_portrait} size={32} />
                  <VisuallyHidden>{look.celebrity_name}</VisuallyHidden>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
