import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A loopback server with scripted replies that records its requests. */
export const loopbackServer = async (
  answer: (received: Received, response: ServerResponse, count: number) => void,
) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://loopback'),
        headers: request.headers,
        body: Buffer.concat(chunks),
      }
      received.push(entry)
      answer(entry, response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
