import { isSelected, useSelection } from '#client/catalog/selection.ts'
import { CelebrityChoice } from '#client/catalog/celebrity-card.tsx'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { useCelebrities } from '#client/catalog/use-celebrities.ts'
import { QueryError } from '#client/ui/error-state.tsx'
import styles from './celebrity-picker.module.css'

export const CelebrityPicker = () => {
  const { query, celebrities, isComplete, sentinel } = useCelebrities('all')
  const { selection, toggle } = useSelection()
  if (query.isError && celebrities.length === 0)
    return <QueryError title="Could not load celebrities." query={query} />
  return (
    <div className={styles.picker}>
      <CardGrid
        kind="celebrities"
        items={celebrities}
        label="Celebrities to search"
        isLoading={query.isPending}
        renderCard={(celebrity) => (
          <CelebrityChoice
            celebrity={celebrity}
            shape="celebrity"
            isSelected={isSelected(selection, celebrity.name)}
            onToggle={() => toggle(celebrity.name)}
          />
        )}
      />
      {!isComplete && <div ref={sentinel} className={styles.sentinel} />}
    </div>
  )
}
