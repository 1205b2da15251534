import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { RelaxedWords, RemovableChip } from '#client/catalog/filter-chips.tsx'
import { NO_REFINEMENT, type Refinement } from '#client/features/photo-finder/scan/finder-state.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { AppliedFilter, FacetValue, RelaxedWord } from '#shared/contract/product-search.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { type FacetName, toggleFilter } from '#shared/product-filters.ts'
import { answerCountsQuery } from './answers.ts'
import styles from './results.module.css'

const EXAMPLE_AMOUNT = 80

type ChipCounts = readonly (readonly [FacetName, number])[]

/** How many values of each filter are chips: those with the most products. Words reach the others. */
const FOR_ONE: ChipCounts = [
  ['colour', 4],
  ['kind', 3],
  ['price', 3],
  ['department', 2],
  ['stock', 1],
  ['condition', 2],
  ['shop', 3],
]
/** Without kinds, which would leave no matches for the other objects. */
const FOR_ALL: ChipCounts = [
  ['price', 3],
  ['department', 2],
  ['colour', 4],
  ['stock', 1],
  ['condition', 2],
]

/** The lower end of a price band such as '50-100EUR' or '-50EUR'. */
const startOf = ({ value }: FacetValue) => Number.parseFloat(value) || 0

/** Adds up the counts of all objects. */
const addUp = (facets: readonly FacetValue[]): FacetValue[] => {
  const sums = new Map<string, FacetValue>()
  for (const facet of facets) {
    const key = `${facet.facet}:${facet.value}`
    const { count = 0 } = sums.get(key) ?? {}
    const sum = facet.count === null || count === null ? null : facet.count + count
    sums.set(key, { ...facet, count: sum })
  }
  return [...sums.values()]
}

type RefineBarProps = {
  embeddings: readonly string[]
  /** The name of the object, whose own colour is offered first; absent for all objects. */
  label?: string
  refinement: Refinement
  /** Filters that were chosen, or understood from the words. */
  applied: readonly AppliedFilter[]
  /** Words that could not be used. */
  relaxed: readonly RelaxedWord[]
  onChange: (refinement: Refinement) => void
}

/** A field for words and chips for filters, for the results of one object or of all. */
export const RefineBar = ({
  embeddings,
  label,
  refinement,
  applied,
  relaxed,
  onChange,
}: RefineBarProps) => {
  const currency = useVisitorCurrency()
  const [words, setWords] = useState(refinement.q)
  const counts = useQueries({
    queries: embeddings.map((embedding) => answerCountsQuery(embedding, refinement, currency)),
  })
  const isApplied = ({ facet, value }: FacetValue) =>
    applied.some((filter) => filter.facet === facet && filter.value === value)
  const facets = addUp(counts.flatMap(({ data }) => data?.facets ?? []))
  const isOwn = (value: FacetValue) => (label ?? '').includes(value.label.toLowerCase())
  const chips = (label === undefined ? FOR_ALL : FOR_ONE).flatMap(([facet, count]) =>
    facets
      .filter((value) => value.facet === facet && !isApplied(value))
      .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || (b.count ?? 0) - (a.count ?? 0))
      .slice(0, count)
      .toSorted((a, b) => (facet === 'price' ? startOf(a) - startOf(b) : 0)),
  )
  const toggle = (filter: Pick<AppliedFilter, 'facet' | 'value'>) =>
    onChange({ ...refinement, filters: toggleFilter(refinement.filters, applied, filter) })

  const handleSubmit = () => {
    // New words count as a whole, even those whose chips were removed before.
    const { without: _without, ...filters } = refinement.filters
    onChange({ q: words.trim(), filters })
  }

  return (
    <div className={styles.refine}>
      <search aria-label={ANSWER_TEXT.refine}>
        <Form className={styles.refineWords} onSubmit={handleSubmit}>
          <Icon name="search" size={18} />
          <input
            aria-label={ANSWER_TEXT.refine}
            placeholder={ANSWER_TEXT.refineExample(
              displayPrice(EXAMPLE_AMOUNT, currency ?? undefined) ?? '',
            )}
            value={words}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
          />
          {words.trim() !== refinement.q && (
            <Button type="submit" variant="quiet">
              {ANSWER_TEXT.refineNow}
            </Button>
          )}
        </Form>
      </search>
      <ul className={styles.chips} aria-label={ANSWER_TEXT.filters}>
        {applied.map((filter) => (
          <li key={`${filter.facet}:${filter.value}`}>
            <RemovableChip
              label={filter.label}
              className={styles.chipApplied}
              onRemove={() => toggle(filter)}
            />
          </li>
        ))}
        {applied.length > 1 && (
          <li>
            <Button
              variant="quiet"
              onClick={() => {
                setWords('')
                onChange(NO_REFINEMENT)
              }}
            >
              {ANSWER_TEXT.clear}
            </Button>
          </li>
        )}
        {chips.map(({ facet, value, label: name, count }) => (
          <li key={`${facet}:${value}`}>
            <button
              type="button"
              className="row gap-2 label chip"
              aria-label={ANSWER_TEXT.add(name, count)}
              onClick={() => toggle({ facet, value })}
            >
              {name} {count !== null && <span className="quiet small">{count}</span>}
            </button>
          </li>
        ))}
      </ul>
      <RelaxedWords
        query={refinement.q}
        relaxed={relaxed}
        onChange={(q) => {
          setWords(q)
          onChange({ ...refinement, q })
        }}
      />
    </div>
  )
}
