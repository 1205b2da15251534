import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { paths } from '#shared/paths.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import { WARDROBE } from '#tests/support/finder-app.ts'
import { sampleOf } from '#tests/support/length.ts'
import { nastyBodies, NASTY_URL_TEXTS } from '#tests/support/nasty-input.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'

/** A clue is worth more than the rest of a long request. */
const SHOWN_CHARS = 200
/** Of one call, in a short run. */
const SAMPLE = { bodies: 12, addresses: 16 } as const

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startTestApp(
    {},
    {
      clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
      finderVision: fakeVision(WARDROBE),
    },
  )
  await importRows(app.pool, [catalogRow()])
  // Rate limits would hide what lies behind them.
  await app.pool.query(`
    CREATE FUNCTION skip_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER count_nothing BEFORE INSERT ON rate_limits
      FOR EACH ROW EXECUTE FUNCTION skip_row()`)
  ada = await insertPerson(app.pool, TEST_SECRET, { invited: true, admin: true })
})
afterAll(async () => {
  agent.destroy()
  await app.close()
})

type Sent = { method?: string; path: string; type?: string; body?: string }

/** Through a socket, because `fetch` and `URL` repair what this test is about. */
const statusOf = ({ method = 'GET', path, type = 'application/json', body }: Sent) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request(`${app.origin}/`, {
      agent,
      method,
      path,
      headers: {
        cookie: ada.cookie,
        origin: app.origin,
        accept: 'text/html',
        ...(body === undefined ? {} : { 'content-type': type }),
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (reply) => {
      resolve(reply.statusCode ?? 0)
      // A live stream never ends.
      if (reply.headers['content-type'] === 'text/event-stream') reply.destroy()
      else reply.resume()
    })
    outgoing.end(body)
  })

const failures = async (requests: Sent[]): Promise<string[]> => {
  const statuses = await Promise.all(requests.map(statusOf))
  return requests.flatMap(({ method = 'GET', path, body = '' }, index) => {
    const status = statuses[index] ?? 0
    const sent = `${method} ${path} ${body}`.slice(0, SHOWN_CHARS)
    return status >= 200 && status < 500 ? [] : [`${status}: ${sent}`]
  })
}

const withText = (pattern: string, text: string) => pattern.replaceAll(/:\w+/g, text)

type Names = { all: string[]; required: string[] }

const textsIn = (pattern: string, { all, required }: Names, fixedQuery = ''): string[] => {
  const plain = withText(pattern, 'x')
  const inPath = pattern.includes(':')
    ? NASTY_URL_TEXTS.map((text) => `${withText(pattern, text)}?${fixedQuery}`)
    : []
  const inQuery = all.flatMap((name) => {
    const others = required.filter((other) => other !== name).map((other) => `${other}=feed`)
    const rest = [fixedQuery, ...others].join('&')
    return NASTY_URL_TEXTS.map((text) => `${plain}?${name}=${text}&${rest}`)
  })
  return sampleOf([...inPath, ...inQuery], SAMPLE.addresses)
}

const namesIn = ({ shape = {} }: { shape?: Record<string, z.ZodType> } = {}): Names => ({
  all: Object.keys(shape),
  required: Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success),
})

describe('answers below 500, whatever the path and the query contain', () => {
  test.each(Object.entries(allCalls as Record<string, CallDefinition>))('%s', async (key, call) => {
    const { method, path, fixedQuery } = parseCallKey(key)
    const targets = textsIn(path, namesIn(call.query), fixedQuery.toString())
    expect(await failures(targets.map((target) => ({ method, path: target })))).toEqual([])
  })

  test.each(Object.values(paths))('$pattern', async ({ pattern }) => {
    const names = { all: ['celebrities'], required: [] }
    expect(await failures(textsIn(pattern, names).map((path) => ({ path })))).toEqual([])
  })

  test.each(['/:x', '/media/:x', '/media/uploads/:x', '/assets/:x', '/api/:x', '/local/:x'])(
    '%s',
    async (pattern) => {
      expect(await failures(textsIn(pattern, namesIn()).map((path) => ({ path })))).toEqual([])
    },
  )

  test('and with repeated, nested and prototype names', async () => {
    const queries = [
      'celebrities=a&celebrities=b',
      'celebrities[]=a',
      'celebrities[x]=a',
      '__proto__=1&constructor=1&toString=1',
      '__proto__[limit]=1',
      '%00=%00&%=%zz',
      '&&&===',
    ]
    const targets = ['/api/images', '/celebrity-search-result', '/search-result', '/api/search']
    const requests = targets.flatMap((path) => queries.map((query) => `${path}?${query}`))
    expect(await failures(requests.map((path) => ({ path })))).toEqual([])
  })
})

test.each([
  ['/celebrity/%00', '/celebrity/nobody'],
  ['/celebrity-image/AA==', '/celebrity-image/eA=='],
  ['/celebrity-search-result?celebrities=%00', '/celebrity-search-result?celebrities=nobody'],
  ['/api/images?celebrities=%00', '/api/images?celebrities=nobody'],
  ['/api/image?url=%00', '/api/image?url=nothing'],
  ['/api/users/%00/picture', '/api/users/nobody/picture'],
  ['/api/favorites/check?name=%00', '/api/favorites/check?name=nothing'],
])('%s is answered like %s', async (nasty, unknown) => {
  expect(await statusOf({ path: nasty })).toBe(await statusOf({ path: unknown }))
})

describe('answers below 500, whatever one value of a body is', () => {
  const byBody = new Map(
    Object.entries(allCalls as Record<string, CallDefinition>).flatMap(([key, call]) =>
      call.body ? [[call.body, { key, call, body: call.body }] as const] : [],
    ),
  )
  test.each([...byBody.values()])('$key', async ({ key, call, body }) => {
    const { method, path, fixedQuery } = parseCallKey(key)
    const target = `${withText(path, 'google')}?${fixedQuery.toString()}`
    const bodies = nastyBodies(body, { uid: ada.uid, firebase_uid: ada.uid })
    const requests = sampleOf(bodies, SAMPLE.bodies).map((json) =>
      call.files
        ? { method, path: target, type: FORM, body: formOf(json) }
        : { method, path: target, body: json },
    )
    expect(await failures(requests)).toEqual([])
  })
})

const FORM = 'application/x-www-form-urlencoded'
const formOf = (json: string): string =>
  new URLSearchParams(
    Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
