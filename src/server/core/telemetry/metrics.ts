import { BUILD } from '#server/core/installation.ts'

type Labels = Readonly<Record<string, string>>
export type Sample = { labels?: Labels; value: number }
/** Null or undefined while the value cannot be read. */
type Reading = number | Sample[] | null | undefined

/** A family of series in the text format of Prometheus. */
type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string }
type Source = Family & { lines: () => string[] | Promise<string[]> }

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const formatLabels = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Counts of observations up to each bound, and above the last. */
type Buckets = { labels: Labels; counts: number[]; sum: number; count: number }

type Histogram = {
  /** `labels` must come from a small, fixed set: each combination is kept for ever. */
  observe(value: number, labels?: Labels): void
  /** All series together, by bound, since the start. */
  totals(where?: (labels: Labels) => boolean): number[]
  readonly bounds: readonly number[]
}

const formatHistogram = (name: string, bounds: readonly number[], series: Iterable<Buckets>) => {
  const lines: string[] = []
  for (const { labels, counts, sum, count } of series) {
    let below = 0
    for (const [index, bound] of bounds.entries()) {
      below += counts[index] ?? 0
      lines.push(`${name}_bucket${formatLabels({ ...labels, le: String(bound) })} ${below}`)
    }
    lines.push(`${name}_bucket${formatLabels({ ...labels, le: '+Inf' })} ${count}`)
    lines.push(
      `${name}_sum${formatLabels(labels)} ${sum}`,
      `${name}_count${formatLabels(labels)} ${count}`,
    )
  }
  return lines
}

