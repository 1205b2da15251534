import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { capitalize } from '#shared/domain/text.ts'
import { AdminList, useAdminPages } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { timeText } from './admin-text.ts'

const eventText = (event: string): string => capitalize(event.replaceAll('-', ' '))

export const AuditTab = () => {
  const list = useAdminPages(
    ['audit'],
    (after, signal) => api('GET /api/admin/audit', { query: after, signal }),
    (page) => page.entries,
  )
  return (
    <AdminList {...list} label="Audit log" what="entries">
      {({ id, at, actor, event, subject, detail }) => (
        <li key={id} className={styles.row}>
          <span>{eventText(event)}</span>
          <span className="small">
            {subject} {detail && <span className="quiet">{detail}</span>}
          </span>
          <span className="quiet small">{actor ?? 'Command'}</span>
          <span className={classNames('quiet small', styles.when)}>{timeText(at)}</span>
        </li>
      )}
    </AdminList>
  )
}
