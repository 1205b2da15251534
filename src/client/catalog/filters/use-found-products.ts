import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProductFilters } from '#shared/product-filters.ts'
import { foundQuery, type ListedProducts } from './listed-products.ts'

/** A searched or filtered list, and what its first page says about the whole. */
export const useFoundProducts = (
  listed: ListedProducts,
  filters: ProductFilters,
  { enabled } = { enabled: true },
) => {
  const options = foundQuery(listed, filters)
  const query = useInfiniteQuery({ ...options, enabled })
  return {
    list: { query, name: JSON.stringify(options.queryKey) },
    first: enabled ? query.data?.pages[0] : undefined,
  }
}
