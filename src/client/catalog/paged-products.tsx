import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { QueryError } from '#client/ui/state.tsx'
import { usePrefetchedPictures } from '#client/ui/use-prefetched-pictures.ts'
import { GRID } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { LookLink } from './look-link.tsx'
import { ProductCard } from './product-card.tsx'
import { CardGrid } from './card-grid.tsx'

const FIRST_ROW = 4

type PagedProductsProps = {
  query: UseInfiniteQueryResult<InfiniteData<{ products: CatalogProduct[] }>>
  /** Distinguishes several lists on one page. */
  name: string
  label: string
  /** Instead of the list if there are none. */
  empty: ReactNode
}

/** §9: the product grid, 12 at a time, the pictures of the next 12 fetched ahead. */
export const PagedProducts = ({ query, name, label, empty }: PagedProductsProps) => {
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
