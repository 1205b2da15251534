import { AppError } from '#server/core/http/errors.ts'
import type { ScanQueue } from './scan-queue.ts'
import type { ScanWork } from './running-scans.ts'
import type { SharedScans } from './shared-scans.ts'

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
