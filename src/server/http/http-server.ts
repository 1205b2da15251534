import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { createHostCheck } from './host.ts'
import type { AppEnv } from './request-context.ts'
import { logSecurity } from './security-log.ts'

type Settings = { publicUrl: string | null; log: Logger }

/** Refuses foreign hosts before anything else runs, cached replies included. */
export const createHttpServer = ({ fetch }: Hono<AppEnv>, { publicUrl, log }: Settings): Server => {
  // Node discards unread bodies itself; the adapter's clean-up would cut the connection.
  const listener = getRequestListener(fetch, { autoCleanupIncoming: false })
  const findHostProblem = createHostCheck(publicUrl)
  // Node would refuse health checks without a Host header before we see them.
  return createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    const problem = findHostProblem(incoming)
    if (!problem) {
      incoming.headers.host ||= 'localhost'
      void listener(incoming, outgoing)
      return
    }
    const { status, message } = problem
    logSecurity(log, 'refused', {
      actor: null,
      path: incoming.url?.split('?')[0] ?? '',
      address: incoming.socket.remoteAddress ?? 'unknown',
    })
    outgoing.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
    outgoing.end(`${message}\n`)
  })
}
