import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import { toError } from '#server/core/http/errors.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createJobsStore, type Job } from './jobs.store.ts'
import type { Listener } from './listener.ts'

export type JobWork = {
  queue: string
  /** Another queue, from which `askForMore` fills this one. */
  wokenBy?: string
  batch: number
  leaseMs: number
  /** Attempts at one job before it is given up. */
  tries: number
  /** Pause after each background batch, as a multiple of its duration, to leave time for requests. */
  restRatio: number
  /** Returns the failures by key; all other jobs are done. If it throws, all jobs fail. */
  work: (keys: string[], signal: AbortSignal) => Promise<Map<string, Error>>
  /** Whether this server can do such work now; otherwise it leaves the jobs to others. */
  canWork?: () => Promise<boolean>
  /** Called when nothing is due, for work that is queued in portions; false if there was none. */
  askForMore?: () => Promise<boolean>
}

/** A failure that is not the job's fault: it is retried later, and the attempt does not count. */
export class RetryLater extends Error {
  readonly retryInMs: number
  constructor(retryInMs: number, reason: unknown) {
    const cause = toError(reason)
    super(cause.message, { cause })
    this.retryInMs = retryInMs
  }
}

/** For independent jobs: runs a batch concurrently, and each job fails on its own. */
export const runJobsSeparately =
  (work: (key: string, signal: AbortSignal) => Promise<unknown>): JobWork['work'] =>
  async (keys, signal) => {
    const failures = new Map<string, Error>()
    const runJob = (key: string) =>
      work(key, signal).catch((error: unknown) => failures.set(key, toError(error)))
    await Promise.all(keys.map(runJob))
    if (failures.size > 0) signal.throwIfAborted()
    return failures
  }

const RETRY_FIRST_MS = 5_000
const MAX_POLL_MS = MINUTE_MS
const MIN_POLL_MS = 100
/** How often a server that cannot work asks whether it can. */
const UNABLE_POLL_MS = 5_000

export const createJobRunner = (pool: Connection, log: Logger, job: JobWork) => {
  const store = createJobsStore(pool, job.queue)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | null = null
  let wasWoken = false

  const recordFailures = async (jobs: Job[], failures: Map<string, Error>) => {
    for (const failed of jobs) {
      const error = failures.get(failed.key)
      if (!error) continue
      if (error instanceof RetryLater) {
        await store.postpone(failed, error.message, error.retryInMs)
        continue
      }
      const isLast = failed.attempts >= job.tries
      const retryInMs = isLast ? null : RETRY_FIRST_MS * 4 ** (failed.attempts - 1)
      log.warn({ queue: job.queue, key: failed.key, isLast, err: error }, 'A job failed')
      await store.fail(failed, error.message, retryInMs)
    }
  }

  const take = () => store.take(job.batch, job.leaseMs)
  const canWork = async () => (await job.canWork?.()) ?? true

  const runBatch = async () => {
    if (!(await canWork())) return null
    let jobs = await take()
    if (jobs.length === 0 && (await job.askForMore?.())) jobs = await take()
    if (jobs.length === 0) return null
    const keys = jobs.map(({ key }) => key)
    const failures = await job.work(keys, stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) throw error
      return new Map(keys.map((key) => [key, toError(error)] as const))
    })
    await store.finish(jobs.filter(({ key }) => !failures.has(key)))
    await recordFailures(jobs, failures)
    return { done: jobs.length - failures.size, failed: failures.size }
  }

  /** Runs jobs until none is due; returns how many were done. */
  const drain = async (onBatch?: (done: number, failed: number) => void): Promise<number> => {
    let total = 0
    while (!stop.signal.aborted) {
      const result = await runBatch()
      if (!result) break
      total += result.done
      onBatch?.(result.done, result.failed)
    }
    return total
  }

  const drainSlowly = async () => {
    while (!stop.signal.aborted) {
      const started = performance.now()
      if (!(await runBatch())) break
      const restMs = (performance.now() - started) * job.restRatio
      await delay(restMs, undefined, { signal: stop.signal })
    }
  }

  const wake = () => {
    wasWoken = true
    if (running || stop.signal.aborted) return
    clearTimeout(timer)
    running = drainAndSchedule().finally(() => {
      running = null
      if (wasWoken) wake()
    })
  }

  const drainAndSchedule = async () => {
    wasWoken = false
    let pollInMs = MAX_POLL_MS
    try {
      await drainSlowly()
      const dueInMs = (await canWork()) ? await store.nextDueInMs() : UNABLE_POLL_MS
      if (dueInMs !== null) pollInMs = Math.min(MAX_POLL_MS, Math.max(dueInMs, MIN_POLL_MS))
    } catch (err) {
      if (!stop.signal.aborted) log.error({ err, queue: job.queue }, 'The job queue failed')
    }
    if (stop.signal.aborted) return
    timer = setTimeout(wake, pollInMs)
    timer.unref()
  }

  return {
    drain,
    start: (listener: Listener): Promise<void> =>
      listener.listen('jobs', {
        onMessage: (queue) => {
          if (queue === job.queue || queue === job.wokenBy) wake()
        },
        onConnected: wake,
      }),
    close: async () => {
      stop.abort(new Error('closing'))
      clearTimeout(timer)
      await running
    },
  }
}
export type JobRunner = ReturnType<typeof createJobRunner>
