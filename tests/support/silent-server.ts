import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

/**
 * Accepts requests and never answers, or stops in the middle of its answer. Garbage is collected
 * meanwhile, as during any wait: a deadline must not be lost with it.
 */
export const startSilentServer = async (silence: 'at once' | 'in the body' = 'at once') => {
  const server = createServer((_request, response) => {
    if (silence === 'in the body') response.writeHead(200, { 'content-length': 1_000 }).write('x')
    setTimeout(collectGarbage, 20)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Makes every deadline come sooner. Returns the deadlines that were set, as they really are. */
export const hurryDeadlines = (factor = 20): number[] => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const deadlines: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    deadlines.push(ms)
    return timeout(ms / factor)
  })
  return deadlines
}
