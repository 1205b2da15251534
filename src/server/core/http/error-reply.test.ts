import { Hono } from 'hono'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { createErrorReply, escapeHtml } from './error-reply.ts'
import { AppError } from './errors.ts'
import { serverBusyError } from './load-shedding.ts'
import { type AppEnv, createRequestContext } from './request-context.ts'

let lines: Record<string, unknown>[]
let app: Hono<AppEnv>

beforeEach(() => {
  lines = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  app = new Hono<AppEnv>()
  app.onError(createErrorReply)
  app.use(
    createRequestContext({
      log,
      publicUrl: null,
      trustedProxies: 0,
      metrics: { countReply: () => {} },
      tracer: null,
    }),
  )
})

const failWith = async (error: Error, path = '/api/thing') => {
  app.get('*', () => {
    throw error
  })
  return app.request(path)
}
const withCode = (code: string) => Object.assign(new Error('could not write'), { code })

test.each([
  [`<a href="x">'&'</a>`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'],
  ['tab\t, line\n, dress 👗', 'tab\t, line\n, dress 👗'],
  ['not\u0000 in\u0001 XML\u001f\ufffe\uffff', 'not in XML'],
])('escapes %j', (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped)
})

test.each([
  [404, 30],
  [501, 30],
  [502, 50],
] as const)('logs a reply %i with level %i', async (status, level) => {
  await failWith(new AppError(status, 'refused'))
  expect(lines).toMatchObject([{ status, level }])
})

describe('a full disk', () => {
  test.each([
    ['of the database', withCode('53100')],
    ['of the server', withCode('ENOSPC')],
    ['behind a library', new Error('query failed', { cause: withCode('53100') })],
  ])('%s gets 507 and a time to come back', async (_, error) => {
    const reply = await failWith(error)
    expect(reply.status).toBe(507)
    expect(reply.headers.get('retry-after')).toBe('60')
    expect(await reply.json()).toMatchObject({
      success: false,
      code: 'disk-full',
      message: 'There is no space left to save this. Please try again later.',
    })
  })
})

test('a busy server lets an embed on another site see that a picture was refused', async () => {
  const reply = await failWith(serverBusyError(), '/api/image-proxy')
  expect(reply.status).toBe(503)
  expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

describe('the log of a failure', () => {
  test.each([
    ['/api/product/42?from=feed', '/api/product/42'],
    ['/media/celebrity.jpg', '/media/celebrity.jpg'],
    ['/media/uploads/9f8e7d.jpg', '/media/uploads/…'],
    ['/api/data-deletion/SECRET?x=1', '/api/data-deletion/…'],
    ['/api/find/0b1c2d/more', '/api/find/…/more'],
  ])('names the path of %s without query and secrets', async (address, path) => {
    await failWith(new Error('unexpected'), address)
    expect(lines).toEqual([expect.objectContaining({ level: 50, method: 'GET', path })])
  })
})
