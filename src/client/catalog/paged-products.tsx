import { useInfiniteQuery } from '@tanstack/react-query'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { usePrefetchedPictures } from '#client/ui/use-prefetched-pictures.ts'
import { GRID } from '#shared/constants.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, celebritiesValue } from '#shared/paths.ts'
import { AllCelebrities } from './all-celebrities.tsx'
import { LookLink } from './look-link.tsx'
import { ProductCard } from './product-card.tsx'
import { CardGrid } from './card-grid.tsx'
import { productsQuery } from './queries.ts'

const FIRST_ROW = 4

type PagedProductsProps = {
  selection: CelebritySelection
  label: string
}

/** §9: the product grid, 12 at a time, the pictures of the next 12 fetched ahead. */
export const PagedProducts = ({ selection, label }: PagedProductsProps) => {
  const query = useInfiniteQuery(productsQuery(selection))
  const { shown, upcoming, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.products) ?? [],
    name: `products ${celebritiesValue(selection)}`,
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
  if (query.isSuccess && shown.length === 0)
    return <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />} />
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
