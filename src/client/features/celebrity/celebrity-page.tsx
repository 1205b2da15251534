import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { HeadingNames } from '#client/catalog/heading-names.tsx'
import { FilteredSelection } from '#client/catalog/filters/filtered-selection.tsx'
import { Portrait } from '#client/catalog/portrait.tsx'
import { productsQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { CELEBRITY_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './celebrity-page.module.css'

const CelebrityPage = () => {
  const { celebrity: name = '' } = useParams()
  usePageTitle(CELEBRITY_TEXT.productsUsedBy(name))
  const first = useInfiniteQuery(productsQuery([name])).data?.pages[0]
  const known = first?.celebrities[0]
  return (
    <div className="page">
      <PageHead
        kicker={
          <span className={styles.portrait}>
            {known && <Portrait image={known.image} size={96} />}
          </span>
        }
        title={<HeadingNames text={CELEBRITY_TEXT.productsUsedBy(name)} names={[name]} />}
        lead={first && `${first.total} products`}
        actions={
          known && (
            <ButtonLink to={paths.celebritySearchResult.href([name])}>See all looks</ButtonLink>
          )
        }
      />
      <CommissionNote className={styles.note} />
      <FilteredSelection selection={[name]} label={CELEBRITY_TEXT.productsUsedBy(name)} />
    </div>
  )
}

export default CelebrityPage
