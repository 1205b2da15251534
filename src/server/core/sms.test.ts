import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createSms, createHttpSms } from './sms.ts'

let server: Server | undefined
afterEach(() => server?.close())

const provider = async (status: number) => {
  const seen: { authorization: string | undefined; body: string }[] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ authorization: request.headers.authorization, body })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send` }
}

test('sends a message to the provider with the token', async () => {
  const { seen, url } = await provider(202)
  await createHttpSms(url, 'token').send('+4512345678', 'Your code')
  expect(seen).toEqual([
    { authorization: 'Bearer token', body: '{"to":"+4512345678","text":"Your code"}' },
  ])
})

test('fails when the provider refuses', async () => {
  const { url } = await provider(402)
  await expect(createHttpSms(url, 'token').send('+45', 'x')).rejects.toThrow('answered 402')
})

test('sends nothing without settings, and keeps the text out of the log', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  await createSms({ SMS_URL: undefined, SMS_TOKEN: undefined }, log, async () => '').send(
    '+45',
    'secret code',
  )
  expect(lines.join('')).toContain('not sent')
  expect(lines.join('')).not.toContain('secret code')
})
