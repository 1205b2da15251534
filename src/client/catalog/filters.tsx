import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { RemovableChip } from '#client/ui/removable-chip.tsx'
import { QueryError } from '#client/ui/state.tsx'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import {
  FACET_NAMES,
  type FacetName,
  FILTER_NAMES,
  filtersFrom,
  isProductSort,
  type ProductFilters,
  SORT_LABELS,
  toggleFilter,
  withSort,
} from '#shared/product-filters.ts'
import styles from './filters.module.css'
import { countsQuery, type ListedProducts } from './queries.ts'

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

const TITLES: Readonly<Record<FacetName, string>> = {
  kind: 'Kind',
  colour: 'Colour',
  brand: 'Brand',
  shop: 'Shop',
  price: 'Price',
  condition: 'Condition',
  stock: 'Availability',
}

const FIRST_SHOWN = 8

type FilterGroupProps = {
  facet: FacetName
  values: readonly FacetValue[]
  applied: readonly AppliedFilter[]
  onToggle: (value: string) => void
}

const FilterGroup = ({ facet, values, applied, onToggle }: FilterGroupProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const isApplied = (value: string) =>
    applied.some((one) => one.facet === facet && one.value === value)
  // Bands are read from low to high; other values with the most products first.
  const ordered = facet === 'price' ? values.toSorted((a, b) => lowest(a) - lowest(b)) : values
  const shown = ordered.filter(
    ({ value }, index) => isWhole || index < FIRST_SHOWN || isApplied(value),
  )
  if (values.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{TITLES[facet]}</legend>
      <ul className={styles.values}>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <label className={classNames('row gap-3', styles.value)}>
              <input type="checkbox" checked={isApplied(value)} onChange={() => onToggle(value)} />
              <span className={styles.label}>{label}</span>
              {count !== null && <span className="quiet small">{count}</span>}
            </label>
          </li>
        ))}
      </ul>
      {shown.length < values.length && (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>
          Show all {values.length}
        </Button>
      )}
    </fieldset>
  )
}

const lowest = ({ value }: FacetValue): number => Number(value.split('-')[0])

type FilterPanelProps = {
  isOpen: boolean
  onClose: () => void
  listed: ListedProducts
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
}

/** Choices with their counts; the list follows when the panel is left with the button. */
const FilterPanel = ({ isOpen, onClose, listed, filters, onChange }: FilterPanelProps) => {
  const [draft, setDraft] = useState(filters)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setDraft(filters)
  }
  const query = useQuery({
    ...countsQuery(listed, draft, useVisitorCurrency()),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const { total = 0, isMore = false, applied = [], facets = [] } = query.data ?? {}

  const handleConfirm = () => {
    onClose()
    // Not before the panel's history entry has gone: the list is replaced, not the panel.
    window.addEventListener('popstate', () => onChange(draft), { once: true })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Filter"
      variant="panel"
      footer={
        <>
          <Button
            variant="quiet"
            disabled={applied.length === 0}
            onClick={() =>
              setDraft(applied.reduce((left, one) => toggleFilter(left, applied, one), draft))
            }
          >
            Clear all
          </Button>
          <Button variant="primary" onClick={handleConfirm} disabled={!query.data}>
            Show {RESULTS_TEXT.productsFound(total, isMore)}
          </Button>
        </>
      }
    >
      {query.isError && <QueryError title="Could not load the filters." query={query} />}
      <div className="stack gap-6" aria-busy={query.isFetching}>
        {FACET_NAMES.map((facet) => (
          <FilterGroup
            key={facet}
            facet={facet}
            values={facets.filter((one) => one.facet === facet)}
            applied={applied}
            onToggle={(value) => setDraft(toggleFilter(draft, applied, { facet, value }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

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
