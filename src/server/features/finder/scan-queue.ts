import { FIND } from '#shared/constants.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { ScanWork } from './running-scans.ts'
import type { SharedScans } from './shared-scans.ts'

type Waiting = { start: () => void; tell: (ahead: number) => void; told: number | null }
/** `round`: how often this visitor lets everyone else go first. */
type Place = { visitor: string; round: number; waiting: Waiting | null; isRunning: boolean }

type Settings = {
  /** Scans that run at the same time. */
  atOnce: number
  /** Scans that may wait for them; each holds its photo in memory. */
  waiting?: number
}

const RETRY_AFTER_SECONDS = 20

const full = () =>
  new AppError(503, 'Many photos are being scanned just now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    code: 'scans-busy',
  })

const tooManyOfOne = () =>
  new AppError(429, 'Several photos from your address are being scanned. Please wait for them.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

/**
 * Whose photo is scanned next. Visitors take turns, whether signed in or not: a visitor's second scan
 * waits until everyone else's first has started.
 */
export const createScanQueue = ({ atOnce, waiting = FIND.waiting }: Settings) => {
  /** In the order of arrival. */
  const places: Place[] = []
  /** Of the scan that started last, and of the last scan of each visitor who is here. */
  let currentRound = 0
  const lastRounds = new Map<string, number>()

  const nextRound = (visitor: string) => {
    const last = lastRounds.get(visitor)
    const round = last === undefined ? currentRound : Math.max(currentRound, last + 1)
    lastRounds.set(visitor, round)
    return round
  }

  const advance = () => {
    let free = atOnce - places.filter(({ isRunning }) => isRunning).length
    let ahead = 0
    for (const place of places.toSorted((a, b) => a.round - b.round)) {
      const { waiting } = place
      if (!waiting) continue
      if (free > 0) {
        free -= 1
        place.waiting = null
        place.isRunning = true
        currentRound = place.round
        waiting.start()
        continue
      }
      if (waiting.told !== ahead) {
        waiting.told = ahead
        waiting.tell(ahead)
      }
      ahead += 1
    }
  }

  const leave = (place: Place) => {
    const index = places.indexOf(place)
    if (index < 0) return
    places.splice(index, 1)
    if (!places.some(({ visitor }) => visitor === place.visitor)) lastRounds.delete(place.visitor)
    advance()
  }

  return {
    /** Throws if too many wait already. The place is kept until `run` ends, or until `leave`. */
    reserve: (visitor: string, perVisitor = Infinity) => {
      if (places.length >= atOnce + waiting) throw full()
      if (places.filter((place) => place.visitor === visitor).length >= perVisitor)
        throw tooManyOfOne()
      const place: Place = { visitor, round: nextRound(visitor), waiting: null, isRunning: false }
      places.push(place)
      return {
        leave: () => leave(place),

        /** `tell` hears how many scans start before this one, whenever that changes. */
        run: async <T>(
          { signal, tell }: { signal: AbortSignal; tell: (ahead: number) => void },
          work: () => Promise<T>,
        ): Promise<T> => {
          try {
            signal.throwIfAborted()
            await new Promise<void>((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
              place.waiting = { start: resolve, tell, told: null }
              advance()
            })
            return await work()
          } finally {
            leave(place)
          }
        },
      }
    },
  }
}
export type ScanQueue = ReturnType<typeof createScanQueue>

type Parts = { queue: ScanQueue; running: Pick<SharedScans, 'start'> }

type Scanner = {
  /** Null for a visitor. */
  owner: string | null
  /** Whoever takes turns with others: a user or an address. */
  visitor: string
  perVisitor?: number
  /** Waiting included. */
  longestMs?: number
}

const tookTooLong = () =>
  new AppError(503, 'This took too long, because many photos are being scanned. Please try again.')

const within = async (
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
) => {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(tookTooLong()), ms)
  timer.unref()
  try {
    await work(AbortSignal.any([outer, over.signal]))
  } finally {
    clearTimeout(timer)
  }
}

/** Starts a scan that says how many are before it, then runs. Throws if too many wait. */
export const startInTurn = async (
  { queue, running }: Parts,
  { owner, visitor, perVisitor, longestMs }: Scanner,
  scan: ScanWork,
) => {
  const place = queue.reserve(visitor, perVisitor)
  const inTurn: ScanWork = (signal, say) =>
    place.run({ signal, tell: (ahead) => say({ type: 'waiting', ahead }) }, () => scan(signal, say))
  try {
    return await running.start(owner, (signal, say) =>
      longestMs === undefined
        ? inTurn(signal, say)
        : within(longestMs, signal, (signal) => inTurn(signal, say)),
    )
  } catch (error) {
    place.leave()
    throw error
  }
}
