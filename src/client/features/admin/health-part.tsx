import { useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import type { HealthSample, ServerHealth } from '#shared/contract/admin-health.ts'
import styles from './admin-page.module.css'
import { timeText } from './date-text.ts'
import { DayPlot } from './day-plot.tsx'

const POLL_MS = 60_000

const PLOTS: { label: string; unit: string; value: (sample: HealthSample) => number | null }[] = [
  { label: 'Requests', unit: '', value: ({ requests }) => requests },
  {
    label: 'Failures and refusals',
    unit: '',
    value: ({ failures, refused }) => failures + refused,
  },
  { label: 'Reply, 95th percentile', unit: 'ms', value: ({ p95Ms }) => p95Ms },
  { label: 'Lag of the event loop', unit: 'ms', value: ({ lagMs }) => lagMs },
  { label: 'Memory', unit: 'MB', value: ({ memoryMb }) => memoryMb },
  { label: 'Database connections', unit: '', value: ({ connections }) => connections },
  { label: 'Photo scans', unit: '', value: ({ scans }) => scans },
]

/** How the servers fared over the last day. */
export const HealthPart = () => {
  const health = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/health', { signal })).data,
    refetchInterval: POLL_MS,
  })
  if (health.isError) return <QueryError title="The health could not be read" query={health} />
  if (!health.data) return <Skeleton />
  const { ready, periodMs, servers } = health.data
  return (
    <>
      <p className={styles.run}>
        This server: <strong>{ready.status}</strong>
        {ready.reason && <span className="problem"> {ready.reason}</span>}
      </p>
      {servers.length === 0 && <EmptyState title="No samples yet; the first follows in a minute" />}
      {servers.map((server) => (
        <ServerPlots key={server.name} server={server} periodMs={periodMs} />
      ))}
    </>
  )
}

const ServerPlots = ({ server, periodMs }: { server: ServerHealth; periodMs: number }) => (
  <section aria-label={server.name}>
    <h2>{server.name}</h2>
    <p className="quiet small">
      Last seen {timeText(server.lastSeenAt)}. Each point covers {periodMs / 60_000} minutes.
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
