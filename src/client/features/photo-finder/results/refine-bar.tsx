import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { NO_WISH, type Wish } from '#client/features/photo-finder/scan/finder-state.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { RemovableChip } from '#client/ui/removable-chip.tsx'
import { RelaxedWords } from '#client/catalog/relaxed-words.tsx'
import type { AppliedFilter, FacetValue, RelaxedWord } from '#shared/contract/product-search.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { type FacetName, toggleFilter } from '#shared/product-filters.ts'
import { answerCountsQuery } from './answers.ts'
import styles from './results.module.css'

const EXAMPLE_AMOUNT = 80

type Offered = readonly (readonly [FacetName, number])[]

/** Offered of each filter, those with the most products; free words reach the others. */
const FOR_ONE: Offered = [
  ['colour', 4],
  ['kind', 3],
  ['price', 3],
  ['department', 2],
  ['stock', 1],
  ['condition', 2],
  ['shop', 3],
]
/** A kind would leave nothing of the other objects. */
const FOR_ALL: Offered = [
  ['price', 3],
  ['department', 2],
  ['colour', 4],
  ['stock', 1],
  ['condition', 2],
]

/** The lower end of a price, '50-100EUR' or '-50EUR'. */
const startOf = ({ value }: FacetValue) => Number.parseFloat(value) || 0

/** The values of all objects together. */
const addUp = (facets: readonly FacetValue[]): FacetValue[] => {
  const sums = new Map<string, FacetValue>()
  for (const one of facets) {
    const key = `${one.facet}:${one.value}`
    const { count = 0 } = sums.get(key) ?? {}
    sums.set(key, {
      ...one,
      count: one.count === null || count === null ? null : one.count + count,
    })
  }
  return [...sums.values()]
}

type RefineBarProps = {
  embeddings: readonly string[]
  /** What the object is called: its own colour is offered first. */
  label?: string
  wish: Wish
  /** Understood from the words, or chosen. */
  applied: readonly AppliedFilter[]
  /** Words that could not be used. */
  relaxed: readonly RelaxedWord[]
  onChange: (wish: Wish) => void
}

/** Words and one-tap filters, for the results of one object or of all. */
export const RefineBar = ({
  embeddings,
  label,
  wish,
  applied,
  relaxed,
  onChange,
}: RefineBarProps) => {
  const currency = useVisitorCurrency()
  const [words, setWords] = useState(wish.q)
  const counts = useQueries({
    queries: embeddings.map((embedding) => answerCountsQuery(embedding, wish, currency)),
  })
  const isApplied = ({ facet, value }: FacetValue) =>
    applied.some((one) => one.facet === facet && one.value === value)
  const facets = addUp(counts.flatMap(({ data }) => data?.facets ?? []))
  const isOwn = (one: FacetValue) => (label ?? '').includes(one.label.toLowerCase())
  const isAll = label === undefined
  const offered = (isAll ? FOR_ALL : FOR_ONE).flatMap(([facet, most]) =>
    facets
      .filter((one) => one.facet === facet && !isApplied(one))
      .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || (b.count ?? 0) - (a.count ?? 0))
      .slice(0, most)
      .toSorted((a, b) => (facet === 'price' ? startOf(a) - startOf(b) : 0)),
  )
  const toggle = (one: Pick<AppliedFilter, 'facet' | 'value'>) =>
    onChange({ ...wish, filters: toggleFilter(wish.filters, applied, one) })

  const handleSubmit = () => {
    // New words count as a whole, even those whose chips were removed before.
    const { without: _without, ...filters } = wish.filters
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
          {words.trim() !== wish.q && (
            <Button type="submit" variant="quiet">
              {ANSWER_TEXT.refineNow}
            </Button>
          )}
        </Form>
      </search>
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
              {one.label} {one.count !== null && <span className="quiet small">{one.count}</span>}
            </button>
          </li>
        ))}
      </ul>
      <RelaxedWords
        query={wish.q}
        relaxed={relaxed}
        onChange={(q) => {
          setWords(q)
          onChange({ ...wish, q })
        }}
      />
    </div>
  )
}
