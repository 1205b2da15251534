import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { SearchAlert } from '#client/catalog/alerts/alert-button.tsx'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { CelebrityLink } from '#client/catalog/people/celebrity-card.tsx'
import {
  AllCelebrities,
  selectKnownNames,
  NoOneCalled,
  UnknownNames,
} from '#client/catalog/people/celebrity-names.tsx'
import { RelaxedWords } from '#client/catalog/filters/filter-chips.tsx'
import { FilteredList, useProductFilters } from '#client/catalog/filters/filters.tsx'
import {
  FilteredSelection,
  PagedProducts,
  useProductSearch,
  useSelectionProducts,
} from '#client/catalog/products/paged-products.tsx'
import { createSearchQuery } from '#client/catalog/queries.ts'
import { CommissionNote, SearchElsewhere } from '#client/catalog/products/shop-link.tsx'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { WithVerbatim } from '#client/ui/with-verbatim.tsx'
import type { LinkElsewhere } from '#shared/contract/catalog.ts'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { formatNamesHeader } from '#shared/domain/celebrity.ts'
import { FIND_TITLE, RESULTS_TEXT } from '#shared/messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import { toggleFilter } from '#shared/product-filters.ts'
import { RelatedSearches, TopicLinks } from './related-searches.tsx'
import { ResultsActions, ResultsHead, useUrlSelection } from './results-head.tsx'
import styles from './results.module.css'

/** The rest is cut off, as in the search field. */
const MAX_CHARS = 100

type CorrectionProps = { typed: string; query: string }

/** Says that words were corrected, and links to the search as it was typed. */
const Correction = ({ typed, query }: CorrectionProps) => {
  const [before, after] = RESULTS_TEXT.corrected
  const exact = new URLSearchParams({ q: typed, exact: '1' })
  return (
    <p className={styles.reading}>
      {before}
      <strong>{query}</strong>
      {after}
      <Link to={{ search: exact.toString() }}>{RESULTS_TEXT.searchExactly(typed)}</Link>
    </p>
  )
}

/** Links to searches that may be meant instead. */
const NearestSearches = ({ queries }: { queries: readonly string[] }) =>
  queries.length > 0 && (
    <nav className={classNames('row wrap gap-2', styles.reading)} aria-label={RESULTS_TEXT.nearest}>
      <span>{RESULTS_TEXT.nearest}:</span>
      {queries.map((query) => (
        <Link key={query} to={{ search: new URLSearchParams({ q: query }).toString() }}>
          {query}
        </Link>
      ))}
    </nav>
  )

type NoResultsProps = {
  /** What nothing is called, or which request nothing meets. */
  reason: string | undefined
  applied: readonly AppliedFilter[]
  elsewhere: readonly LinkElsewhere[]
  onRemove: (filter: AppliedFilter) => void
}

/** Offers to search without one of the filters, with a photo, or in other shops. */
const NoResults = ({ reason, applied, elsewhere, onRemove }: NoResultsProps) => (
  <EmptyState
    title={RESULTS_TEXT.empty}
    action={
      <div className={classNames('stack gap-5', styles.ways)}>
        {applied.length > 1 && (
          <ul className="row wrap gap-2">
            {applied.map((filter) => (
              <li key={`${filter.facet}:${filter.value}`}>
                <Button onClick={() => onRemove(filter)}>
                  {RESULTS_TEXT.without(filter.label)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isFinderPublic() && (
          <ButtonLink variant="primary" icon="camera" to={paths.find.href()}>
            {FIND_TITLE}
          </ButtonLink>
        )}
        <AllCelebrities />
        <SearchElsewhere links={elsewhere} heading="h2" />
      </div>
    }
  >
    {reason && `${reason} `}
    {RESULTS_TEXT.noProductsHint}
  </EmptyState>
)

const WordsResult = ({ words }: { words: string }) => {
  usePageTitle(words)
  const subject = { q: words.slice(0, MAX_CHARS) }
  const { filters, setFilters } = useProductFilters()
  const [, setParams] = useSearchParams()
  const setQuery = (q: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.set('q', q)
        next.delete('exact')
        return next
      },
      { preventScrollReset: true },
    )
  const people =
    useQuery(createSearchQuery(subject.q, useVisitorCurrency())).data?.celebrities ?? []
  const { list, first } = useProductSearch(subject, filters)
  const { applied = [], relaxed = [], elsewhere = [], nearest = [], corrected } = first ?? {}
  // The last sentence says what nothing fits.
  const nothing = first?.total === 0 ? relaxed.at(-1) : undefined
  return (
    <div className="page">
      <PageHead
        isOfList
        kicker={RESULTS_TEXT.searchResultsFor}
        title={<WithVerbatim text={UI_TEXT.quoted(words)} parts={[words]} />}
        lead={first && first.total > 0 && RESULTS_TEXT.productsFound(first.total, first.isMore)}
      />
      {people.length > 0 && (
        <div className={styles.section}>
          <CardGrid
            kind="celebrities"
            items={people}
            label={RESULTS_TEXT.celebritiesList}
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
      {corrected && <Correction {...corrected} />}
      <RelaxedWords
        query={words}
        relaxed={relaxed.filter((word) => word !== nothing)}
        onChange={setQuery}
      />
      <NearestSearches queries={nearest} />
      <FilteredList
        subject={subject}
        filters={filters}
        onChange={setFilters}
        applied={applied}
        isEmpty={first?.total === 0}
        start={<SearchAlert subject={subject} filters={filters} />}
      >
        <PagedProducts
          {...list}
          label={RESULTS_TEXT.productsList}
          empty={
            <NoResults
              reason={nothing?.did}
              applied={applied}
              elsewhere={elsewhere}
              onRemove={(filter) => setFilters(toggleFilter(filters, applied, filter))}
            />
          }
        />
        {first && first.total > 0 && <CommissionNote className={styles.note} />}
        <TopicLinks words={subject.q} />
        <RelatedSearches words={subject.q} />
      </FilteredList>
    </div>
  )
}

const SelectionProducts = () => {
  const urlSelection = useUrlSelection()
  // A URL without names selects everyone.
  const selection = urlSelection.length === 0 ? EVERYONE : urlSelection
  const isFeed = selection === EVERYONE
  const products = useSelectionProducts(selection)
  const names = selectKnownNames(selection, products.celebrities)
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : formatNamesHeader(names, true))
  const { total, isMore, unknown } = products
  const textOf = isFeed ? RESULTS_TEXT.productsFound : RESULTS_TEXT.productsFoundFor
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={names}
        countText={total === undefined ? '' : textOf(total, isMore)}
      />
      {unknown.length > 0 && unknown.length === selection.length ? (
        <NoOneCalled names={unknown} />
      ) : (
        <>
          <UnknownNames names={unknown} />
          <FilteredSelection
            products={products}
            label={RESULTS_TEXT.products}
            start={
              <>
                <ResultsActions
                  selection={selection}
                  view="products"
                  people={products.celebrities}
                />
                {/* Not for the whole catalogue: every new product would be a match. */}
                {(!isFeed || products.hasFilters) && (
                  <SearchAlert subject={products.bar.subject} filters={products.bar.filters} />
                )}
              </>
            }
          />
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
