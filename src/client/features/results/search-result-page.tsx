import { NoOneCalled } from '#client/catalog/all-celebrities.tsx'
import {
  FilteredSelection,
  useSelectionProducts,
} from '#client/catalog/filters/filtered-selection.tsx'
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
  const products = useSelectionProducts(selection)
  const { total, unknown } = products
  const count = isFeed ? RESULTS_TEXT.productsFound : RESULTS_TEXT.productsFoundFor
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={knownNames(selection, unknown)}
        found={total === undefined ? '' : count(total)}
        view="products"
      />
      {unknown.length > 0 && unknown.length === selection.length ? (
        <NoOneCalled names={unknown} />
      ) : (
        <>
          <UnknownNames names={unknown} />
          <CommissionNote className={styles.note} />
          <FilteredSelection products={products} label="Products" />
        </>
      )}
    </div>
  )
}

const SearchResultPage = () => {
  const [params] = useSearchParams()
  const words = params.get('q')?.trim()
  return words ? <WordsResult words={words} /> : <SelectionProducts />
}

export default SearchResultPage
