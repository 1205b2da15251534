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
import { HEALTH_TEXT } from './health-messages.ts'
import { formatDecimal } from '#shared/domain/decimal.ts'

const POLL_MS = MINUTE_MS

const useOverview = () =>
  useAdminQuery('overview', (signal) => api('GET /api/admin/overview', { signal }), {
    pollMs: POLL_MS,
  })

type TaskListProps = { isOpen: boolean }

/** The tasks of an administrator, each with a link to the tab where it is done. Only counted above a tab. */
export const TaskList = ({ isOpen }: TaskListProps) => {
  const { data } = useOverview()
  if (!data || data.tasks.length === 0) return null
  return (
    <details key={String(isOpen)} className={styles.tasks} open={isOpen}>
      <summary>
        <h2>{HEALTH_TEXT.tasks}</h2>
        <span className="quiet">{data.tasks.length}</span>
      </summary>
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
            {task.detail && <bdi className="quiet small">{task.detail}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  )
}

const describeBackup = ({ at, isScheduled }: AdminOverview['backup']): string => {
  if (at) return HEALTH_TEXT.lastBackup(formatTime(at))
  return isScheduled ? HEALTH_TEXT.noBackupYet : HEALTH_TEXT.noBackupScheduled
}

const describeVision = ({ inServers, separate }: AdminOverview['vision']): string =>
  inServers === 0
    ? HEALTH_TEXT.separateWorkers(separate)
    : separate === 0
      ? HEALTH_TEXT.workersInServer(inServers)
      : HEALTH_TEXT.workersBoth(inServers, separate)

const describeSearch = ({
  isFilled,
  waiting,
  lagSeconds,
}: NonNullable<AdminOverview['search']>) => {
  if (!isFilled) return HEALTH_TEXT.searchIsFilling
  if (waiting === 0) return HEALTH_TEXT.searchIsCurrent
  return HEALTH_TEXT.searchWaiting(waiting, Math.ceil(lagSeconds))
}

/** The state of every part of the site. */
export const SystemFacts = ({ overview }: { overview: AdminOverview }) => {
  const { version, revision, ready, servers, vision, database, search, storage, mail, backup } =
    overview
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={HEALTH_TEXT.version}>
          {version} {revision && <span className="quiet">({revision})</span>}
        </Fact>
        <Fact name={HEALTH_TEXT.thisServer} problem={ready.reason ?? null}>
          {ready.status === 'ok' ? HEALTH_TEXT.ready : ready.status}
        </Fact>
        <Fact name={HEALTH_TEXT.database}>
          {database.isEmbedded
            ? HEALTH_TEXT.embeddedConnections(
                database.version,
                database.connections,
                database.limit,
              )
            : HEALTH_TEXT.connections(database.version, database.connections, database.limit)}
        </Fact>
        {search && (
          <Fact name={HEALTH_TEXT.searchDatabase} problem={search.problem}>
            {describeSearch(search)}
          </Fact>
        )}
        <Fact name={HEALTH_TEXT.storage} problem={storage.problem}>
          {storage.isShared ? 'S3' : HEALTH_TEXT.ownDisk}
        </Fact>
        <Fact name={HEALTH_TEXT.photoSearch}>{describeVision(vision)}</Fact>
        <Fact name={HEALTH_TEXT.backup} problem={backup.problem}>
          {describeBackup(backup)}
        </Fact>
        <Fact name={HEALTH_TEXT.email} problem={mail?.problem ?? null}>
          {mail ? (
            <>
              {mail.sentAt
                ? HEALTH_TEXT.lastSent(formatTime(mail.sentAt))
                : HEALTH_TEXT.nothingSent}
              <TestMail />
            </>
          ) : (
            HEALTH_TEXT.noMail
          )}
        </Fact>
      </dl>
      {servers.length > 0 && (
        <>
          <h2>{HEALTH_TEXT.servers}</h2>
          <ul className={styles.list} aria-label={HEALTH_TEXT.servers}>
            {servers.map(({ name, state, lastSeenAt, version: serverVersion, problem, disk }) => (
              <li key={name} className={styles.row}>
                <span>
                  <bdi>{name}</bdi> {problem && <bdi className="problem">{problem}</bdi>}
                </span>
                <span className="quiet small">
                  {[
                    serverVersion,
                    disk &&
                      HEALTH_TEXT.freeSpace(
                        formatBytes(disk.freeBytes),
                        formatBytes(disk.sizeBytes),
                      ),
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
                  {HEALTH_TEXT.states[state]}
                </span>
                <span className={classNames('quiet small', styles.when)}>
                  {HEALTH_TEXT.lastSeen(formatTime(lastSeenAt))}
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
    done: ({ data }) => HEALTH_TEXT.testMailSent(data.to),
    refresh: [['admin']],
  })
  return (
    <ActionButton className={styles.inline} action={send}>
      {HEALTH_TEXT.sendTestMail}
    </ActionButton>
  )
}

const PLOTS = [
  ['requests', '', ({ requests }) => requests],
  ['failures', '', ({ failures, refused }) => failures + refused],
  ['slowest', 'ms', ({ p95Ms }) => p95Ms],
  ['delay', 'ms', ({ lagMs }) => lagMs],
  ['memory', 'MB', ({ memoryMb }) => memoryMb],
  ['connections', '', ({ connections }) => connections],
  ['scans', '', ({ scans }) => scans],
] as const satisfies readonly (readonly [
  name: keyof typeof HEALTH_TEXT.plots,
  unit: string,
  valueOf: (sample: HealthSample) => number | null,
])[]

/** The state of every part of the site, and measurements of the last day. */
export const HealthTab = () => {
  const overview = useOverview()
  const health = useAdminQuery('health', (signal) => api('GET /api/admin/health', { signal }), {
    pollMs: POLL_MS,
  })
  if (health.isError) return <QueryError title={HEALTH_TEXT.notLoaded} query={health} />
  if (!health.data) return <Skeleton />
  const { periodMs, servers } = health.data
  return (
    <>
      {overview.data && <SystemFacts overview={overview.data} />}
      <h2>{HEALTH_TEXT.lastDay}</h2>
      {servers.length === 0 && <EmptyState title={HEALTH_TEXT.noMeasurements} />}
      {servers.map((server) => (
        <ServerPlots key={server.name} server={server} periodMs={periodMs} />
      ))}
    </>
  )
}

const ServerPlots = ({ server, periodMs }: { server: ServerHealth; periodMs: number }) => (
  <section aria-label={server.name}>
    <h3>
      <bdi>{server.name}</bdi>
    </h3>
    <p className="quiet small">
      {HEALTH_TEXT.lastSeenEach(formatTime(server.lastSeenAt), periodMs / MINUTE_MS)}
    </p>
    <div className={styles.plots}>
      {PLOTS.map(([name, unit, valueOf]) => (
        <DayPlot
          key={name}
          label={HEALTH_TEXT.plots[name]}
          unit={unit}
          points={server.samples.map((sample) => ({ at: sample.at, value: valueOf(sample) }))}
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
    ? formatDecimal(value)
    : Math.round(value).toLocaleString(LOCALE_TEXT.locale)

const formatValue = (value: number, unit: string) =>
  unit === '' ? formatNumber(value) : `${formatNumber(value)} ${unit}`

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
    ? HEALTH_TEXT.nowAndHighest(formatValue(last.value, unit), formatValue(highest, unit))
    : HEALTH_TEXT.noValues
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
