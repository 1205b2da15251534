import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedProducts } from '#client/catalog/paged-products.tsx'
import { productsQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { HOME_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import { knownNames } from './known-names.ts'
import { ResultsHead } from './results-head.tsx'
import styles from './results-page.module.css'
import { UnknownNames } from './unknown-names.tsx'
import { useUrlSelection } from './use-url-selection.ts'

export const SelectionProducts = () => {
  const inUrl = useUrlSelection()
  // A URL without names selects everyone.
  const selection = inUrl.length === 0 ? FEED : inUrl
  const isFeed = selection === FEED
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : namesHeader(selection, true))
  const first = useInfiniteQuery(productsQuery(selection)).data?.pages[0]
  const found = first ? `${first.total} ${isFeed ? 'products' : 'Products found for'}` : ''
  return (
    <div className={styles.page}>
      <ResultsHead
        selection={selection}
        names={knownNames(selection, first?.unknown)}
        found={found}
        view="products"
        hrefOf={paths.searchResult.href}
      />
      <UnknownNames names={first?.unknown ?? []} />
      <div className={styles.note}>
        <CommissionNote />
      </div>
      <PagedProducts
        selection={selection}
        label="Products"
        emptyAction={
          <ButtonLink to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</ButtonLink>
        }
      />
    </div>
  )
}
