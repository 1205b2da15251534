import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least a Node server can do: sends the same bytes with the same headers. */
const [file = '', headersJson = '{}'] = process.argv.slice(2)
const body = readFileSync(file)
const headers = JSON.parse(headersJson) as Record<string, string>
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`bare: http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
