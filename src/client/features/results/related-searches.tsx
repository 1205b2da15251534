import { useQuery } from '@tanstack/react-query'
import { createCollectionsQuery, createRelatedQuery } from '#client/catalog/queries.ts'
import { buildWordsHref } from '#client/catalog/search-links.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { SEARCH_TEXT } from '#shared/celebrity-messages.ts'
import { paths } from '#shared/paths.ts'
import { TOPIC_TEXT } from '#shared/topic-messages.ts'
import styles from './results.module.css'

/** Searches for something near the words, below what they found. */
export const RelatedSearches = ({ words }: { words: string }) => {
  const { data } = useQuery(createRelatedQuery(words))
  if (!data || data.suggestions.length === 0) return null
  return (
    <nav className={styles.related} aria-label={SEARCH_TEXT.related}>
      <h2 className="label">{SEARCH_TEXT.related}</h2>
      <ul className="row wrap gap-2">
        {data.suggestions.map(({ text, count }) => (
          <li key={text}>
            <ButtonLink to={buildWordsHref(text)}>
              {text} <span className="quiet">{count}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Tags, events and shows with these words in their names, whose looks a search for products does not list. */
export const TopicLinks = ({ words }: { words: string }) => {
  const { data } = useQuery(createCollectionsQuery(words))
  if (!data || data.topics.length === 0) return null
  return (
    <nav className={styles.related} aria-label={TOPIC_TEXT.looks}>
      <h2 className="label">{TOPIC_TEXT.looks}</h2>
      <ul className="row wrap gap-2">
        {data.topics.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            <ButtonLink to={paths[kind].href(name)}>
              {name} <span className="quiet">{TOPIC_TEXT.kinds[kind]}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
