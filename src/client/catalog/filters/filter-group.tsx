import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import type { FacetName } from '#shared/product-filters.ts'
import styles from './filter-group.module.css'

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

export const FilterGroup = ({ facet, values, applied, onToggle }: FilterGroupProps) => {
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
              <span className="quiet small">{count}</span>
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
