import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { LookLink } from '#client/catalog/look-link.tsx'
import { ProductCard } from '#client/catalog/product-card.tsx'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { QueryError } from '#client/ui/state.tsx'
import { usePrefetchedPictures } from '#client/ui/use-prefetched-pictures.ts'
import { GRID } from '#shared/constants.ts'
import type { ProductFilters } from '#shared/product-filters.ts'
import { foundQuery, type ListedProducts } from './listed-products.ts'

const FIRST_ROW = 4

type FoundProductsProps = {
  listed: ListedProducts
  filters: ProductFilters
  label: string
  /** Instead of the list if nothing is found. */
  empty: ReactNode
}

/** A searched or filtered list, 12 at a time. */
export const FoundProducts = ({ listed, filters, label, empty }: FoundProductsProps) => {
  const options = foundQuery(listed, filters)
  const query = useInfiniteQuery(options)
  const { shown, upcoming, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.products) ?? [],
    name: JSON.stringify(options.queryKey),
    pageSize: GRID.productPageSize,
    sentinelPx: GRID.productSentinelPx,
    query,
  })
  usePrefetchedPictures(
    upcoming.map((product) => product.product_image ?? product.celebrity_image),
    'product',
  )
  if (query.isError && shown.length === 0)
    return <QueryError title="Could not load products." query={query} />
  if (query.isSuccess && shown.length === 0) return empty
  return (
    <>
      <CardGrid
        kind="products"
        items={shown}
        label={label}
        isLoading={!isComplete && shown.length === 0}
        renderCard={(product, index) => (
          <ProductCard product={product} isPriority={index < FIRST_ROW}>
            <LookLink product={product} />
          </ProductCard>
        )}
      />
      {!isComplete && <div ref={sentinel} />}
    </>
  )
}
