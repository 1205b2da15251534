import { useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import type { TakedownCounts } from '#shared/contract/takedown.ts'
import styles from './admin-page.module.css'
import { NOTICE_KIND_LABELS } from './notice-list.tsx'

/** What the DSA's yearly report needs. */
export const TakedownCountsTable = () => {
  const counts = useQuery({
    queryKey: ['admin', 'takedown-counts'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/takedown-counts', { signal })).data.years,
  })
  if (counts.isError) return <QueryError title="The counts could not be loaded" query={counts} />
  if (counts.data?.length === 0) return <EmptyState title="No notices yet" />
  return (
    <ul className={styles.list} aria-label="Counts by year">
      {counts.data?.map((year) => (
        <li key={year.year} className={styles.row}>
          <strong>{year.year}</strong>
          <span>
            {year.notices} notices
            <span className="quiet small"> {kindsText(year)}</span>
          </span>
          <span className="small">
            {year.removed} removed, {year.declined} declined, {year.ownInitiative} without a notice,{' '}
            {year.restored} restored
          </span>
          <span className="quiet small">
            {year.medianHours !== null &&
              `Decided within ${Math.ceil(year.medianHours)} h (median)`}
          </span>
        </li>
      ))}
    </ul>
  )
}

const kindsText = ({ byKind }: TakedownCounts) =>
  byKind.map(({ kind, notices }) => `${NOTICE_KIND_LABELS[kind]} ${notices}`).join(', ')
