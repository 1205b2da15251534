import { isSelected, useSelection } from '#client/catalog/selection.ts'
import { CelebrityChoice, CelebrityLink } from '#client/catalog/celebrity-card.tsx'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { useCelebrities } from '#client/catalog/use-celebrities.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryError } from '#client/ui/error-state.tsx'
import type { StyleTab } from '#shared/domain/celebrity.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './celebrity-panel.module.css'

const FIRST_ROW = 6

type CelebrityPanelProps = { tab: StyleTab; label: string; isSelecting: boolean }

export const CelebrityPanel = ({ tab, label, isSelecting }: CelebrityPanelProps) => {
  const { query, celebrities, isComplete, sentinel } = useCelebrities(tab)
  const { selection, toggle } = useSelection()

  if (query.isError && celebrities.length === 0)
    return <QueryError title="Could not load celebrities." query={query} />
  if (query.isSuccess && celebrities.length === 0)
    return (
      <EmptyState
        title="No one here yet."
        action={<ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>}
      >
        The catalogue has no one in this category.
      </EmptyState>
    )
  return (
    <div className={styles.panel}>
      <CardGrid
        kind="celebrities"
        items={celebrities}
        label={label}
        isLoading={query.isPending}
        renderCard={(celebrity, index) => {
          const card = {
            celebrity,
            shape: 'celebrity' as const,
            isPriority: index < FIRST_ROW,
          }
          return isSelecting ? (
            <CelebrityChoice
              {...card}
              isSelected={isSelected(selection, celebrity.name)}
              onToggle={() => toggle(celebrity.name)}
            />
          ) : (
            <CelebrityLink {...card} to={paths.celebritySearchResult.href([celebrity.name])} />
          )
        }}
      />
      {!isComplete && <div ref={sentinel} className={styles.sentinel} />}
    </div>
  )
}
