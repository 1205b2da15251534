import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import styles from './admin-page.module.css'
import { timeText } from './date-text.ts'
import { ShowMore } from './show-more.tsx'

const eventText = (event: string): string => {
  const words = event.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const AuditPart = () => {
  const list = useInfiniteQuery({
    queryKey: ['admin', 'audit'],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /api/admin/audit', { query: pageParam ? { after: pageParam } : {}, signal }))
        .data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <>
      <ul className={styles.list} aria-label="Audit log" aria-busy={list.isFetching}>
        {entries.map(({ id, at, actor, event, subject }) => (
          <li key={id} className={styles.row}>
            <span>{eventText(event)}</span>
            <span className="quiet small">{subject}</span>
            <span className="quiet small">{actor ?? 'Command'}</span>
            <span className={classNames('quiet small', styles.when)}>{timeText(at)}</span>
          </li>
        ))}
      </ul>
      <ShowMore query={list} count={entries.length} what="entries" />
    </>
  )
}
