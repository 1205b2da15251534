import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { useIsHydrating, useIsMobile } from '#client/lib/use-media-query.ts'
import buttons from '#client/ui/button.module.css'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import {
  FACET_NAMES,
  type FacetName,
  FILTER_NAMES,
  readFilters,
  isProductSort,
  type ProductFilters,
  type ProductSort,
  toggleFilter,
  setSort,
} from '#shared/product-filters.ts'
import { SORT_LABELS } from '#shared/sort-messages.ts'
import { RemovableChip } from './filter-chips.tsx'
import styles from './filters.module.css'
import { OfflineButton } from '#client/catalog/photo-search/offline-products.tsx'
import { createCountsQuery, type ListSubject } from '#client/catalog/queries.ts'
import { SWATCHES } from './swatches.ts'
import { FILTER_TEXT } from './filter-messages.ts'

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
  return { filters: readFilters((name) => params.get(name)), setFilters }
}

const FIRST_VALUES = 8

type FilterGroupProps = {
  facet: FacetName
  values: readonly FacetValue[]
  applied: readonly AppliedFilter[]
  onToggle: (value: string) => void
}

const FilterGroup = ({ facet, values, applied, onToggle }: FilterGroupProps) => {
  const [isExpanded, setIsExpanded] = useState(false)
  const isApplied = (value: string) =>
    applied.some((filter) => filter.facet === facet && filter.value === value)
  // Price bands go from low to high; other values come with the most products first.
  const ordered =
    facet === 'price'
      ? values.toSorted((a, b) => parseLowestPrice(a) - parseLowestPrice(b))
      : values
  const visible = ordered.filter(
    ({ value }, index) => isExpanded || index < FIRST_VALUES || isApplied(value),
  )
  if (values.length === 0) return null
  return (
    <fieldset>
      <legend className={styles.title}>{FILTER_TEXT.facets[facet]}</legend>
      <ul className={styles.values}>
        {visible.map(({ value, label, count }) => (
          <li key={value}>
            <label className={classNames('row gap-3', styles.value)}>
              <input type="checkbox" checked={isApplied(value)} onChange={() => onToggle(value)} />
              {facet === 'colour' && SWATCHES[value] && (
                <span className={styles.swatch} style={{ background: SWATCHES[value] }} />
              )}
              <span className={styles.label}>
                {facet === 'brand' || facet === 'shop' ? <Name>{label}</Name> : label}
              </span>
              {count !== null && <span className="quiet small">{count}</span>}
            </label>
          </li>
        ))}
      </ul>
      {visible.length < values.length && (
        <Button variant="quiet" onClick={() => setIsExpanded(true)}>
          {FILTER_TEXT.showAll(values.length)}
        </Button>
      )}
    </fieldset>
  )
}

const parseLowestPrice = ({ value }: FacetValue): number => Number(value.split('-')[0])

type FiltersProps = {
  subject: ListSubject
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
}

