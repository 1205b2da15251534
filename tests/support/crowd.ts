import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What one kind of visitor asks for. 'INDEX' in the address stands for the number of the request. */
export type CrowdRequest = {
  kind: string
  /** Of all requests, relative to the other shares. */
  share: number
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** A body of this many letters instead. */
  bodyBytes?: number
}

export type Crowd = {
  perSecond: number
  seconds: number
  requests: readonly CrowdRequest[]
  /** As many as are needed, if absent. */
  connections?: number
  /** Each request comes from an address of its own, as a proxy would report it. */
  forwarded?: boolean
}

export type Answer = {
  kind: string
  status: number
  /** From the moment at which the request was due, whether or not it could be sent then. */
  ms: number
  retryAfter?: string
  /** How late it was sent: if this grows, the crowd is too large for its own process. */
  lateMs: number
}

/** A connection that failed. */
export const NO_ANSWER = 0

/**
 * Several crowds at once, in a process of their own: here they would take turns with the test, or even
 * with the server, and measure themselves.
 */
export const sendCrowds = async (crowds: readonly Crowd[]): Promise<Answer[][]> => {
  const main = fileURLToPath(new URL('crowd-main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(crowds))
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`The crowd ended with ${code}`)
  return JSON.parse(Buffer.concat(pieces).toString()) as Answer[][]
}
