import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

import { availableParallelism } from 'node:os'
import { AppError } from '#server/core/http/errors.ts'

/** 'shown': pictures of a page that a visitor waits for; 'sent': uploads and scans; 'background': indexing. */
export type Lane = 'shown' | 'sent' | 'background'

type Limits = {
  waiting: number
  /** How many of one visitor may wait. */
  waitingEach?: number
  waitMs: number
}

/**
 * A sent picture waits with its whole file in memory, so only a few may wait. Shown ones wait almost as
 * long as proxies do (60 s), so that a page with a cold cache gets all its pictures; a hundred are more
 * than a page has.
 */
const LIMITS: Record<Lane, Limits> = {
  shown: { waiting: 200, waitingEach: 100, waitMs: 50_000 },
  sent: { waiting: 20, waitingEach: 5, waitMs: 10_000 },
  background: { waiting: 100, waitMs: Number.POSITIVE_INFINITY },
}
const LANES = ['shown', 'sent', 'background'] as const
const RETRY_AFTER_SECONDS = 5
/** libuv's default. Its threads also read files, so one must stay free. */
const DEFAULT_POOL_THREADS = 4

export const countPictureSlots = (
  cores = availableParallelism(),
  poolThreads = Number(process.env['UV_THREADPOOL_SIZE']) || DEFAULT_POOL_THREADS,
): number => Math.max(2, Math.min(cores, poolThreads) - 1)

type Job = {
  lane: Lane
  /** Small pictures go first, so that they do not wait for many huge ones. */
  pixels?: number
  /** Visitors take turns, so that many pictures of one visitor do not delay the others. */
  visitor?: string | undefined
  /** A job that nobody awaits any more is dropped from the queue. */
  signal?: AbortSignal | undefined
}

type WaitingJob = Job & {
  since: number
  /** How many of the same visitor were waiting when it came. */
  turn: number
  start: (waitedMs: number) => void
}

const queueFullError = () =>
  new AppError(503, HTTP_TEXT.tooManyPictures, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    code: 'busy',
  })

export const cancelledError = () => new AppError(408, HTTP_TEXT.cancelled)

/**
 * Everything that decodes or encodes pictures runs here, a few at a time. One slot is reserved for shown
 * pictures, and one for all others.
 */
export const createPictureQueue = (
  slots = countPictureSlots(),
  limits: Record<Lane, Limits> = LIMITS,
) => {
  const queue: WaitingJob[] = []
  const countWaiting = ({ lane, visitor }: Job) =>
    queue.filter((job) => job.lane === lane && job.visitor === visitor).length
  const running: Record<Lane, number> = { shown: 0, sent: 0, background: 0 }

  const hasFreeSlot = (lane: Lane): boolean => {
    const others = lane === 'shown' ? running.sent + running.background : running.shown
    const sameSide = running.shown + running.sent + running.background - others
    return sameSide < slots - 1 && sameSide + others < slots
  }

  const next = (): WaitingJob | undefined => {
    for (const lane of LANES) {
      if (!hasFreeSlot(lane)) continue
      const candidates = queue.filter((job) => job.lane === lane)
      // The earliest of the cheapest whose turn it is: sorting is stable.
      const [job] = candidates.sort((a, b) => a.turn - b.turn || (a.pixels ?? 0) - (b.pixels ?? 0))
      if (job) return job
    }
    return undefined
  }

  const leave = (job: WaitingJob) => {
    const index = queue.indexOf(job)
    if (index >= 0) queue.splice(index, 1)
  }

  const startNext = () => {
    for (let job = next(); job; job = next()) {
      leave(job)
      running[job.lane] += 1
      job.start(performance.now() - job.since)
    }
  }

  const takeSlot = (job: Job) =>
    new Promise<number>((resolve, reject) => {
      const { waiting, waitingEach = Number.POSITIVE_INFINITY, waitMs } = limits[job.lane]
      const giveUp = (error: AppError) => {
        leave(entry)
        stopWaiting()
        reject(error)
      }
      const handleAbort = () => giveUp(cancelledError())
      const timer = Number.isFinite(waitMs)
        ? setTimeout(() => giveUp(queueFullError()), waitMs)
        : undefined
      const stopWaiting = () => {
        clearTimeout(timer)
        job.signal?.removeEventListener('abort', handleAbort)
      }
      const entry: WaitingJob = {
        ...job,
        since: performance.now(),
        turn: job.visitor === undefined ? 0 : countWaiting(job),
        start: (waitedMs) => {
          stopWaiting()
          resolve(waitedMs)
        },
      }
      if (job.signal?.aborted) return giveUp(cancelledError())
      job.signal?.addEventListener('abort', handleAbort)
      queue.push(entry)
      startNext()
      if (!queue.includes(entry)) return undefined
      const isFull = queue.filter(({ lane }) => lane === job.lane).length > waiting
      if (isFull || (job.visitor !== undefined && countWaiting(job) > waitingEach))
        return giveUp(queueFullError())
      return undefined
    })

  /** Rejects with 503 if too many wait, or if its turn does not come in time. */
  const run = async <T>(job: Job, work: (waitedMs: number) => Promise<T>): Promise<T> => {
    const waitedMs = await takeSlot(job)
    try {
      return await work(waitedMs)
    } finally {
      running[job.lane] -= 1
      startNext()
    }
  }
  const getLaneSize = (lane: Lane) => ({
    running: running[lane],
    waiting: queue.filter((job) => job.lane === lane).length,
  })
  return Object.assign(run, {
    size: () => Object.fromEntries(LANES.map((lane) => [lane, getLaneSize(lane)])),
  })
}
export type PictureQueue = ReturnType<typeof createPictureQueue>
