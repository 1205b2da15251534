import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PagedProducts } from '#client/catalog/paged-products.tsx'
import type { ProductFilters } from '#shared/product-filters.ts'
import { foundQuery, type ListedProducts } from './listed-products.ts'

type FoundProductsProps = {
  listed: ListedProducts
  filters: ProductFilters
  label: string
  /** Instead of the list if nothing is found. */
  empty: ReactNode
}

/** A searched or filtered list. */
export const FoundProducts = ({ listed, filters, label, empty }: FoundProductsProps) => {
  const options = foundQuery(listed, filters)
  return (
    <PagedProducts
      query={useInfiniteQuery(options)}
      name={JSON.stringify(options.queryKey)}
      label={label}
      empty={empty}
    />
  )
}
