import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import type { AdminOverview, HealthSample, ServerHealth } from '#shared/contract/admin-system.ts'
import { ADMIN_TASKS, buildTaskHref, formatTaskTitle } from '#shared/domain/admin-tasks.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import styles from './admin-page.module.css'
import { ActionButton, formatBytes, formatTime, useAdminQuery, Fact } from './admin-parts.tsx'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const POLL_MS = MINUTE_MS

const useOverview = () =>
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
            <Link
              replace={ADMIN_TASKS[task.kind].part !== null}
              to={buildTaskHref(task.kind)}
              className={styles.name}
            >
              {formatTaskTitle(task)}
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

const describeBackup = ({ at, isScheduled }: AdminOverview['backup']): string => {
  if (at) return `Last one ${formatTime(at)}`
  return isScheduled ? 'None yet' : 'None recorded, and none scheduled (BACKUP_EVERY)'
}

const describeVision = ({ inServers, separate }: AdminOverview['vision']): string =>
  inServers === 0
    ? `${separate} separate ${separate === 1 ? 'worker' : 'workers'}`
    : `${inServers} in this server${separate > 0 ? `, ${separate} separate` : ''}`

const describeSearch = ({
  isFilled,
  waiting,
  lagSeconds,
}: NonNullable<AdminOverview['search']>) => {
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
        <Fact name="Version">
          {version} {revision && <span className="quiet">({revision})</span>}
        </Fact>
        <Fact name="This server" problem={ready.reason ?? null}>
          {ready.status === 'ok' ? 'Ready' : ready.status}
        </Fact>
        <Fact name="Database">
          PostgreSQL {database.version}
          {database.isEmbedded && ' (embedded)'}, {database.connections} of {database.limit}{' '}
          connections
        </Fact>
        {search && (
          <Fact name="Search database" problem={search.problem}>
            {describeSearch(search)}
          </Fact>
        )}
        <Fact name="Storage" problem={storage.problem}>
          {storage.isShared ? 'S3' : 'On this server’s disk'}
        </Fact>
        <Fact name="Photo search">{describeVision(vision)}</Fact>
        <Fact name="Backup" problem={backup.problem}>
          {describeBackup(backup)}
        </Fact>
        <Fact name="Email" problem={mail?.problem ?? null}>
          {mail ? (
            <>
              {mail.sentAt ? `Last sent ${formatTime(mail.sentAt)}` : 'Nothing sent yet'}
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
                    disk && `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.sizeBytes)} free`,
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
                  Last seen {formatTime(lastSeenAt)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

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

const PLOTS: { label: string; unit: string; value: (sample: HealthSample) => number | null }[] = [
  { label: 'Requests', unit: '', value: ({ requests }) => requests },
  {
    label: 'Failed or refused',
    unit: '',
    value: ({ failures, refused }) => failures + refused,
  },
  { label: 'Slowest replies (95th percentile)', unit: 'ms', value: ({ p95Ms }) => p95Ms },
  { label: 'Server delay', unit: 'ms', value: ({ lagMs }) => lagMs },
  { label: 'Memory', unit: 'MB', value: ({ memoryMb }) => memoryMb },
  { label: 'Database connections', unit: '', value: ({ connections }) => connections },
  { label: 'Photo scans', unit: '', value: ({ scans }) => scans },
]

/** The state of every part of the site, and measurements of the last day. */
export const HealthTab = () => {
  const overview = useOverview()
  const health = useAdminQuery('health', (signal) => api('GET /api/admin/health', { signal }), {
    pollMs: POLL_MS,
  })
  if (health.isError) return <QueryError title="health" query={health} />
  if (!health.data) return <Skeleton />
  const { periodMs, servers } = health.data
  return (
    <>
      {overview.data && <SystemFacts overview={overview.data} />}
      <h2>Last day</h2>
      {servers.length === 0 && (
        <EmptyState title="No measurements yet. The first follows in a minute." />
      )}
      {servers.map((server) => (
        <ServerPlots key={server.name} server={server} periodMs={periodMs} />
      ))}
    </>
  )
}

const ServerPlots = ({ server, periodMs }: { server: ServerHealth; periodMs: number }) => (
  <section aria-label={server.name}>
    <h3>{server.name}</h3>
    <p className="quiet small">
      Last seen {formatTime(server.lastSeenAt)}. Each point covers {periodMs / MINUTE_MS} minutes.
    </p>
    <div className={styles.plots}>
      {PLOTS.map(({ label, unit, value }) => (
        <DayPlot
          key={label}
          label={label}
          unit={unit}
          points={server.samples.map((sample) => ({ at: sample.at, value: value(sample) }))}
        />
      ))}
    </div>
  </section>
)

const WIDTH = 300
const HEIGHT = 80

type DayPlotProps = {
  label: string
  unit: string
  points: readonly { at: string; value: number | null }[]
}

const formatNumber = (value: number) =>
  value < 10 && !Number.isInteger(value)
    ? value.toFixed(1)
    : Math.round(value).toLocaleString(LOCALE_TEXT.locale)

/** One measured value over the last day, drawn to its own scale. */
const DayPlot = ({ label, unit, points }: DayPlotProps) => {
  const values = points.flatMap(({ at, value }) =>
    value === null ? [] : [{ at: Date.parse(at), value }],
  )
  const last = values.at(-1)
  const highest = Math.max(...values.map(({ value }) => value), 0)
  const end = last?.at ?? 0
  const line = values
    .map(({ at, value }) => {
      const x = WIDTH * (1 - (end - at) / DAY_MS)
      const y = HEIGHT * (1 - value / (highest || 1))
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  const text = last
    ? [formatNumber(last.value), unit, 'now,', formatNumber(highest), unit, 'at most']
        .filter(Boolean)
        .join(' ')
    : 'No values yet'
  return (
    <figure className={styles.plot}>
      <figcaption className="small">
        {label} <span className="quiet">{text}</span>
      </figcaption>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line} />
      </svg>
    </figure>
  )
}
