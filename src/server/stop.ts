import type { Server } from 'node:http'
import type { Logger } from 'pino'

const DRAIN_MS = 10_000
const SWEEP_MS = 100

/** A signal lets running requests end (for a while); a second one ends the process at once. */
export const stopOnSignals = (
  server: Server,
  log: Logger,
  /** `stopping` ends what would never end by itself, `close` comes when nothing runs any more. */
  { stopping, close }: { stopping: () => void; close: () => Promise<void> },
) => {
  let isStopping = false
  const stop = async (signal: string) => {
    log.info({ signal }, 'Stopping')
    stopping()
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    // A kept-alive connection becomes idle only after its last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await ended
    clearTimeout(late)
    clearInterval(sweep)
    await close()
    log.info('Stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      stop(signal).catch((err: unknown) => {
        log.error({ err }, 'Stopping failed')
        process.exit(1)
      })
    })
}
