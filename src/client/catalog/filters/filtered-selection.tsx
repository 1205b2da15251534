import { useInfiniteQuery } from '@tanstack/react-query'
import { AllCelebrities } from '#client/catalog/all-celebrities.tsx'
import { PagedProducts } from '#client/catalog/paged-products.tsx'
import { productsQuery } from '#client/catalog/queries.ts'
import { EmptyState } from '#client/ui/state.tsx'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, celebritiesValue } from '#shared/paths.ts'
import { isFiltered } from '#shared/product-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { useFoundProducts } from './use-found-products.ts'
import { useProductFilters } from './use-product-filters.ts'

type SelectionProps = { selection: CelebritySelection; label: string }

const SelectedProducts = ({ selection, label }: SelectionProps) => (
  <PagedProducts
    query={useInfiniteQuery(productsQuery(selection))}
    name={`products ${celebritiesValue(selection)}`}
    label={label}
    empty={<EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />} />}
  />
)

/** The products of the chosen people: shuffled as the specification says, until they are filtered. */
export const FilteredSelection = ({ selection, label }: SelectionProps) => {
  const listed = { celebrities: celebritiesValue(selection) }
  const { filters, setFilters } = useProductFilters()
  const isChosen = isFiltered(filters)
  const { list, first } = useFoundProducts(listed, filters, { enabled: isChosen })
  return (
    <>
      <FilterBar
        listed={listed}
        filters={filters}
        onChange={setFilters}
        applied={first?.applied ?? []}
      />
      {first && <p className="quiet label">{RESULTS_TEXT.productsFound(first.total)}</p>}
      {isChosen ? (
        <PagedProducts
          {...list}
          label={label}
          empty={
            <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />}>
              Remove a filter to see more.
            </EmptyState>
          }
        />
      ) : (
        <SelectedProducts selection={selection} label={label} />
      )}
    </>
  )
}
