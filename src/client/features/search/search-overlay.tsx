import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PhotoLink } from '#client/catalog/choose-photo.tsx'
import { collectionsQuery, searchQuery } from '#client/catalog/queries.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon, Spinner } from '#client/ui/icon.tsx'
import styles from './search.module.css'
import { searchOptions, stepOption, SuggestionList, wordsHref } from './suggestions.tsx'

/** The value once it has not changed for `afterMs`, to search once per word instead of per key. */
const useSettled = (value: string, afterMs: number): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}

const LIST_ID = 'search-suggestions'
const SETTLE_MS = 180
const MAX_CHARS = 100

/** A combobox over celebrities and products: arrow keys choose, Enter opens, Escape closes. */
const SearchField = ({ onLeave }: { onLeave: () => void }) => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const words = useSettled(text.trim(), SETTLE_MS)
  const query = useQuery({
    ...searchQuery(words, useVisitorCurrency()),
    placeholderData: keepPreviousData,
  })
  const { data: collections } = useQuery({
    ...collectionsQuery(words),
    placeholderData: keepPreviousData,
  })
  const options = query.data && text.trim() ? searchOptions({ ...query.data, collections }) : []
  const activeOption = options[active]

  const go = (to: string) => {
    onLeave()
    void navigate(to, { replace: true })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(stepOption(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
    }
    if (event.key === 'Enter' && text.trim()) go(activeOption?.to ?? wordsHref(text.trim()))
  }
  return (
    <div className={styles.search}>
      <div className={classNames('row gap-4', styles.line)}>
        <Icon name="search" size={28} />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Search celebrities and products"
          aria-expanded={options.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={activeOption?.id}
          aria-autocomplete="list"
          placeholder="Name, brand or product"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_CHARS}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(-1)
          }}
          onKeyDown={handleKey}
        />
        {query.isFetching && <Spinner size={20} />}
        <PhotoLink onFollow={onLeave} />
      </div>
      <SuggestionList
        id={LIST_ID}
        options={options}
        activeId={activeOption?.id ?? null}
        onPick={(option) => go(option.to)}
      />
      <output className={classNames('quiet small', styles.status)}>
        {statusText(
          text.trim(),
          options.length,
          query.isSuccess && words === text.trim(),
          query.isError,
        )}
      </output>
    </div>
  )
}

const statusText = (
  words: string,
  count: number,
  isAnswered: boolean,
  hasFailed: boolean,
): string => {
  if (!words) return 'Press Enter for all results'
  if (hasFailed) return 'Search failed. Please try again.'
  if (!isAnswered) return 'Searching'
  return count === 0 ? `No results for “${words}”` : `Suggestions: ${count}`
}

type SearchOverlayProps = { isOpen: boolean; onClose: () => void }

const SearchOverlay = ({ isOpen, onClose }: SearchOverlayProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Search" isTitleHidden variant="top">
    <SearchField onLeave={onClose} />
  </Dialog>
)

export default SearchOverlay
