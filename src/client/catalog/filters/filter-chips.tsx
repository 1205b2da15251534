import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { RelaxedWord } from '#shared/contract/product-search.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { removeWords } from '#shared/product-filters.ts'
import styles from './filters.module.css'
import { FILTER_TEXT } from './filter-messages.ts'

type RemovableChipProps = { label: string; onRemove: () => void; className?: string | undefined }

/** A filter that applies; pressing it removes it. */
export const RemovableChip = ({ label, onRemove, className }: RemovableChipProps) => (
  <button
    type="button"
    className={classNames('row gap-2 label chip', className)}
    aria-label={FILTER_TEXT.remove(label)}
    onClick={onRemove}
  >
    {label}
    <Icon name="close" size={14} />
  </button>
)

type RelaxedWordsProps = {
  query: string
  relaxed: readonly RelaxedWord[]
  /** Called with the rest of the query when words are removed from it. */
  onChange: (query: string) => void
}

/** Explains what the search did with words that it could not use; each can be removed. */
export const RelaxedWords = ({ query, relaxed, onChange }: RelaxedWordsProps) =>
  relaxed.length > 0 && (
    <ul className={classNames('stack gap-2', styles.relaxed)} aria-label={RESULTS_TEXT.relaxed}>
      {relaxed.map(({ words, did }) => {
        const rest = removeWords(query, words)
        return (
          <li key={words} className="row wrap gap-2">
            <span>{did}</span>
            {rest !== null && <RemovableChip label={words} onRemove={() => onChange(rest)} />}
          </li>
        )
      })}
    </ul>
  )
