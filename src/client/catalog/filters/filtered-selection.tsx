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

/** The products of the chosen people: shuffled as the specification says, until they are filtered. */
export const useSelectionProducts = (selection: CelebritySelection) => {
  const listed = { celebrities: celebritiesValue(selection) }
  const { filters, setFilters } = useProductFilters()
  const isChosen = isFiltered(filters)
  const whole = useInfiniteQuery(productsQuery(selection))
  const { list, first } = useFoundProducts(listed, filters, { enabled: isChosen })
  const about = whole.data?.pages[0]
  return {
    /** Whom the selection means, and who is unknown. */
    celebrities: about?.celebrities ?? [],
    unknown: about?.unknown ?? [],
    /** Of what is listed, filtered or not. */
    total: isChosen ? first?.total : about?.total,
    list: isChosen ? list : { query: whole, name: `products ${listed.celebrities}` },
    isChosen,
    bar: { listed, filters, onChange: setFilters, applied: first?.applied ?? [] },
  }
}

type FilteredSelectionProps = {
  products: ReturnType<typeof useSelectionProducts>
  label: string
}

export const FilteredSelection = ({ products, label }: FilteredSelectionProps) => {
  const { list, isChosen, bar } = products
  return (
    <>
      <FilterBar {...bar} />
      <PagedProducts
        {...list}
        label={label}
        empty={
          <EmptyState
            title={isChosen ? RESULTS_TEXT.noMatches : RESULTS_TEXT.empty}
            action={<AllCelebrities />}
          >
            {isChosen && RESULTS_TEXT.removeFilter}
          </EmptyState>
        }
      />
    </>
  )
}
