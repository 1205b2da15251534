import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { FACET_NAMES, type ProductFilters, toggleFilter } from '#shared/product-filters.ts'
import { FilterGroup } from './filter-group.tsx'
import { countsQuery, type ListedProducts } from './listed-products.ts'

type FilterPanelProps = {
  isOpen: boolean
  onClose: () => void
  listed: ListedProducts
  filters: ProductFilters
  onChange: (filters: ProductFilters) => void
}

/** Choices with their counts; the list follows when the panel is left with the button. */
export const FilterPanel = ({ isOpen, onClose, listed, filters, onChange }: FilterPanelProps) => {
  const [draft, setDraft] = useState(filters)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setDraft(filters)
  }
  const query = useQuery({
    ...countsQuery(listed, draft),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const { total = 0, applied = [], facets = [] } = query.data ?? {}

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
            {total === 1 ? 'Show 1 product' : `Show ${total} products`}
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
