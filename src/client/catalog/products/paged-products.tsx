import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { usePrefetchedPictures } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { GRID } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { ListSection } from '#shared/contract/product-search.ts'
import { formatCount, RESULTS_TEXT } from '#shared/messages.ts'
import { formatCelebritySelection, type CelebritySelection, EVERYONE } from '#shared/paths.ts'
import { isFiltered, type ProductFilters } from '#shared/product-filters.ts'
import { CardGrid } from './card-grid.tsx'
import { AllCelebrities } from '#client/catalog/people/celebrity-names.tsx'
import { FilteredList, useProductFilters } from '#client/catalog/filters/filters.tsx'
import styles from '#client/catalog/filters/filters.module.css'
import { toCardProduct, createLookAction, ProductCard } from './product-card.tsx'
import {
  type ListSubject,
  createProductSearchQuery,
  createProductsQuery,
} from '#client/catalog/queries.ts'
import { CommissionNote } from './shop-link.tsx'
import { PAGED_PRODUCTS_TEXT } from './product-list-messages.ts'

const FIRST_ROW = 4

type ProductsPage = { products: CatalogProduct[]; sections?: ListSection[] }

/** Where the sections of a list begin: its headings, each with the products below it. */
const splitIntoSections = (pages: readonly ProductsPage[], visible: readonly CatalogProduct[]) => {
  const starts = new Map<string, { heading: ListSection; from: number }>()
  let before = 0
  for (const { products, sections = [] } of pages) {
    for (const section of sections)
      if (section.from !== null && !starts.has(section.section))
        starts.set(section.section, { heading: section, from: before + section.from })
    before += products.length
  }
  const ordered = [...starts.values()].toSorted((a, b) => a.from - b.from)
  const parts = ordered[0]?.from === 0 ? ordered : [{ heading: null, from: 0 }, ...ordered]
  return parts.flatMap(({ heading, from }, index) => {
    const products = visible.slice(from, parts[index + 1]?.from)
    return products.length > 0 || index === 0 ? [{ heading, from, products }] : []
  })
}

type PagedProductsProps = {
  query: UseInfiniteQueryResult<InfiniteData<ProductsPage>>
  /** Distinguishes several lists on one page. */
  name: string
  /** All products are worn by one person, who is named in the heading of the page. */
  isOfPerson?: boolean
  label: string
  /** Shown if the list is empty. */
  empty: ReactNode
}

/** The product grid: it grows by 12, and the pictures of the next 12 are fetched ahead. */
export const PagedProducts = ({
  query,
  name,
  label,
  empty,
  isOfPerson = false,
}: PagedProductsProps) => {
  const { visible, upcoming, isComplete, sentinel } = usePagedList({
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
  if (query.isError && visible.length === 0)
    return <QueryError title={PAGED_PRODUCTS_TEXT.notLoaded} query={query} />
  if (query.isSuccess && visible.length === 0) return empty
  return (
    <>
      {splitIntoSections(query.data?.pages ?? [], visible).map(({ heading, from, products }) => (
        <Fragment key={heading?.section ?? 'first'}>
          {heading && (
            <h2 className={styles.sectionTitle}>
              {heading.heading}{' '}
              <span className="quiet">{formatCount(heading.total, heading.isMore)}</span>
            </h2>
          )}
          <CardGrid
            kind="products"
            items={products}
            label={heading?.heading ?? label}
            isLoading={!isComplete && visible.length === 0}
            renderCard={(product, index) => (
              <ProductCard
                product={toCardProduct(product)}
                actions={createLookAction(product, isOfPerson)}
                isPriority={from + index < FIRST_ROW}
              />
            )}
          />
        </Fragment>
      ))}
      {!isComplete && <div ref={sentinel} />}
    </>
  )
}

/** A searched or filtered list, and its first page, which has the counts of the whole list. */
export const useProductSearch = (
  subject: ListSubject,
  filters: ProductFilters,
  { enabled } = { enabled: true },
) => {
  const options = createProductSearchQuery(subject, filters, useVisitorCurrency())
  const query = useInfiniteQuery({ ...options, enabled })
  return {
    list: { query, name: JSON.stringify(options.queryKey) },
    first: enabled ? query.data?.pages[0] : undefined,
  }
}

/** The products of the selected people: shuffled as the specification says, until they are filtered. */
export const useSelectionProducts = (selection: CelebritySelection) => {
  const subject = { celebrities: formatCelebritySelection(selection) }
  const { filters, setFilters } = useProductFilters()
  const hasFilters = isFiltered(filters)
  const shuffled = useInfiniteQuery(createProductsQuery(selection))
  const { list, first } = useProductSearch(subject, filters, { enabled: hasFilters })
  const firstShuffled = shuffled.data?.pages[0]
  return {
    /** The selected people that the catalogue has, and the names that it does not have. */
    celebrities: firstShuffled?.celebrities ?? [],
    unknown: firstShuffled?.unknown ?? [],
    /** How many products the list has, filtered or not. */
    total: hasFilters ? first?.total : firstShuffled?.total,
    isMore: hasFilters && first?.isMore,
    list: hasFilters ? list : { query: shuffled, name: `products ${subject.celebrities}` },
    hasFilters,
    isOfPerson: selection !== EVERYONE && selection.length === 1,
    bar: { subject, filters, onChange: setFilters, applied: first?.applied ?? [] },
  }
}

type FilteredSelectionProps = {
  products: ReturnType<typeof useSelectionProducts>
  label: string
  /** Shown at the start and the end of the bar above the list. */
  start?: ReactNode
  end?: ReactNode
}

export const FilteredSelection = ({ products, label, start, end }: FilteredSelectionProps) => {
  const { list, total, hasFilters, isOfPerson, bar } = products
  return (
    <FilteredList {...bar} isEmpty={total === 0} start={start} end={end}>
      <PagedProducts
        {...list}
        label={label}
        isOfPerson={isOfPerson}
        empty={
          <EmptyState
            title={hasFilters ? RESULTS_TEXT.noMatches : RESULTS_TEXT.empty}
            action={<AllCelebrities />}
          >
            {hasFilters && RESULTS_TEXT.removeFilter}
          </EmptyState>
        }
      />
      <CommissionNote className={styles.note} />
    </FilteredList>
  )
}
