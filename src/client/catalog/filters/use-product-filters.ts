import { useSearchParams } from 'react-router'
import { FILTER_NAMES, filtersFrom, type ProductFilters } from '#shared/product-filters.ts'

/** The filters in the address, and how to change them without a new entry in the history. */
export const useProductFilters = () => {
  const [params, setParams] = useSearchParams()
  const setFilters = (filters: ProductFilters) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const name of FILTER_NAMES) next.delete(name)
        for (const [name, value] of Object.entries(filters)) next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { filters: filtersFrom((name) => params.get(name)), setFilters }
}
