import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { CelebrityLink } from '#client/catalog/celebrity-card.tsx'
import {
  AllCelebrities,
  knownNames,
  NoOneCalled,
  UnknownNames,
} from '#client/catalog/celebrity-names.tsx'
import { FilterBar, useProductFilters } from '#client/catalog/filters.tsx'
import {
  FilteredSelection,
  PagedProducts,
  useProductSearch,
  useSelectionProducts,
} from '#client/catalog/paged-products.tsx'
import { searchQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import { ResultsHead, useUrlSelection } from './results-head.tsx'
import styles from './results.module.css'

/** Longer words are cut off, as the search field does. */
const LONGEST = 100

const WordsResult = ({ words }: { words: string }) => {
  usePageTitle(words)
  const listed = { q: words.slice(0, LONGEST) }
  const { filters, setFilters } = useProductFilters()
  const people = useQuery(searchQuery(listed.q, useVisitorCurrency())).data?.celebrities ?? []
  const { list, first } = useProductSearch(listed, filters)
  return (
    <div className="page">
      <PageHead
        kicker="Search results for"
        title={`“${words}”`}
        lead={first && first.total > 0 && RESULTS_TEXT.productsFound(first.total, first.isMore)}
      />
      {people.length > 0 && (
        <div className={styles.section}>
          <CardGrid
            kind="celebrities"
            items={people}
            label="Celebrities found"
            renderCard={(celebrity) => (
              <CelebrityLink
                celebrity={celebrity}
                shape="celebrity"
                to={paths.celebritySearchResult.href([celebrity.name])}
              />
            )}
          />
        </div>
      )}
      <FilterBar
        listed={listed}
        filters={filters}
        onChange={setFilters}
        applied={first?.applied ?? []}
      />
      {first && first.total > 0 && <CommissionNote className={styles.note} />}
      <PagedProducts
        {...list}
        label="Products found"
        empty={
          <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />}>
            Try fewer or different words, such as a name, a brand or a type of clothing.
          </EmptyState>
        }
      />
    </div>
  )
}

const SelectionProducts = () => {
  const inUrl = useUrlSelection()
  // A URL without names selects everyone.
  const selection = inUrl.length === 0 ? FEED : inUrl
  const isFeed = selection === FEED
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : namesHeader(selection, true))
  const products = useSelectionProducts(selection)
  const { total, isMore, unknown } = products
  const count = isFeed ? RESULTS_TEXT.productsFound : RESULTS_TEXT.productsFoundFor
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={knownNames(selection, unknown)}
        found={total === undefined ? '' : count(total, isMore)}
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
