import { useQuery } from '@tanstack/react-query'
import { AllCelebrities } from '#client/catalog/all-celebrities.tsx'
import { CelebrityLink } from '#client/catalog/celebrity-card.tsx'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { FilterBar } from '#client/catalog/filters/filter-bar.tsx'
import { useFoundProducts } from '#client/catalog/filters/use-found-products.ts'
import { useProductFilters } from '#client/catalog/filters/use-product-filters.ts'
import { PagedProducts } from '#client/catalog/paged-products.tsx'
import { searchQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { EmptyState } from '#client/ui/state.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './results-page.module.css'

/** Longer words are cut off, as the search field does. */
const LONGEST = 100

export const WordsResult = ({ words }: { words: string }) => {
  usePageTitle(words)
  const listed = { q: words.slice(0, LONGEST) }
  const { filters, setFilters } = useProductFilters()
  const people = useQuery(searchQuery(listed.q)).data?.celebrities ?? []
  const { list, first } = useFoundProducts(listed, filters)
  return (
    <div className="page">
      <PageHead
        kicker="Search results for"
        title={`“${words}”`}
        lead={first && first.total > 0 && RESULTS_TEXT.productsFound(first.total)}
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
