import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { RemovableChip } from '#client/ui/removable-chip.tsx'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import {
  isProductSort,
  type ProductFilters,
  SORT_LABELS,
  toggleFilter,
  withSort,
} from '#shared/product-filters.ts'
import styles from './filter-bar.module.css'
import { FilterPanel } from './filter-panel.tsx'
import type { ListedProducts } from './listed-products.ts'

type FilterBarProps = {
  listed: ListedProducts
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
  /** What the list shows: chosen, or understood from the words. */
  applied: readonly AppliedFilter[]
}

/** What the products are filtered by, as chips to remove, and how they are sorted. */
export const FilterBar = ({ listed, filters, onChange, applied }: FilterBarProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={classNames('row wrap gap-3', styles.bar)} aria-label="Filters">
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Filter
      </Button>
      {applied.length > 0 && (
        <ul className={classNames('row wrap gap-2', styles.chips)} aria-label="Applied filters">
          {applied.map((filter) => (
            <li key={`${filter.facet}:${filter.value}`}>
              <RemovableChip
                label={filter.label}
                onRemove={() => onChange(toggleFilter(filters, applied, filter))}
              />
            </li>
          ))}
        </ul>
      )}
      <label className={classNames('row gap-2 label', styles.sort)}>
        Sort by
        <select
          className={styles.select}
          value={isProductSort(filters.sort) ? filters.sort : 'relevance'}
          onChange={({ target: { value } }) =>
            isProductSort(value) && onChange(withSort(filters, value))
          }
        >
          {Object.entries(SORT_LABELS).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <FilterPanel
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        listed={listed}
        filters={filters}
        onChange={onChange}
      />
    </section>
  )
}
