import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import type { AdminNotice, NoticeKind, NoticeState } from '#shared/contract/takedown.ts'
import styles from './admin-page.module.css'
import { dateText } from './date-text.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import { ShowMore } from './show-more.tsx'

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
  copyright: 'Copyright',
  trademark: 'Trademark',
  privacy: 'Privacy',
  'child-abuse': 'Abuse of a child',
  other: 'Other',
}

const STATES: Record<NoticeState, string> = {
  open: 'Open',
  removed: 'Removed',
  declined: 'Declined',
  restored: 'Restored',
}
const isState = (value: string): value is NoticeState => Object.hasOwn(STATES, value)

export const NoticeList = () => {
  const [state, setState] = useState<NoticeState>('open')
  const [chosen, setChosen] = useState<AdminNotice | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['admin', 'notices', state],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/notices', {
          query: { state, ...(pageParam && { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? []
  return (
    <>
      <div className={styles.tools}>
        <TextField
          label="Notices"
          options={STATES}
          value={state}
          onChange={({ target: { value } }) => isState(value) && setState(value)}
        />
      </div>
      <ul className={styles.list} aria-label="Notices" aria-busy={list.isFetching}>
        {notices.map((notice) => (
          <li key={notice.id} className={styles.row}>
            <button type="button" className={styles.name} onClick={() => setChosen(notice)}>
              {notice.reference}
            </button>
            <span className="quiet small">{notice.address}</span>
            <span
              className={classNames(
                'small',
                styles.badge,
                notice.kind === 'child-abuse' ? styles.alarming : undefined,
              )}
            >
              {NOTICE_KIND_LABELS[notice.kind]}
            </span>
            <span className={classNames('quiet small', styles.when)}>
              {dateText(notice.receivedAt)}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore query={list} count={notices.length} what="notices" />
      {chosen && <NoticeDialog key={chosen.id} notice={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
