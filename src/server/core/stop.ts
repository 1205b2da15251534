import type { Server } from 'node:http'
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** The phases of a stop, in order. */
export const STOP = {
  /**
   * In production the server still answers after SIGTERM, so that load balancers notice that it is not
   * ready: HAProxy checks every two seconds and removes a server after the third failure.
   */
  noticeMs: 8_000,
  /** Running requests and scans may finish. */
  drainMs: 10_000,
  /** Aborted scans send a final event to their streams. */
  finalEventsMs: 1_000,
  /** Models finish their current step, and PostgreSQL stops. */
  closeMs: 30_000,
} as const

const CLOSE_IDLE_EVERY_MS = 100
const QUICK_TURN_MS = 0.5
const IDLE_WITHIN_MS = 1_000

type Signal = 'SIGTERM' | 'SIGINT'

/**
 * Turns the first SIGTERM or SIGINT into an abort. A second one, or a stop that takes too long, ends the
 * process at once: `process.exit` would wait for native calls of worker threads, or abort in one of them.
 */
export const listenForStop = (log: Logger) => {
  const stopping = new AbortController()
  let beforeKill = () => {}
  const kill = (reason: string) => {
    log.error(`Exiting at once: ${reason}`)
    beforeKill()
    process.kill(process.pid, 'SIGKILL')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) return kill('a second signal arrived')
      log.info({ signal }, 'Stopping')
      stopping.abort(signal)
      const limitMs = Object.values(STOP).reduce((sum, ms) => sum + ms, 0)
      setTimeout(() => kill('the stop took too long'), limitMs).unref()
    })
  return {
    stopSignal: stopping.signal,
    /** Null until a signal arrives. */
    signal: () => (stopping.signal.aborted ? (stopping.signal.reason as Signal) : null),
    beforeKill: (act: () => void) => {
      beforeKill = act
    },
  }
}

export const waitUntilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Closing the port resets connections that wait to be accepted. After a quick turn of the event loop,
 * all have been accepted; during a slow one, others may have arrived.
 */
const waitUntilIdle = async () => {
  const deadline = performance.now() + IDLE_WITHIN_MS
  for (;;) {
    const began = performance.now()
    await immediate()
    const now = performance.now()
    if (now - began < QUICK_TURN_MS || now > deadline) return
  }
}

type Draining = {
  noticeMs: number
  /** Ends streams that would otherwise stay open. */
  endStreams: () => void
  /** Aborts work that is still running when the time is up. */
  abortWork: () => Promise<void>
}

/** Waits until all requests have been answered, or the time is up. */
export const drainServer = async (
  server: Server,
  { noticeMs, endStreams, abortWork }: Draining,
) => {
  // Otherwise a client might reuse the connection just when it is closed.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await delay(noticeMs)
  await waitUntilIdle()
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  endStreams()
  // Keep-alive connections become idle only after their last response.
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  const abortAndClose = async () => {
    await abortWork()
    await delay(STOP.finalEventsMs)
    server.closeAllConnections()
  }
  const deadline = setTimeout(() => void abortAndClose(), STOP.drainMs)
  await ended
  clearTimeout(deadline)
  clearInterval(closeIdle)
}
