import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

import { visionBusyError } from '#server/vision/model-pool.ts'
import { FIND } from '#shared/finder-constants.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { ScanWork } from './running-scans.ts'
import type { SharedScans } from './shared-scans.ts'

type Waiting = {
  start: () => void
  onPosition: (ahead: number) => void
  lastPosition: number | null
}
/** Scans of a lower `round` start first: each further scan of a visitor belongs to a later round. */
type QueueEntry = { visitor: string; round: number; waiting: Waiting | null; isRunning: boolean }

type ScanQueueOptions = {
  /** Scans that run at the same time. */
  atOnce: number
  /** Scans that may wait for them; each holds its photo in memory. */
  maxWaiting?: number
}

const RETRY_AFTER_SECONDS = 20

const tooManyScansError = () =>
  new AppError(429, FINDER_SERVICE_TEXT.tooManyPhotos, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/**
 * Decides whose photo is scanned next. Visitors take turns, whether they are signed in or not: a
 * visitor's second scan waits until everyone else's first has started.
 */
export const createScanQueue = ({ atOnce, maxWaiting = FIND.maxWaiting }: ScanQueueOptions) => {
  /** In the order of arrival. */
  const entries: QueueEntry[] = []
  /** The round of the scan that started last. `lastRounds` has the latest round of each visitor. */
  let currentRound = 0
  const lastRounds = new Map<string, number>()

  const chooseNextRound = (visitor: string) => {
    const lastRound = lastRounds.get(visitor)
    const round = lastRound === undefined ? currentRound : Math.max(currentRound, lastRound + 1)
    lastRounds.set(visitor, round)
    return round
  }

  const advance = () => {
    let free = atOnce - entries.filter(({ isRunning }) => isRunning).length
    let ahead = 0
    for (const entry of entries.toSorted((a, b) => a.round - b.round)) {
      const { waiting } = entry
      if (!waiting) continue
      if (free > 0) {
        free -= 1
        entry.waiting = null
        entry.isRunning = true
        currentRound = entry.round
        waiting.start()
        continue
      }
      if (waiting.lastPosition !== ahead) {
        waiting.lastPosition = ahead
        waiting.onPosition(ahead)
      }
      ahead += 1
    }
  }

  const leave = (entry: QueueEntry) => {
    const index = entries.indexOf(entry)
    if (index < 0) return
    entries.splice(index, 1)
    if (!entries.some(({ visitor }) => visitor === entry.visitor)) lastRounds.delete(entry.visitor)
    advance()
  }

  return {
    /** Throws if the queue is full. The place is held until `run` ends or `leave` is called. */
    reserve: (visitor: string, perVisitor = Infinity) => {
      if (entries.length >= atOnce + maxWaiting)
        throw visionBusyError(RETRY_AFTER_SECONDS, 'scans-busy')
      if (entries.filter((entry) => entry.visitor === visitor).length >= perVisitor)
        throw tooManyScansError()
      const entry: QueueEntry = {
        visitor,
        round: chooseNextRound(visitor),
        waiting: null,
        isRunning: false,
      }
      entries.push(entry)
      return {
        leave: () => leave(entry),

        /** Calls `onPosition` with the number of scans ahead of this one whenever it changes. */
        run: async <T>(
          { signal, onPosition }: { signal: AbortSignal; onPosition: (ahead: number) => void },
          work: () => Promise<T>,
        ): Promise<T> => {
          try {
            signal.throwIfAborted()
            await new Promise<void>((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
              entry.waiting = { start: resolve, onPosition, lastPosition: null }
              advance()
            })
            return await work()
          } finally {
            leave(entry)
          }
        },
      }
    },
  }
}
export type ScanQueue = ReturnType<typeof createScanQueue>

type QueuedScanDependencies = { queue: ScanQueue; sharedScans: Pick<SharedScans, 'start'> }

type Scanner = {
  /** Null for a visitor. */
  owner: string | null
  /** The user or network address that takes turns with others. */
  visitor: string
  perVisitor?: number
  /** The time limit for waiting and scanning together. */
  longestMs?: number
}

const scanTimeoutError = () => new AppError(503, FINDER_SERVICE_TEXT.tookTooLong)

const withTimeLimit = async (
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
) => {
  const timeLimit = new AbortController()
  const timer = setTimeout(() => timeLimit.abort(scanTimeoutError()), ms)
  timer.unref()
  try {
    await work(AbortSignal.any([outer, timeLimit.signal]))
  } finally {
    clearTimeout(timer)
  }
}

/** Starts a scan that waits for its turn and reports its position meanwhile. Throws if the queue is full. */
export const startQueuedScan = async (
  { queue, sharedScans }: QueuedScanDependencies,
  { owner, visitor, perVisitor, longestMs }: Scanner,
  scan: ScanWork,
) => {
  const entry = queue.reserve(visitor, perVisitor)
  const waitAndScan: ScanWork = (signal, emit) =>
    entry.run({ signal, onPosition: (ahead) => emit({ type: 'waiting', ahead }) }, () =>
      scan(signal, emit),
    )
  try {
    return await sharedScans.start(owner, (signal, emit) =>
      longestMs === undefined
        ? waitAndScan(signal, emit)
        : withTimeLimit(longestMs, signal, (signal) => waitAndScan(signal, emit)),
    )
  } catch (error) {
    entry.leave()
    throw error
  }
}
