import { availableParallelism } from 'node:os'
import { AppError } from '#server/core/http/errors.ts'

/** 'shown': somebody waits for a page's pictures; 'sent': uploads and scans; 'background': indexing. */
export type Lane = 'shown' | 'sent' | 'background'

type Limits = { waiting: number; waitMs: number }

/** A sent picture waits with its whole file in memory, so few may. */
const LIMITS: Record<Lane, Limits> = {
  shown: { waiting: 200, waitMs: 5_000 },
  sent: { waiting: 20, waitMs: 10_000 },
  background: { waiting: 100, waitMs: Number.POSITIVE_INFINITY },
}
const LANES = ['shown', 'sent', 'background'] as const
const RETRY_AFTER_SECONDS = 5
/** libuv's default. Its threads also read files, so one has to stay free for them. */
const DEFAULT_POOL_THREADS = 4

export const pictureSlots = (
  cores = availableParallelism(),
  poolThreads = Number(process.env['UV_THREADPOOL_SIZE']) || DEFAULT_POOL_THREADS,
): number => Math.max(2, Math.min(cores, poolThreads) - 1)

type Job = {
  lane: Lane
  /** The cheapest goes first, so that one small photo does not wait for twenty huge ones. */
  pixels?: number
  /** A job that nobody awaits any more is dropped from the line. */
  signal?: AbortSignal | undefined
}

type WaitingJob = Job & { since: number; start: (waitedMs: number) => void }

const busy = () =>
  new AppError(503, 'Too many pictures are being processed. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    code: 'busy',
  })

export const cancelled = () => new AppError(408, 'The request was cancelled')

/**
 * Everything that decodes or encodes pictures runs here, a few at a time. Shown pictures always have a
 * slot that sent ones cannot take, and the other way round.
 */
export const createPictureQueue = (slots = pictureSlots(), limits = LIMITS) => {
  const line: WaitingJob[] = []
  const running: Record<Lane, number> = { shown: 0, sent: 0, background: 0 }

  const hasRoom = (lane: Lane): boolean => {
    const others = lane === 'shown' ? running.sent + running.background : running.shown
    const own = running.shown + running.sent + running.background - others
    return own < slots - 1 && own + others < slots
  }

  const next = (): WaitingJob | undefined => {
    for (const lane of LANES) {
      if (!hasRoom(lane)) continue
      const candidates = line.filter((job) => job.lane === lane)
      // The earliest of the cheapest: sorting is stable.
      const [job] = candidates.sort((a, b) => (a.pixels ?? 0) - (b.pixels ?? 0))
      if (job) return job
    }
    return undefined
  }

  const leave = (job: WaitingJob) => {
    const index = line.indexOf(job)
    if (index >= 0) line.splice(index, 1)
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
      const { waiting, waitMs } = limits[job.lane]
      const giveUp = (error: AppError) => {
        leave(entry)
        stopWaiting()
        reject(error)
      }
      const handleAbort = () => giveUp(cancelled())
      const timer = Number.isFinite(waitMs) ? setTimeout(() => giveUp(busy()), waitMs) : undefined
      const stopWaiting = () => {
        clearTimeout(timer)
        job.signal?.removeEventListener('abort', handleAbort)
      }
      const entry: WaitingJob = {
        ...job,
        since: performance.now(),
        start: (waitedMs) => {
          stopWaiting()
          resolve(waitedMs)
        },
      }
      if (job.signal?.aborted) return giveUp(cancelled())
      job.signal?.addEventListener('abort', handleAbort)
      line.push(entry)
      startNext()
      const isInLine = line.includes(entry)
      if (isInLine && line.filter(({ lane }) => lane === job.lane).length > waiting) giveUp(busy())
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
  const sizeOf = (lane: Lane) => ({
    running: running[lane],
    waiting: line.filter((job) => job.lane === lane).length,
  })
  const size = () => ({
    shown: sizeOf('shown'),
    sent: sizeOf('sent'),
    background: sizeOf('background'),
  })
  return Object.assign(run, { size })
}
export type PictureQueue = ReturnType<typeof createPictureQueue>
