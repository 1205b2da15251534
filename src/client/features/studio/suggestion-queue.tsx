import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { pagedQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError, ShowMore } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import type { DraftProduct } from '#shared/contract/studio.ts'
import type { Suggestion } from '#shared/contract/suggestions.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { ProductPicker } from './product-picker.tsx'
import styles from './studio.module.css'

const SuggestionRow = ({ suggestion }: { suggestion: Suggestion }) => {
  const [isPicking, setIsPicking] = useState(false)
  const { id, kind, link, note, others, name, picture, person, look, wornId } = suggestion
  const decide = useAction(
    (decision: 'dismiss' | DraftProduct | null) =>
      decision === 'dismiss'
        ? api('DELETE /api/studio/suggestions/:id', { params: { id } })
        : api('POST /api/studio/suggestions/:id/accept', {
            params: { id },
            body: { product: decision },
          }),
    { done: STUDIO_TEXT.decidedSuggestion, refresh: [['studio', 'suggestions']] },
  )
  return (
    <li className={styles.item}>
      <span className={styles.crop}>
        {picture && <Picture url={picture} frameRatio={1} shape="avatar" />}
      </span>
      <div className="stack gap-3">
        <div className="stack">
          <h2 className={styles.itemName}>
            <Link to={paths.celebrityImage.href(look, wornId)}>{name}</Link>
          </h2>
          <p className="quiet label">{STUDIO_TEXT.wornBy(person)}</p>
        </div>
        <p className="label">
          {kind === 'other' ? STUDIO_TEXT.saysOther : STUDIO_TEXT.saysNotIt}{' '}
          {others > 0 && <span className="quiet">{STUDIO_TEXT.soSayOthers(others)}</span>}
        </p>
        {link && (
          <p className={styles.productWords}>
            <a href={link} target="_blank" rel="noopener nofollow">
              {link}
            </a>
          </p>
        )}
        {note && <p className="quiet label">“{note}”</p>}
        <div className="row wrap gap-3">
          <Button isBusy={decide.isPending} onClick={() => setIsPicking(true)}>
            {STUDIO_TEXT.chooseAnother}
          </Button>
          <Button variant="quiet" onClick={() => decide.mutate(null)}>
            {STUDIO_TEXT.takeOut}
          </Button>
          <Button variant="quiet" onClick={() => decide.mutate('dismiss')}>
            {STUDIO_TEXT.leaveIt}
          </Button>
        </div>
      </div>
      {isPicking && (
        <ProductPicker
          title={name}
          words={name}
          link={link ?? ''}
          proposal={undefined}
          onClose={() => setIsPicking(false)}
          onPick={(product) => {
            setIsPicking(false)
            decide.mutate(product)
          }}
        />
      )}
    </li>
  )
}

/** Corrections that visitors suggest; none is public before an editor accepts it. */
export const SuggestionQueue = () => {
  const query = useInfiniteQuery({
    ...pagedQuery(['studio', 'suggestions'], (after, signal) =>
      api('GET /api/studio/suggestions', { query: after, signal }),
    ),
    staleTime: 0,
  })
  const suggestions = query.data?.pages.flatMap((page) => page.suggestions) ?? []
  if (query.isError) return <QueryError what="the suggestions" query={query} />
  if (!query.isPending && suggestions.length === 0)
    return (
      <EmptyState title={STUDIO_TEXT.noSuggestions}>{STUDIO_TEXT.noSuggestionsHint}</EmptyState>
    )
  return (
    <>
      <ul className={styles.items} aria-label={STUDIO_TEXT.suggestions}>
        {suggestions.map((suggestion) => (
          <SuggestionRow key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}
