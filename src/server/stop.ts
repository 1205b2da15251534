import type { Server } from 'node:http'
import type { Logger } from 'pino'

const DRAIN_MS = 10_000
const SWEEP_MS = 100

/** On a signal, running requests may finish for a while; a second signal exits at once. */
export const stopOnSignals = (
  server: Server,
  log: Logger,
  /** `stopping` ends streams that would never end; `close` runs when all requests have finished. */
  { stopping, close }: { stopping: () => void; close: () => Promise<void> },
) => {
  let isStopping = false
  const stop = async (signal: string) => {
    log.info({ signal }, 'Stopping')
    stopping()
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    // Keep-alive connections become idle only after their last response.
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
