import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { usePrefetchedPictures } from '#client/ui/use-prefetched-pictures.ts'
import { GRID } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { celebritiesValue, type CelebritySelection, FEED } from '#shared/paths.ts'
import { isFiltered, type ProductFilters } from '#shared/product-filters.ts'
import { CardGrid } from './card-grid.tsx'
import { AllCelebrities } from './celebrity-names.tsx'
import { FilteredList, useProductFilters } from './filters.tsx'
import { cardFromCatalog, lookAction, ProductCard } from './product-card.tsx'
import { CommissionNote } from './shop-link.tsx'
import styles from './paged-products.module.css'
import { type ListedProducts, productSearchQuery, productsQuery } from './queries.ts'

const FIRST_ROW = 4

type PagedProductsProps = {
  query: UseInfiniteQueryResult<InfiniteData<{ products: CatalogProduct[] }>>
  /** Distinguishes several lists on one page. */
  name: string
  /** All of one person, whom the page names. */
  isOfPerson?: boolean
  label: string
  /** Instead of the list if there are none. */
  empty: ReactNode
}

/** The product grid, 12 at a time, the pictures of the next 12 fetched ahead. */
export const PagedProducts = ({
  query,
  name,
  label,
  empty,
  isOfPerson = false,
}: PagedProductsProps) => {
  const { shown, upcoming, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.products) ?? [],
    name,
    pageSize: GRID.productPageSize,
    sentinelPx: GRID.productSentinelPx,
    query,
  })
  usePrefetchedPictures(
    upcoming.map((product) => product.product_image ?? product.celebrity_image),
    'product',
  )
  if (query.isError && shown.length === 0) return <QueryError what="products" query={query} />
  if (query.isSuccess && shown.length === 0) return empty
  return (
    <>
      <CardGrid
        kind="products"
        items={shown}
        label={label}
        isLoading={!isComplete && shown.length === 0}
        renderCard={(product, index) => (
          <ProductCard
            product={cardFromCatalog(product)}
            actions={lookAction(product, isOfPerson)}
            isPriority={index < FIRST_ROW}
          />
        )}
      />
      {!isComplete && <div ref={sentinel} />}
    </>
  )
}

/** A searched or filtered list, and what its first page says about the whole. */
export const useProductSearch = (
  listed: ListedProducts,
  filters: ProductFilters,
  { enabled } = { enabled: true },
) => {
  const options = productSearchQuery(listed, filters, useVisitorCurrency())
  const query = useInfiniteQuery({ ...options, enabled })
  return {
    list: { query, name: JSON.stringify(options.queryKey) },
    first: enabled ? query.data?.pages[0] : undefined,
  }
}

/** The products of the chosen people: shuffled as the specification says, until they are filtered. */
export const useSelectionProducts = (selection: CelebritySelection) => {
  const listed = { celebrities: celebritiesValue(selection) }
  const { filters, setFilters } = useProductFilters()
  const isChosen = isFiltered(filters)
  const whole = useInfiniteQuery(productsQuery(selection))
  const { list, first } = useProductSearch(listed, filters, { enabled: isChosen })
  const about = whole.data?.pages[0]
  return {
    /** Whom the selection means, and who is unknown. */
    celebrities: about?.celebrities ?? [],
    unknown: about?.unknown ?? [],
    /** Of what is listed, filtered or not. */
    total: isChosen ? first?.total : about?.total,
    isMore: isChosen && first?.isMore,
    list: isChosen ? list : { query: whole, name: `products ${listed.celebrities}` },
    isChosen,
    isOfPerson: selection !== FEED && selection.length === 1,
    bar: { listed, filters, onChange: setFilters, applied: first?.applied ?? [] },
  }
}

type FilteredSelectionProps = {
  products: ReturnType<typeof useSelectionProducts>
  label: string
  /** At the start and the end of the bar above the list. */
  start?: ReactNode
  end?: ReactNode
}

export const FilteredSelection = ({ products, label, start, end }: FilteredSelectionProps) => {
  const { list, total, isChosen, isOfPerson, bar } = products
  return (
    <FilteredList {...bar} isEmpty={total === 0} start={start} end={end}>
      <PagedProducts
        {...list}
        label={label}
        isOfPerson={isOfPerson}
        empty={
          <EmptyState
            title={isChosen ? RESULTS_TEXT.noMatches : RESULTS_TEXT.empty}
            action={<AllCelebrities />}
          >
            {isChosen && RESULTS_TEXT.removeFilter}
          </EmptyState>
        }
      />
      <CommissionNote className={styles.note} />
    </FilteredList>
  )
}
