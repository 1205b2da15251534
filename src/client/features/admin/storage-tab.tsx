import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import type { StorageKind } from '#shared/contract/admin-system.ts'
import { useAdminQuery } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { bytesText, timeText } from './admin-text.ts'

const KINDS: Record<StorageKind, string> = {
  uploads: 'Pictures of users',
  portraits: 'Portraits',
  pictures: 'Pictures of the catalogue',
  demo: 'Pictures of the demo',
  crops: 'Crops for search providers',
  variants: 'Resized pictures for all servers',
  removed: 'Removed content, kept for restoring',
  imports: 'Catalogue files',
}

const filesText = (files: number) =>
  files === 1 ? '1 file' : `${files.toLocaleString('en')} files`

/** How much space files and tables take up. */
export const StorageTab = () => {
  const storage = useAdminQuery('storage', (signal) => api('GET /api/admin/storage', { signal }))
  if (storage.isError) return <QueryError what="storage" query={storage} />
  if (!storage.data) return <Skeleton />
  const { files, cache, database, countedAt } = storage.data
  return (
    <>
      <h2>Files</h2>
      <ul className={styles.list} aria-label="Files by kind">
        {files.map(({ kind, ...usage }) => (
          <SizeRow
            key={kind}
            name={KINDS[kind]}
            count={filesText(usage.files)}
            bytes={usage.bytes}
          />
        ))}
        <SizeRow
          name="Copies on this server’s disk"
          count={filesText(cache.files)}
          bytes={cache.bytes}
        />
      </ul>
      <p className={classNames('quiet small', styles.counted)}>Counted at {timeText(countedAt)}.</p>
      <h2>Database: {bytesText(database.bytes)}</h2>
      <ul className={styles.list} aria-label="Largest tables">
        {database.tables.map(({ name, rows, bytes }) => (
          <SizeRow
            key={name}
            name={name}
            count={`${rows.toLocaleString('en')} rows (estimated)`}
            bytes={bytes}
          />
        ))}
      </ul>
    </>
  )
}

type SizeRowProps = { name: string; count: string; bytes: number }

const SizeRow = ({ name, count, bytes }: SizeRowProps) => (
  <li className={classNames(styles.row, styles.size)}>
    <span>{name}</span>
    <span className="quiet small">{count}</span>
    <span className={styles.when}>{bytesText(bytes)}</span>
  </li>
)
