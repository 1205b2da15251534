import { useInfiniteQuery } from '@tanstack/react-query'
import { FilteredSelection } from '#client/catalog/filters/filtered-selection.tsx'
import { productsQuery } from '#client/catalog/queries.ts'
import { useSearchParams } from 'react-router'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { FEED } from '#shared/paths.ts'
import { knownNames } from './known-names.ts'
import { ResultsHead } from './results-head.tsx'
import styles from './results-page.module.css'
import { UnknownNames } from './unknown-names.tsx'
import { WordsResult } from './words-result.tsx'
import { useUrlSelection } from './use-url-selection.ts'

const SelectionProducts = () => {
  const inUrl = useUrlSelection()
  // A URL without names selects everyone.
  const selection = inUrl.length === 0 ? FEED : inUrl
  const isFeed = selection === FEED
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : namesHeader(selection, true))
  const first = useInfiniteQuery(productsQuery(selection)).data?.pages[0]
  const found = first ? `${first.total} ${isFeed ? 'products' : 'Products found for'}` : ''
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={knownNames(selection, first?.unknown)}
        found={found}
        view="products"
      />
      <UnknownNames names={first?.unknown ?? []} />
      <CommissionNote className={styles.note} />
      <FilteredSelection selection={selection} label="Products" />
    </div>
  )
}

const SearchResultPage = () => {
  const [params] = useSearchParams()
  const words = params.get('q')?.trim()
  return words ? <WordsResult words={words} /> : <SelectionProducts />
}

export default SearchResultPage