/** The values of each filter, and how many products each of them would leave. */
const useCounts = ({ subject, filters }: Omit<FiltersProps, 'onChange'>, enabled: boolean) => {
  const query = useQuery({
    ...createCountsQuery(subject, filters, useVisitorCurrency()),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { query, ...(query.data ?? { total: 0, isMore: false, applied: [], facets: [] }) }
}

type FilterGroupsProps = Omit<FiltersProps, 'subject'> & { counts: ReturnType<typeof useCounts> }

const FilterGroups = ({ counts, filters, onChange }: FilterGroupsProps) => {
  const { query, applied, facets } = counts
  return (
    <>
      {query.isError && <QueryError title={FILTER_TEXT.notLoaded} query={query} />}
      <div className="stack gap-6" aria-busy={query.isFetching}>
        {FACET_NAMES.map((facet) => (
          <FilterGroup
            key={facet}
            facet={facet}
            values={facets.filter((value) => value.facet === facet)}
            applied={applied}
            onToggle={(value) => onChange(toggleFilter(filters, applied, { facet, value }))}
          />
        ))}
      </div>
    </>
  )
}

/** The filters beside the list, which follows every choice at once. */
const FilterColumn = (props: FiltersProps) => {
  const counts = useCounts(props, !useIsHydrating())
  return (
    <aside className={styles.column} aria-label={FILTER_TEXT.filters}>
      <FilterGroups {...props} counts={counts} />
    </aside>
  )
}

type FilterPanelProps = FiltersProps & { isOpen: boolean; onClose: () => void }

/** The filters on a narrow screen: the panel covers the list, which changes when the button is pressed. */
const FilterPanel = ({ isOpen, onClose, subject, filters, onChange }: FilterPanelProps) => {
  const [draft, setDraft] = useState(filters)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setDraft(filters)
  }
  const counts = useCounts({ subject, filters: draft }, isOpen)
  const { total, isMore, applied, query } = counts

  const handleConfirm = () => {
    onClose()
    // Not before the panel's history entry has gone: the list is replaced, not the panel.
    window.addEventListener('popstate', () => onChange(draft), { once: true })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={FILTER_TEXT.filter}
      variant="panel"
      footer={
        <>
          <Button
            variant="quiet"
            disabled={applied.length === 0}
            onClick={() =>
              setDraft(applied.reduce((rest, filter) => toggleFilter(rest, applied, filter), draft))
            }
          >
            {FILTER_TEXT.clearAll}
          </Button>
          <Button variant="primary" onClick={handleConfirm} disabled={!query.data}>
            {RESULTS_TEXT.showProducts(total, isMore)}
          </Button>
        </>
      }
    >
      <FilterGroups counts={counts} filters={draft} onChange={setDraft} />
    </Dialog>
  )
}

type SortProps = { sort: string | undefined; onChange: (sort: ProductSort) => void }

const SortSelect = ({ sort, onChange }: SortProps) => (
  <span className={classNames(buttons.button, buttons.secondary, styles.sort)}>
    <select
      aria-label={FILTER_TEXT.sortBy}
      value={isProductSort(sort) ? sort : 'relevance'}
      onChange={({ target: { value } }) => isProductSort(value) && onChange(value)}
    >
      {Object.entries(SORT_LABELS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" size={16} />
  </span>
)

type FilteredListProps = FiltersProps & {
  /** Filters that were chosen, or understood from the words. */
  applied: readonly AppliedFilter[]
  /** There is nothing to filter or sort, but the applied filters can be removed. */
  isEmpty: boolean
  /** Shown at the start of the bar. */
  start?: ReactNode
  /** Shown after the filters, which come first on a phone. */
  end?: ReactNode
  children: ReactNode
}

/** A list with its filters, in a column beside it or, if that is too narrow, behind a button, and its order. */
export const FilteredList = ({
  applied,
  isEmpty,
  start,
  end,
  children,
  ...filtering
}: FilteredListProps) => {
  const { filters, onChange } = filtering
  const [isOpen, setIsOpen] = useState(false)
  const isMobile = useIsMobile()
  const hasFilters = !isEmpty || applied.length > 0
  const [shop, ...otherShops] = applied.filter(({ facet }) => facet === 'shop')
  return (
    <div className={styles.container}>
      <div className={classNames(styles.layout, hasFilters && styles.withColumn)}>
        {hasFilters && !isMobile && <FilterColumn {...filtering} />}
        <div className={styles.list}>
          {/* A landmark, because on a phone it scrolls sideways. */}
          <section
            className={classNames('row gap-3', styles.bar)}
            aria-label={FILTER_TEXT.shownProducts}
          >
            {/* First, so that it is visible before the bar is scrolled. */}
            {hasFilters && (
              <Button
                className={styles.open}
                aria-haspopup="dialog"
                onClick={() => setIsOpen(true)}
              >
                {FILTER_TEXT.filter}
              </Button>
            )}
            {start}
            {applied.length > 0 && (
              <ul className="row gap-2" aria-label={FILTER_TEXT.appliedFilters}>
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
            {end}
            {shop && otherShops.length === 0 && <OfflineButton subject={{ shop: shop.value }} />}
            {!isEmpty && (
              <SortSelect
                sort={filters.sort}
                onChange={(sort) => onChange(setSort(filters, sort))}
              />
            )}
          </section>
          {children}
        </div>
        <FilterPanel isOpen={isOpen} onClose={() => setIsOpen(false)} {...filtering} />
      </div>
    </div>
  )
}
