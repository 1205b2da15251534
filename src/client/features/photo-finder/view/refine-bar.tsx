import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RelaxedWords, RemovableChip } from '#client/catalog/filters/filter-chips.tsx'
import {
  ALL_OBJECTS,
  answerCountsQuery,
  answersQuery,
  NO_REFINEMENT,
  type Refinement,
  type useOverview,
  getAnswerView,
} from '#client/features/photo-finder/state/answers.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { AppliedFilter, FacetValue, RelaxedWord } from '#shared/contract/product-search.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { describeObject } from '#shared/domain/object-label.ts'
import { showPrice } from '#shared/domain/price.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { type FacetName, isImplied, toggleFilter, allowWords } from '#shared/product-filters.ts'
import styles from './finder.module.css'
import { useFinderView } from './use-finder.ts'

const EXAMPLE_AMOUNT = 80
const MAX_WORDS_CHARS = 100

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
const RefineBar = (props: RefineBarProps) => {
  const { embeddings, label, refinement, applied, relaxed, onChange } = props
  const currency = useVisitorCurrency()
  /** What is being typed; null before and after. */
  const [draft, setDraft] = useState<string | null>(null)
  // Words that have become chips leave the field, where further words can be typed.
  const isInChips =
    refinement.q !== '' && applied.some((filter) => isImplied(refinement.filters, filter))
  const wordsInField = isInChips ? '' : refinement.q
  const words = draft ?? wordsInField
  const counts = useQueries({
    queries: embeddings.map((embedding) => answerCountsQuery(embedding, refinement, currency)),
  })
  const isApplied = ({ facet, value }: Pick<AppliedFilter, 'facet' | 'value'>) =>
    applied.some((filter) => filter.facet === facet && filter.value === value)
  const facets = addUp(counts.flatMap(({ data }) => data?.facets ?? []))
  const isOwn = (value: FacetValue) =>
    (label ?? '').toLowerCase().includes(value.label.toLowerCase())
  const chips = (label === undefined ? FOR_ALL : FOR_ONE).flatMap(([facet, count]) =>
    facets
      .filter((value) => value.facet === facet && !isApplied(value))
      .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || (b.count ?? 0) - (a.count ?? 0))
      .slice(0, count)
      .toSorted((a, b) => (facet === 'price' ? startOf(a) - startOf(b) : 0)),
  )
  const toggle = (filter: Pick<AppliedFilter, 'facet' | 'value'>) => {
    const filters = toggleFilter(refinement.filters, applied, filter)
    const isLast = applied.length === 1 && isApplied(filter)
    // The words are gone with the last of their chips.
    onChange(isInChips && isLast ? NO_REFINEMENT : { ...refinement, filters })
  }

  const handleSubmit = () => {
    const q = words.trim()
    // An empty field removes no chips.
    if (isInChips && q === '') return
    const both = `${refinement.q} ${q}`
    const isAddition = isInChips && both.length <= MAX_WORDS_CHARS
    const { without: _without, ...filters } = refinement.filters
    // New words count as a whole, even those whose chips were removed before.
    if (isAddition) onChange({ q: both, filters: allowWords(refinement.filters, q) })
    else onChange({ q, filters })
    setDraft(null)
  }

  return (
    <div className={styles.refine}>
      <search aria-label={ANSWER_TEXT.refine}>
        <Form className={styles.refineWords} onSubmit={handleSubmit}>
          <Icon name="search" size={18} />
          <input
            aria-label={ANSWER_TEXT.refine}
            placeholder={
              refinement.q ||
              ANSWER_TEXT.refineExample(showPrice(EXAMPLE_AMOUNT, currency ?? undefined) ?? '')
            }
            value={words}
            maxLength={MAX_WORDS_CHARS}
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => setDraft(event.target.value)}
          />
          {words.trim() !== wordsInField && (
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
                setDraft(null)
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
          setDraft(null)
          onChange({ ...refinement, q })
        }}
      />
    </div>
  )
}

type RefinementBarProps = Pick<ReturnType<typeof useOverview>, 'applied' | 'relaxed'> & {
  selected: ScanDetection | undefined
}

/** The words and filters for the results below: those of one object, or of all. */
export const RefinementBar = ({ selected, applied, relaxed }: RefinementBarProps) => {
  const { state, send } = useFinderView()
  const key = selected ? selected.embedding : ALL_OBJECTS
  const view = getAnswerView(state.views, key ?? ALL_OBJECTS)
  const { data } = useQuery({
    ...answersQuery(key ?? '', view, { views: state.views, currency: useVisitorCurrency() }),
    enabled: Boolean(key),
    placeholderData: keepPreviousData,
  })
  if (key === undefined) return null
  const embeddings = state.detections.flatMap(({ embedding }) => embedding ?? [])
  return (
    <RefineBar
      // The field must not keep the words of another object.
      key={key}
      embeddings={selected ? [key] : embeddings}
      {...(selected ? { label: describeObject(selected.label) } : {})}
      refinement={view.refinement}
      applied={selected ? (data?.applied ?? []) : applied}
      relaxed={selected ? (data?.relaxed ?? []) : relaxed}
      onChange={(refinement) => send({ type: 'change-view', key, view: { ...view, refinement } })}
    />
  )
}
