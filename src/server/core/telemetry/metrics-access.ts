import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#server/core/http/listen.ts'
import type { Registry } from './registry.ts'

const PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? ''
export const isMetricsRequest = (url?: string): boolean => pathOf(url) === PATH

const digest = (text: string) => createHash('sha256').update(text).digest()

export type AnswerMetrics = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Without a token everyone may read: only for a port that strangers cannot reach. */
export const metricsAnswer =
  (registry: Registry, token: string | undefined): AnswerMetrics =>
  ({ headers, method }, outgoing) => {
    const refuse = (status: number, text: string, more = {}) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain', ...more }).end(`${text}\n`)
    const isKnown = () =>
      timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
    const answer = async () => {
      if (method !== 'GET') return refuse(405, 'Only GET is possible', { allow: 'GET' })
      if (token !== undefined && !isKnown())
        return refuse(401, 'Metrics need the METRICS_TOKEN', { 'www-authenticate': 'Bearer' })
      const text = await registry.text()
      outgoing.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' })
      return outgoing.end(text)
    }
    void answer().catch(() => outgoing.headersSent || refuse(500, 'Metrics could not be read'))
  }

export type PortAnswers = Record<string, AnswerMetrics>

/** A port of its own, which a firewall can keep from everyone but Prometheus. */
export const listenForMetrics = async (
  answer: AnswerMetrics,
  { port, host, others }: { port: number; host: string; others: PortAnswers },
) => {
  const answers = new Map(Object.entries({ ...others, [PATH]: answer }))
  const server = createServer((incoming, outgoing) => {
    const known = answers.get(pathOf(incoming.url))
    if (known) return known(incoming, outgoing)
    outgoing
      .writeHead(404, { 'content-type': 'text/plain' })
      .end(`Only ${[...answers.keys()].join(', ')} can be read here\n`)
  })
  await listen(server, { port, host, setting: 'METRICS_PORT' })
  return server
}
