import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { PhotoLink } from '#client/catalog/photo-search/choose-photo.tsx'
import { Price } from '#client/catalog/products/price.tsx'
import { choosePicture } from '#client/catalog/products/product-card.tsx'
import {
  createCollectionsQuery,
  createSearchQuery,
  createStartQuery,
  createSuggestionsQuery,
} from '#client/catalog/queries.ts'
import { buildWordsHref } from '#client/catalog/search-links.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon, Spinner } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { CatalogProduct, Celebrity } from '#shared/contract/catalog.ts'
import type { Collection, NamedPage } from '#shared/contract/creators.ts'
import type { SearchSuggestion } from '#shared/contract/product-search.ts'
import { foldName } from '#shared/domain/person-name.ts'
import type { Topic } from '#shared/domain/topic.ts'
import { SEARCH_TEXT } from '#shared/celebrity-messages.ts'
import { NAVIGATION_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { TOPIC_TEXT } from '#shared/topic-messages.ts'
import { forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts'
import styles from './search.module.css'
import { SEARCH_OVERLAY_TEXT } from './search-overlay-messages.ts'

type SearchResults = {
  suggestions?: readonly SearchSuggestion[] | undefined
  celebrities: readonly Celebrity[]
  collections?: readonly Collection[] | undefined
  creators?: readonly NamedPage[] | undefined
  topics?: readonly Topic[] | undefined
  products: readonly CatalogProduct[]
}

type WordsOption = {
  kind: 'words'
  id: string
  to: string
  text: string
  count: number | null
  isRecent: boolean
}
type SearchOption =
  | WordsOption
  | { kind: 'celebrity'; id: string; to: string; celebrity: Celebrity }
  | { kind: 'creator'; id: string; to: string; creator: NamedPage }
  | { kind: 'collection'; id: string; to: string; collection: Collection }
  | { kind: 'topic'; id: string; to: string; topic: Topic }
  | { kind: 'product'; id: string; to: string; product: CatalogProduct }

const createWordsOption = (
  list: string,
  text: string,
  count: number | null,
  index: number,
): WordsOption => ({
  kind: 'words',
  id: `${list}-search-${index}`,
  to: buildWordsHref(text),
  text,
  count,
  isRecent: count === null,
})

const namesOf = (option: SearchOption): string[] => {
  if (option.kind === 'celebrity') return [option.celebrity.name]
  if (option.kind === 'creator') return [option.creator.name, option.creator.displayName]
  if (option.kind === 'collection') return [option.collection.title]
  if (option.kind === 'topic') return [option.topic.name]
  return option.kind === 'product' ? [option.product.name] : []
}

const isNamed = (option: SearchOption, typedKey: string): boolean =>
  namesOf(option).some((name) => foldName(name) === typedKey)

/** One list for the arrow keys: who or what has the name that was typed, then searches, then the rest. */
export const listSearchOptions = (results: SearchResults, typed = ''): SearchOption[] => {
  const typedKey = foldName(typed)
  const names = listNameOptions(results)
  const named = names.filter((option) => isNamed(option, typedKey))
  return [
    ...named,
    ...(results.suggestions ?? []).map(({ text, count }, index) =>
      createWordsOption('suggested', text, count, index),
    ),
    ...names.filter((option) => !named.includes(option)),
  ]
}

const listNameOptions = ({
  celebrities,
  collections = [],
  creators = [],
  topics = [],
  products,
}: SearchResults): SearchOption[] => [
  ...celebrities.map((celebrity, index) => ({
    kind: 'celebrity' as const,
    id: `found-celebrity-${index}`,
    to: paths.celebritySearchResult.href([celebrity.name]),
    celebrity,
  })),
  ...creators.map((creator, index) => ({
    kind: 'creator' as const,
    id: `found-creator-${index}`,
    to: paths.creator.href(creator.name),
    creator,
  })),
  ...topics.map((topic, index) => ({
    kind: 'topic' as const,
    id: `found-topic-${index}`,
    to: paths[topic.kind].href(topic.name),
    topic,
  })),
  ...collections.map((collection, index) => ({
    kind: 'collection' as const,
    id: `found-collection-${index}`,
    to: paths.sharedBoard.href(collection.token),
    collection,
  })),
  ...products.map((product, index) => ({
    kind: 'product' as const,
    id: `found-product-${index}`,
    to: buildProductHref(product),
    product,
  })),
]

/** Links to the product's card in its look, or to the results if no look contains it. */
const buildProductHref = ({ id, name, celebrity_image }: CatalogProduct): string =>
  celebrity_image === '' ? buildWordsHref(name) : paths.celebrityImage.href(celebrity_image, id)

/** The next option: -1 is the field itself, between the last option and the first. */
export const stepOption = (active: number, step: 1 | -1, count: number): number => {
  const next = active + step
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

/** Before anything is typed: what was searched here, then by many, then what the catalogue has most of. */
export const listStartOptions = (
  recent: readonly string[],
  popular: readonly SearchSuggestion[],
  categories: readonly SearchSuggestion[],
): OptionGroup[] =>
  [
    {
      label: SEARCH_TEXT.recent,
      options: recent.map((text, index) => createWordsOption('recent', text, null, index)),
    },
    {
      label: SEARCH_TEXT.popular,
      options: popular.map(({ text, count }, index) =>
        createWordsOption('popular', text, count, index),
      ),
    },
    {
      label: SEARCH_TEXT.categories,
      options: categories.map(({ text, count }, index) =>
        createWordsOption('category', text, count, index),
      ),
    },
  ].filter(({ options }) => options.length > 0)

const listTypedGroups = (typed: string, results: SearchResults | undefined): OptionGroup[] => {
  const options = results ? listSearchOptions(results, typed) : []
  return options.length > 0 ? [{ label: null, options }] : []
}

/** Options under a heading; without one, those for what was typed. */
type OptionGroup = { label: string | null; options: readonly SearchOption[] }

type SuggestionListProps = {
  id: string
  groups: readonly OptionGroup[]
  activeId: string | null
  onPick: (option: SearchOption) => void
}

const SuggestionList = ({ id, groups, activeId, onPick }: SuggestionListProps) => {
  useEffect(() => {
    if (activeId) document.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const renderOption = (option: SearchOption) => (
    // The field keeps focus and handles the keys, so options need only pointer events.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      key={option.id}
      id={option.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={option.id === activeId}
      className={classNames('row gap-4', styles.option, option.id === activeId && styles.active)}
      onClick={() => onPick(option)}
    >
      <OptionContent option={option} />
    </div>
  )
  return (
    // A native select cannot contain pictures.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={id} role="listbox" aria-label={SEARCH_OVERLAY_TEXT.suggestions}>
      {groups.map(({ label, options }) => (
        // A listbox may contain groups, but no fieldset.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={label ?? ''} role="group" aria-label={label ?? SEARCH_OVERLAY_TEXT.matches}>
          {label !== null && (
            <p className={classNames('quiet small', styles.heading)} aria-hidden>
              {label}
            </p>
          )}
          <div className={styles.list} role="presentation">
            {options.map(renderOption)}
          </div>
        </div>
      ))}
    </div>
  )
}

const OptionContent = ({ option }: { option: SearchOption }) => {
  if (option.kind === 'words')
    return (
      <>
        <Icon name={option.isRecent ? 'refresh' : 'search'} size={20} />
        <span className={classNames('label one-line', styles.suggestion)}>{option.text}</span>
        {option.count !== null && (
          <span className="quiet small">{RESULTS_TEXT.productsFound(option.count)}</span>
        )}
      </>
    )
  if (option.kind === 'celebrity')
    return (
      <>
        <Portrait image={option.celebrity.image} size={48} />
        <span className={classNames('one-line', styles.celebrity)}>
          <Name>{option.celebrity.name}</Name>
        </span>
      </>
    )
  if (option.kind === 'creator')
    return (
      <>
        <Portrait image={option.creator.portrait} size={48} />
        <span className={classNames('stack label', styles.words)}>
          <span className="one-line">{option.creator.displayName}</span>
          <span className={classNames('quiet small', styles.detail)}>
            {NAVIGATION_TEXT.creatorPage}
          </span>
        </span>
      </>
    )
  if (option.kind === 'topic')
    return (
      <span className={classNames('stack label', styles.words)}>
        <span className="one-line">
          <Verbatim>{option.topic.name}</Verbatim>
        </span>
        <span className={classNames('quiet small', styles.detail)}>
          {TOPIC_TEXT.kinds[option.topic.kind]}
        </span>
      </span>
    )
  if (option.kind === 'collection') {
    const { title, items, pictures } = option.collection
    return (
      <>
        <span className={styles.thumb}>
          {pictures[0] && <Picture url={pictures[0]} frameRatio={5 / 4} shape="avatar" />}
        </span>
        <span className={classNames('stack label', styles.words)}>
          <span className="one-line">
            <Verbatim>{title}</Verbatim>
          </span>
          <span className={classNames('quiet small', styles.detail)}>
            {CREATOR_TEXT.collection}, {BOARD_TEXT.items(items)}
          </span>
        </span>
      </>
    )
  }
  const { product } = option
  return (
    <>
      <span className={styles.thumb}>
        <Picture {...choosePicture(product)} frameRatio={5 / 4} shape="avatar" />
      </span>
      <span className={classNames('stack label', styles.words)}>
        <span className="one-line">
          <Verbatim>{product.name}</Verbatim>
        </span>
        <span className={classNames('quiet small', styles.detail)}>
          <Price price={product.price} /> <Name>{product.celebrity_name}</Name>
        </span>
      </span>
    </>
  )
}

/** The value once it has not changed for `afterMs`, to search once per word instead of per key. */
const useDebounced = (value: string, afterMs: number): string => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return debounced
}

const LIST_ID = 'search-suggestions'
const DEBOUNCE_MS = 180
const MAX_CHARS = 100

/** A combobox over celebrities and products: arrow keys choose, Enter opens, Escape closes. */
const SearchField = ({ onLeave }: { onLeave: () => void }) => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const words = useDebounced(text.trim(), DEBOUNCE_MS)
  const query = useQuery({
    ...createSearchQuery(words, useVisitorCurrency()),
    placeholderData: keepPreviousData,
  })
  const { data: collections } = useQuery({
    ...createCollectionsQuery(words),
    placeholderData: keepPreviousData,
  })
  const { data: suggested } = useQuery({
    ...createSuggestionsQuery(useDebounced(text.trimStart(), DEBOUNCE_MS)),
    placeholderData: keepPreviousData,
  })
  const { data: start } = useQuery(createStartQuery())
  const [recent, setRecent] = useState(readRecentSearches)
  const groups = text.trim()
    ? listTypedGroups(text, query.data && { ...query.data, ...collections, ...suggested })
    : listStartOptions(recent, start?.popular ?? [], start?.categories ?? [])
  const options = groups.flatMap((group) => group.options)
  const activeOption = options[active]

  const go = (to: string, searched: string | null) => {
    if (searched !== null) rememberSearch(searched)
    onLeave()
    void navigate(to, { replace: true })
  }
  const pick = (option: SearchOption) => go(option.to, option.kind === 'words' ? option.text : null)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(stepOption(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
    }
    if (event.key !== 'Enter') return
    if (activeOption) pick(activeOption)
    else if (text.trim()) go(buildWordsHref(text.trim()), text.trim())
  }
  return (
    <div className={styles.search}>
      <div className={classNames('row gap-4', styles.line)}>
        <Icon name="search" size={28} />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label={SEARCH_OVERLAY_TEXT.fieldLabel}
          aria-expanded={options.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={activeOption?.id}
          aria-autocomplete="list"
          placeholder={SEARCH_OVERLAY_TEXT.fieldHint}
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
        groups={groups}
        activeId={activeOption?.id ?? null}
        onPick={pick}
      />
      {!text.trim() && recent.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            forgetSearches()
            setRecent([])
            setActive(-1)
          }}
        >
          {SEARCH_TEXT.clearRecent}
        </Button>
      )}
      <output className={classNames('quiet small', styles.status)}>
        {describeStatus(
          text.trim(),
          options.length,
          query.isSuccess && words === text.trim(),
          query.isError,
        )}
      </output>
    </div>
  )
}

const describeStatus = (
  words: string,
  count: number,
  isAnswered: boolean,
  hasFailed: boolean,
): string => {
  if (!words) return SEARCH_OVERLAY_TEXT.pressEnter
  if (hasFailed) return SEARCH_OVERLAY_TEXT.failed
  if (!isAnswered) return SEARCH_OVERLAY_TEXT.searching
  return count === 0
    ? SEARCH_OVERLAY_TEXT.noResults(words)
    : SEARCH_OVERLAY_TEXT.suggestionCount(count)
}

type SearchOverlayProps = { isOpen: boolean; onClose: () => void }

const SearchOverlay = ({ isOpen, onClose }: SearchOverlayProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={SEARCH_OVERLAY_TEXT.title}
    isTitleHidden
    variant="top"
  >
    <SearchField onLeave={onClose} />
  </Dialog>
)

export default SearchOverlay
