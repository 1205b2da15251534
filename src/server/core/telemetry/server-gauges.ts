import type { Registry, Sample } from './registry.ts'

type Pool = {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

type GaugedDatabase = {
  pools: Record<string, Pool>
  /** Of all servers together. */
  queues: () => Promise<Record<string, Sample[]>>
}

export type Gauged = GaugedDatabase & {
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

/** What the process can say about itself when somebody asks. */
export const gaugeProcess = ({ gauge, counter }: Registry) => {
  const started = Date.now() / 1_000 - process.uptime()
  gauge('process_start_time_seconds', 'Start of the process since the Unix epoch.', () => [
    { value: started },
  ])
  counter('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1_000_000 }]
  })
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => [
    { value: process.memoryUsage.rss() },
  ])
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.', () => [
    { value: process.memoryUsage().heapUsed },
  ])
  gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', () => [
    { value: process.memoryUsage().external },
  ])
}

export const gaugeDatabase = ({ gauge }: Registry, { pools, queues }: GaugedDatabase) => {
  const ofPools = (read: (pool: Pool) => number) => () =>
    Object.entries(pools).map(([pool, one]) => ({ labels: { pool }, value: read(one) }))
  gauge(
    'wearabouts_database_connections_used',
    'Database connections in use, by pool.',
    ofPools(({ totalCount, idleCount }) => totalCount - idleCount),
  )
  gauge(
    'wearabouts_database_connections_limit',
    'Database connections that a pool may open.',
    ofPools(({ options }) => options.max),
  )
  gauge(
    'wearabouts_database_waiting',
    'Work that waits for a database connection.',
    ofPools(({ waitingCount }) => waitingCount),
  )
  for (const [name, help] of Object.entries(SHARED_GAUGES))
    gauge(name, help, async () => (await queues())[name] ?? [])
}

export const gaugeServer = (registry: Registry, parts: Gauged) => {
  gaugeDatabase(registry, parts)
  const { gauge } = registry
  gauge('http_requests_in_flight', 'Requests in work.', () => [{ value: parts.load.inFlight() }])
  gauge('http_requests_waiting', 'Requests that have been read but not begun.', () => [
    { value: parts.work.size() },
  ])
  gauge('wearabouts_reply_cache_entries', 'Replies in the cache.', () => [
    { value: parts.replies.size().entries },
  ])
  gauge('wearabouts_reply_cache_bytes', 'Memory of the replies in the cache.', () => [
    { value: parts.replies.size().bytes },
  ])
  gauge('wearabouts_picture_jobs', 'Pictures that are decoded or wait for it, by lane.', () =>
    Object.entries(parts.pictures.size?.() ?? {}).flatMap(([lane, { running, waiting }]) => [
      { labels: { lane, state: 'running' }, value: running },
      { labels: { lane, state: 'waiting' }, value: waiting },
    ]),
  )
}
