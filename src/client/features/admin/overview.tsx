import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { useAction } from '#client/ui/use-action.ts'
import type { AdminOverview } from '#shared/contract/admin-system.ts'
import { ADMIN_TASKS, taskTitle } from '#shared/domain/admin-tasks.ts'
import { ActionButton, useAdminQuery } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { bytesText, timeText } from './admin-text.ts'

const POLL_MS = 60_000

export const useOverview = () =>
  useAdminQuery('overview', (signal) => api('GET /api/admin/overview', { signal }), {
    pollMs: POLL_MS,
  })

/** The tasks of an administrator, each with a link to the tab where it is done. */
export const TaskList = () => {
  const { data } = useOverview()
  if (!data || data.tasks.length === 0) return null
  return (
    <section className={styles.tasks} aria-labelledby="admin-tasks">
      <h2 id="admin-tasks">To do</h2>
      <ul>
        {data.tasks.map((task) => (
          <li key={task.kind} className={task.isSerious ? styles.serious : undefined}>
            <Link replace to={{ hash: ADMIN_TASKS[task.kind].part }} className={styles.name}>
              {taskTitle(task)}
            </Link>
            {task.detail && <span className="quiet small">{task.detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SERVER_STATES: Record<AdminOverview['servers'][number]['state'], string> = {
  running: 'Running',
  stopped: 'Stopped',
  down: 'Down',
}

const backupText = ({ at, isScheduled }: AdminOverview['backup']): string => {
  if (at) return `Last one ${timeText(at)}`
  return isScheduled ? 'None yet' : 'None recorded, and none scheduled (BACKUP_EVERY)'
}

const visionText = ({ inServers, separate }: AdminOverview['vision']): string =>
  inServers === 0
    ? `${separate} separate ${separate === 1 ? 'worker' : 'workers'}`
    : `${inServers} in this server${separate > 0 ? `, ${separate} separate` : ''}`

const searchText = ({ isFilled, waiting, lagSeconds }: NonNullable<AdminOverview['search']>) => {
  if (!isFilled) return 'Being filled; searches read the database itself'
  if (waiting === 0) return 'Up to date'
  return `${waiting} changes waiting, the oldest for ${Math.ceil(lagSeconds)} s`
}

/** The state of every part of the site. */
export const SystemFacts = ({ overview }: { overview: AdminOverview }) => {
  const { version, revision, ready, servers, vision, database, search, storage, mail, backup } =
    overview
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Version" problem={null}>
          {version} {revision && <span className="quiet">({revision})</span>}
        </Fact>
        <Fact name="This server" problem={ready.reason ?? null}>
          {ready.status === 'ok' ? 'Ready' : ready.status}
        </Fact>
        <Fact name="Database" problem={null}>
          PostgreSQL {database.version}
          {database.isEmbedded && ' (embedded)'}, {database.connections} of {database.limit}{' '}
          connections
        </Fact>
        {search && (
          <Fact name="Search database" problem={search.problem}>
            {searchText(search)}
          </Fact>
        )}
        <Fact name="Storage" problem={storage.problem}>
          {storage.isShared ? 'S3' : 'On this server’s disk'}
        </Fact>
        <Fact name="Photo search" problem={null}>
          {visionText(vision)}
        </Fact>
        <Fact name="Backup" problem={backup.problem}>
          {backupText(backup)}
        </Fact>
        <Fact name="Email" problem={mail?.problem ?? null}>
          {mail ? (
            <>
              {mail.sentAt ? `Last sent ${timeText(mail.sentAt)}` : 'Nothing sent yet'}
              <TestMail />
            </>
          ) : (
            'Not set up (SMTP_URL)'
          )}
        </Fact>
      </dl>
      {servers.length > 0 && (
        <>
          <h2>Servers</h2>
          <ul className={styles.list} aria-label="Servers">
            {servers.map(({ name, state, lastSeenAt, version: serverVersion, problem, disk }) => (
              <li key={name} className={styles.row}>
                <span>
                  {name} {problem && <span className="problem">{problem}</span>}
                </span>
                <span className="quiet small">
                  {[
                    serverVersion,
                    disk && `${bytesText(disk.freeBytes)} of ${bytesText(disk.sizeBytes)} free`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                <span
                  className={classNames(
                    'small',
                    styles.badge,
                    state === 'down' ? styles.alarming : undefined,
                  )}
                >
                  {SERVER_STATES[state]}
                </span>
                <span className={classNames('quiet small', styles.when)}>
                  Last seen {timeText(lastSeenAt)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type FactProps = { name: string; problem: string | null; children: ReactNode }

const Fact = ({ name, problem, children }: FactProps) => (
  <div className={styles.fact}>
    <dt className="quiet">{name}</dt>
    <dd>
      {children}
      {problem && <span className={classNames('problem', styles.reason)}>{problem}</span>}
    </dd>
  </div>
)

const TestMail = () => {
  const send = useAction(() => api('POST /api/admin/test-mail'), {
    done: ({ data }) => `Test email sent to ${data.to}`,
    refresh: [['admin']],
  })
  return (
    <ActionButton className={styles.inline} action={send}>
      Send a test email
    </ActionButton>
  )
}