/** The metrics of this process: counted as it runs, or read on each scrape. */
export const createRegistry = () => {
  const sources: Source[] = []
  const add = (source: Source) => {
    if (sources.some(({ name }) => name === source.name))
      throw new Error(`Two metrics are called ${source.name}`)
    sources.push(source)
  }
  const read =
    (type: 'counter' | 'gauge') =>
    (name: string, help: string, read: () => Reading | Promise<Reading>) =>
      add({
        name,
        help,
        type,
        lines: async () => {
          const reading = (await read()) ?? []
          const samples: Sample[] = typeof reading === 'number' ? [{ value: reading }] : reading
          return samples.map(({ labels = {}, value }) => `${name}${formatLabels(labels)} ${value}`)
        },
      })

  return {
    /** Both are read on each scrape, so that they cost nothing in between. */
    gauge: read('gauge'),
    counter: read('counter'),

    histogram(name: string, help: string, bounds: readonly number[]): Histogram {
      const series = new Map<string, Buckets>()
      const findSeries = (labels: Labels): Buckets => {
        let key = ''
        for (const label in labels) key += `${labels[label]}\n`
        const existing = series.get(key)
        if (existing) return existing
        const counts = Array.from({ length: bounds.length + 1 }, () => 0)
        const created = { labels, counts, sum: 0, count: 0 }
        series.set(key, created)
        return created
      }
      add({
        name,
        help,
        type: 'histogram',
        lines: () => formatHistogram(name, bounds, series.values()),
      })
      return {
        bounds,
        observe(value, labels = {}) {
          const buckets = findSeries(labels)
          let index = 0
          while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1
          buckets.counts[index] = (buckets.counts[index] ?? 0) + 1
          buckets.sum += value
          buckets.count += 1
        },
        totals(where = () => true) {
          const totals = Array.from({ length: bounds.length + 1 }, () => 0)
          for (const { labels, counts } of series.values())
            if (where(labels))
              for (const [index, count] of counts.entries())
                totals[index] = (totals[index] ?? 0) + count
          return totals
        },
      }
    },

    text: async (): Promise<string> => {
      const families = sources.map(async ({ name, type, help, lines }) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`].concat(await lines()),
      )
      return `${(await Promise.all(families)).flat().join('\n')}\n`
    },
  }
}
export type Registry = ReturnType<typeof createRegistry>

/**
 * The value that a share of the observations does not exceed, estimated within its bucket. Observations
 * above the last bound count as that bound. Null without any.
 */
export const estimateQuantile = (
  share: number,
  bounds: readonly number[],
  counts: readonly number[],
): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, bound] of bounds.entries()) {
    const count = counts[index] ?? 0
    const low = bounds[index - 1] ?? 0
    if (below + count >= share * total && count > 0)
      return low + (bound - low) * ((share * total - below) / count)
    below += count
  }
  return bounds.at(-1) ?? null
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** All unknown paths share one label, because clients can invent any number and each label is kept forever. */
export const UNMATCHED = 'unmatched'
/** Requests that an overloaded server refused. */
export const REFUSED = 'refused'

const TICK_MS = 20
const REPLY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
export const STAGE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of both servers and workers. */
export const createProcessMetrics = (registry: Registry) => {
  const lag = registry.histogram(
    'nodejs_eventloop_lag_seconds',
    'How late the event loop runs, measured every 20 ms.',
    LAG_SECONDS,
  )
  const providers = registry.histogram(
    'wearabouts_provider_call_duration_seconds',
    'Time that calls to services outside this server take.',
    STAGE_SECONDS,
  )
  return {
    lag,
    /** Returns how to stop. */
    watchLag: () => {
      let tickedAt = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        lag.observe(Math.max(0, now - tickedAt - TICK_MS) / 1_000)
        tickedAt = now
      }, TICK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
    countCall: (provider: string, outcome: 'ok' | 'failed', ms: number) =>
      providers.observe(ms / 1_000, { provider, outcome }),
  }
}
export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

/** Metrics that the server counts as it runs. All others are read on each scrape. */
export const createServerMetrics = (registry: Registry) => {
  const replies = registry.histogram(
    'http_request_duration_seconds',
    'Time from reading a request until its reply is ready, by route.',
    REPLY_SECONDS,
  )
  const stages = registry.histogram(
    'wearabouts_scan_stage_duration_seconds',
    'Time that the stages of a photo scan take.',
    STAGE_SECONDS,
  )
  const scans = registry.histogram(
    'wearabouts_scan_duration_seconds',
    'Time that photo scans take from start to end.',
    STAGE_SECONDS,
  )
  return {
    ...createProcessMetrics(registry),
    replies,
    scans,
    /** `route` is a template such as /api/products/:id, never an address. */
    countReply(method: string, route: string, status: number, ms: number) {
      const methodLabel = METHODS.has(method) ? method : 'OTHER'
      replies.observe(ms / 1_000, { method: methodLabel, route, status: String(status) })
    },
    countScan: (outcome: 'ok' | 'failed', ms: number) => scans.observe(ms / 1_000, { outcome }),
    countStage: (stage: string, ms: number) => stages.observe(ms / 1_000, { stage }),
  }
}
export type ServerMetrics = ReturnType<typeof createServerMetrics>

type Pool = {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

type GaugedDatabase = {
  pools: Record<string, Pool>
  /** For all servers together. */
  queues: () => Promise<Record<string, Sample[]>>
}

type GaugedServer = GaugedDatabase & {
  load: { inFlight(): number }
  work: { size(): number }
  replies: { size(): { entries: number; bytes: number } }
  pictures: { size?(): Record<string, { running: number; waiting: number }> }
}

const SHARED_GAUGES = {
  wearabouts_jobs: 'Background jobs in the database, by queue and state.',
  wearabouts_scans_running: 'Photo scans that run on any server.',
  wearabouts_vision_tasks: 'Model runs that separate workers have been asked for, by state.',
  wearabouts_vision_workers: 'Separate vision workers that were seen in the last minute.',
}

export const addProcessGauges = ({ gauge, counter }: Registry) => {
  const started = Date.now() / 1_000 - process.uptime()
  gauge('wearabouts_build_info', 'Always 1; the labels say what runs.', () => [
    { labels: { version: BUILD.version, revision: BUILD.revision ?? '' }, value: 1 },
  ])
  gauge('process_start_time_seconds', 'Start of the process since the Unix epoch.', () => started)
  counter('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000_000
  })
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  gauge(
    'nodejs_heap_size_used_bytes',
    'Memory of JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  )
  gauge(
    'nodejs_external_memory_bytes',
    'Memory of buffers outside the heap.',
    () => process.memoryUsage().external,
  )
}

export const addDatabaseGauges = ({ gauge }: Registry, { pools, queues }: GaugedDatabase) => {
  const readPools = (read: (pool: Pool) => number) => () =>
    Object.entries(pools).map(([name, pool]) => ({ labels: { pool: name }, value: read(pool) }))
  gauge(
    'wearabouts_database_connections_used',
    'Database connections in use, by pool.',
    readPools(({ totalCount, idleCount }) => totalCount - idleCount),
  )
  gauge(
    'wearabouts_database_connections_limit',
    'Database connections that a pool may open.',
    readPools(({ options }) => options.max),
  )
  gauge(
    'wearabouts_database_waiting',
    'Work that waits for a database connection.',
    readPools(({ waitingCount }) => waitingCount),
  )
  for (const [name, help] of Object.entries(SHARED_GAUGES))
    gauge(name, help, async () => (await queues())[name])
}

export const addServerGauges = (registry: Registry, server: GaugedServer) => {
  addDatabaseGauges(registry, server)
  const { gauge } = registry
  gauge('http_requests_in_flight', 'Requests in progress.', () => server.load.inFlight())
  gauge('http_requests_waiting', 'Requests that have been read but not started.', () =>
    server.work.size(),
  )
  gauge(
    'wearabouts_reply_cache_entries',
    'Replies in the cache.',
    () => server.replies.size().entries,
  )
  gauge(
    'wearabouts_reply_cache_bytes',
    'Memory of the replies in the cache.',
    () => server.replies.size().bytes,
  )
  gauge('wearabouts_picture_jobs', 'Pictures that are decoded or wait for it, by lane.', () =>
    Object.entries(server.pictures.size?.() ?? {}).flatMap(([lane, { running, waiting }]) => [
      { labels: { lane, state: 'running' }, value: running },
      { labels: { lane, state: 'waiting' }, value: waiting },
    ]),
  )
}
