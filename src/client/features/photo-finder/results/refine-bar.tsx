import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NO_WISH, type Wish } from '#client/features/photo-finder/scan/finder-state.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { RemovableChip } from '#client/ui/removable-chip.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { type FacetName, toggleFilter } from '#shared/product-filters.ts'
import { answerCountsQuery } from './answers.ts'
import styles from './results.module.css'

/** Offered of each filter, those with the most products; free words reach the others. */
const OFFERED: readonly (readonly [FacetName, number])[] = [
  ['kind', 3],
  ['colour', 4],
  ['price', 3],
  ['stock', 1],
  ['condition', 2],
  ['shop', 3],
]

type RefineBarProps = {
  embedding: string
  wish: Wish
  /** Understood from the words, or chosen. */
  applied: readonly AppliedFilter[]
  onChange: (wish: Wish) => void
}

/** Words and one-tap filters for the results of one object. */
export const RefineBar = ({ embedding, wish, applied, onChange }: RefineBarProps) => {
  const [words, setWords] = useState(wish.q)
  const { data } = useQuery(answerCountsQuery(embedding, wish))
  const isApplied = ({ facet, value }: FacetValue) =>
    applied.some((one) => one.facet === facet && one.value === value)
  const offered = OFFERED.flatMap(([facet, most]) =>
    (data?.facets ?? []).filter((one) => one.facet === facet && !isApplied(one)).slice(0, most),
  )
  const toggle = (one: Pick<AppliedFilter, 'facet' | 'value'>) =>
    onChange({ ...wish, filters: toggleFilter(wish.filters, applied, one) })

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // New words are asked for as a whole, also those whose chips were removed.
    const { without: _without, ...filters } = wish.filters
    onChange({ q: words.trim(), filters })
  }

  return (
    <div className={classNames('stack gap-2', styles.answers)}>
      <search aria-label={ANSWER_TEXT.refine}>
        <form onSubmit={handleSubmit}>
          <TextField
            label={ANSWER_TEXT.refine}
            placeholder={ANSWER_TEXT.refineExample}
            value={words}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
            action={
              <Button type="submit" variant="quiet">
                {ANSWER_TEXT.refineNow}
              </Button>
            }
          />
        </form>
      </search>
      {(applied.length > 0 || offered.length > 0) && (
        <ul className={styles.chips} aria-label={ANSWER_TEXT.filters}>
          {applied.map((one) => (
            <li key={`${one.facet}:${one.value}`}>
              <RemovableChip
                label={one.label}
                className={styles.chipApplied}
                onRemove={() => toggle(one)}
              />
            </li>
          ))}
          {applied.length > 1 && (
            <li>
              <Button
                variant="quiet"
                onClick={() => {
                  setWords('')
                  onChange(NO_WISH)
                }}
              >
                {ANSWER_TEXT.clear}
              </Button>
            </li>
          )}
          {offered.map((one) => (
            <li key={`${one.facet}:${one.value}`}>
              <button
                type="button"
                className="row gap-2 label chip"
                aria-label={ANSWER_TEXT.add(one.label, one.count)}
                onClick={() => toggle(one)}
              >
                {one.label} <span className="quiet small">{one.count}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
