import { api } from '#client/lib/api.ts'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import type { HealthSample, ServerHealth } from '#shared/contract/admin-system.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { useAdminQuery } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { timeText } from './admin-text.ts'
import { SystemFacts, useOverview } from './overview.tsx'

const POLL_MS = MINUTE_MS

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
  if (health.isError) return <QueryError what="health" query={health} />
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
      Last seen {timeText(server.lastSeenAt)}. Each point covers {periodMs / MINUTE_MS} minutes.
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

const numberText = (value: number) =>
  value < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value).toLocaleString('en')

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
    ? [numberText(last.value), unit, 'now,', numberText(highest), unit, 'at most']
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
