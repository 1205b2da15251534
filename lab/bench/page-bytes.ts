import type { CDPSession } from '@playwright/test'

/** Lighthouse's slow 4G: 1.6 Mbit/s, 150 ms. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
}

/** What a page has received, compressed; the numbers grow while it loads. Scripts count without headers. */
export const countBytes = async (session: CDPSession) => {
  const bytes = { script: 0, all: 0 }
  const requests = new Map<string, { isScript: boolean; head: number; body: number }>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const head = response.encodedDataLength
    requests.set(requestId, { isScript: type === 'Script', head, body: 0 })
    bytes.all += head
  })
  const addBody = (requestId: string, count: (former: number) => number) => {
    const request = requests.get(requestId)
    if (!request) return
    const more = count(request.body)
    request.body += more
    bytes.all += more
    if (request.isScript) bytes.script += more
  }
  // Pieces count as they come; the end says what they were in all.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    addBody(requestId, () => encodedDataLength),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    addBody(requestId, (former) =>
      Math.max(0, encodedDataLength - (requests.get(requestId)?.head ?? 0) - former),
    ),
  )
  return bytes
}
