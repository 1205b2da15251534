import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { importRows } from '#server/features/ingest/index.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { type DraftContent, draftContentSchema } from '#shared/contract/studio.ts'
import { paths } from '#shared/paths.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import { WARDROBE } from '#tests/support/finder-app.ts'
import { HOSTILE_URL_TEXTS, hostileBodies, validExample } from '#tests/support/hostile-input.ts'
import { takeSample } from '#tests/support/length.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { readDraft, startDraft } from '#tests/support/studio-drafts.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'

/** A clue is worth more than the rest of a long request. */
const SHOWN_CHARS = 200
/** Of one call, in a short run. */
const SAMPLE = { worst: 24, accepted: 8, refused: 4, addresses: 8, floods: 12 } as const

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let app: TestApp
let ada: Person
let modelDir: string
beforeAll(async () => {
  modelDir = await writeTinyModels([])
  app = await startTestApp(
    { modelDir },
    {
      clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
      finderVision: fakeVision(WARDROBE),
    },
  )
  await importRows(app.pool, [catalogRow()])
  await app.finder.start(app.listener)
  // Rate limits would hide what lies behind them.
  await app.pool.query(`
    CREATE FUNCTION skip_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER count_nothing BEFORE INSERT ON rate_limits
      FOR EACH ROW EXECUTE FUNCTION skip_row()`)
})
afterAll(async () => {
  agent.destroy()
  await app.close()
  await rm(modelDir, { recursive: true })
})
// The calls before may have deleted the account or ended its sessions.
beforeEach(async () => {
  ada = await insertPerson(app.pool, TEST_SECRET, { invited: true, admin: true })
})

type Sent = { method?: string; path: string; type?: string; body?: string | Buffer }

/** Through a socket, because `fetch` and `URL` repair what this test is about. */
const send = ({ method = 'GET', path, type = 'application/json', body }: Sent) =>
  new Promise<{ status: number; content: string }>((resolve, reject) => {
    const outgoing = request(`${app.origin}/`, {
      agent,
      method,
      path,
      headers: {
        cookie: ada.cookie,
        origin: app.origin,
        accept: body === undefined ? 'text/html' : 'application/json, text/event-stream',
        ...(body === undefined
          ? {}
          : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (reply) => {
      const status = reply.statusCode ?? 0
      const isStream = reply.headers['content-type'] === 'text/event-stream'
      // A live stream never ends.
      if (isStream) reply.destroy()
      const content = isStream ? Promise.resolve('') : text(reply)
      content.then((read) => resolve({ status, content: read })).catch(reject)
    })
    outgoing.end(body)
  })

const describeRequest = ({ method = 'GET', path, body = '' }: Sent) =>
  `${method} ${path} ${body.toString()}`.slice(0, SHOWN_CHARS)

const failures = async (requests: Sent[], isFine = isBelow500): Promise<string[]> => {
  const replies = await Promise.all(requests.map(send))
  return replies.flatMap((reply, index) => {
    const sent = requests[index]
    return isFine(reply) || !sent ? [] : [`${reply.status}: ${describeRequest(sent)}`]
  })
}

type Reply = { status: number; content: string }
const isBelow500 = ({ status }: Reply) => status >= 200 && status < 500
/** With a message for whoever sent it. */
const isRefusal = ({ status, content }: Reply) =>
  status >= 400 && status < 500 && /"success":false,"message":"[^"]{4}/.test(content)

const sampleByRank = <T extends { rank: number }>(all: readonly T[], size: number): T[] => {
  const ofRank = (wanted: number) => all.filter(({ rank }) => rank === wanted)
  return [...ofRank(0), ...takeSample(ofRank(1), SAMPLE.worst), ...takeSample(ofRank(2), size)]
}

const withText = (pattern: string, value: string) => pattern.replaceAll(/:\w+\??/g, value)

type Names = { all: string[]; required: string[] }

const addressesOf = (pattern: string, { all, required }: Names, fixedQuery = ''): string[] => {
  const inPath = pattern.includes(':')
    ? HOSTILE_URL_TEXTS.map(({ text: value, rank }) => ({
        path: `${withText(pattern, value)}?${fixedQuery}`,
        rank,
      }))
    : []
  const inQuery = all.flatMap((name) => {
    const others = required.filter((other) => other !== name).map((other) => `${other}=feed`)
    const rest = [fixedQuery, ...others].join('&')
    return HOSTILE_URL_TEXTS.map(({ text: value, rank }) => ({
      path: `${withText(pattern, 'x')}?${name}=${value}&${rest}`,
      rank,
    }))
  })
  return sampleByRank([...inPath, ...inQuery], SAMPLE.addresses).map(({ path }) => path)
}

const namesIn = ({ shape = {} }: { shape?: Record<string, z.ZodType> } = {}): Names => ({
  all: Object.keys(shape),
  required: Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success),
})

const CALLS = Object.entries(allCalls as Record<string, CallDefinition>)

describe('answers below 500, whatever the path and the query contain', () => {
  test.each(CALLS)('%s', async (key, call) => {
    const { method, path, fixedQuery } = parseCallKey(key)
    const targets = addressesOf(path, namesIn(call.query), fixedQuery.toString())
    expect(await failures(targets.map((target) => ({ method, path: target })))).toEqual([])
  })

  test.each([
    ...Object.values(paths).map(({ pattern }) => pattern),
    '/:x',
    '/media/:x',
    '/media/uploads/:x',
    '/assets/:x',
    '/api/:x',
    '/local/:x',
  ])('%s', async (pattern) => {
    const names = { all: ['celebrities'], required: [] }
    expect(await failures(addressesOf(pattern, names).map((path) => ({ path })))).toEqual([])
  })

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
])('%s is answered like %s', async (hostile, unknown) => {
  expect((await send({ path: hostile })).status).toBe((await send({ path: unknown })).status)
})

const withBody = CALLS.flatMap(([key, call]) => (call.body ? [{ key, call, body: call.body }] : []))
/** With parameters that are valid, because otherwise nobody would look at the body. */
const targetOf = (key: string, { params }: CallDefinition) => {
  const { method, path, fixedQuery } = parseCallKey(key)
  const examples = (params ? validExample(params) : {}) as Record<string, string>
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(examples[name] ?? 'x'),
  )
  return { method, path: `${filled}?${fixedQuery.toString()}` }
}

describe('answers below 500, and refuses what the contract does not allow, whatever a body holds', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const formOf = (json: string) =>
    new URLSearchParams(
      Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString()

  test.each(withBody)('$key', async ({ key, call, body }) => {
    const { method, path } = targetOf(key, call)
    const all = hostileBodies(body, ada.uid)
    const accepted = all.filter(({ isAccepted }) => isAccepted)
    const refused = all.filter(({ isAccepted }) => !isAccepted)
    // A field for dates takes no year 0, wherever it is stored later.
    expect(accepted.filter(({ json, rank }) => rank === 0 && json.includes('"0000-'))).toEqual([])
    if (call.files) {
      const forms = sampleByRank(accepted, SAMPLE.accepted).map(({ json }) => formOf(json))
      const requests = forms.map((form) => ({ method, path, type: FORM, body: form }))
      return expect(await failures(requests)).toEqual([])
    }
    const requestsOf = (bodies: typeof all, size: number) =>
      sampleByRank(bodies, size).map(({ json }) => ({ method, path, body: json }))
    expect(await failures(requestsOf(refused, SAMPLE.refused), isRefusal)).toEqual([])
    expect(await failures(requestsOf(accepted, SAMPLE.accepted))).toEqual([])
  })
})

test('what a draft takes can be published, or is refused with the reason', async () => {
  const editor = await signedIn(app, { role: 'editor' })
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM catalog.products LIMIT 1')
  const productId = rows[0]?.id ?? ''
  const bodies = hostileBodies(draftContentSchema, ada.uid).filter(
    ({ isAccepted, rank, json }) => isAccepted && (rank === 0 || json.includes('1e-46')),
  )
  const outcomes = new Set<number>()
  const [item] = (validExample(draftContentSchema) as DraftContent).items
  for (const { json } of bodies) {
    const { items, ...content } = JSON.parse(json) as DraftContent
    const id = await startDraft(editor, 'Ada Hostile', productId)
    const { version } = await readDraft(editor, id)
    const one = items[0] ?? item
    const choice = one?.choice?.kind === 'product' ? one.choice : item?.choice
    // Only a product that the catalogue does not have is stored with its link and texts.
    const product =
      choice?.kind === 'product' ? { ...choice.product, id: null, picture: null } : null
    const changed = {
      ...content,
      takenOn: null,
      items: [{ ...one, choice: { ...choice, product } }],
    }
    const put = await editor.send(`/api/studio/drafts/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version, content: changed }),
    })
    const published = await editor.send(`/api/studio/drafts/${id}/publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: version + 1 }),
    })
    const statuses = [put.status, published.status]
    expect(statuses, json.slice(0, SHOWN_CHARS)).toEqual(expect.not.arrayContaining([500]))
    outcomes.add(published.status)
  }
  expect(outcomes).toEqual(new Set([200, 409]))
})

describe('answers below 500, whatever a file is', () => {
  const filesIn = CALLS.flatMap(([key, call]) =>
    (call.files ?? []).map((field) => ({ key, call, field })),
  )
  const formOf = (field: string, file: Buffer) =>
    Buffer.concat([
      Buffer.from(`--B\r\nContent-Disposition: form-data; name="${field}"; filename="x"\r\n\r\n`),
      file,
      Buffer.from('\r\n--B--\r\n'),
    ])

  test.each(filesIn)('$key, $field', async ({ key, call, field }) => {
    const jpeg = await jpegPicture()
    const files = [
      Buffer.alloc(0),
      Buffer.from('\u0000'),
      Buffer.from('no picture'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      jpeg.subarray(0, 4),
      jpeg.subarray(0, jpeg.length / 2),
      Buffer.concat([jpeg.subarray(0, 100), Buffer.alloc(10_000, 0xff)]),
    ]
    const type = 'multipart/form-data; boundary=B'
    const { method, path } = targetOf(key, call)
    const requests = files.map((file) => ({ method, path, type, body: formOf(field, file) }))
    expect(await failures(requests)).toEqual([])
  })
})

describe('no body blocks other requests', () => {
  const DEFAULT_BYTES = 256 * 1024
  const floodOf = (start: string, unit: string, end: string, bytes: number) =>
    start + unit.repeat(Math.max(0, Math.floor((bytes - start.length) / unit.length))) + end
  const FLOODS: [what: string, start: string, unit: string, end: string][] = [
    ['keys', '{"jsonrpc":"2.0"', ',"a":1', '}'],
    ['nested lists', '', '[', ''],
    ['nested objects', '', '{"a":', ''],
    ['quotes', '"', String.raw`\"`, '"'],
    ['digits', '', '1', ''],
    ['a long text', '{"uid":"', 'é', '"}'],
  ]
  const jsonCalls = withBody.filter(({ call }) => !call.files)
  const largest = jsonCalls.filter(({ call }) => call.maxBytes !== undefined || call.longText)
  const others = jsonCalls.filter((one) => !largest.includes(one))

  test.each([...largest, ...takeSample(others, SAMPLE.floods)])('$key', async ({ key, call }) => {
    const { maxBytes = DEFAULT_BYTES, longText } = call
    const bytes = maxBytes + (longText?.maxChars ?? 0)
    for (const [what, start, unit, end] of FLOODS) {
      const sent = { ...targetOf(key, call), body: floodOf(start, unit, end, bytes) }
      expect(await failures([sent]), what).toEqual([])
      expect(await measureBlock(() => send(sent)), what).toBeLessThan(MAX_BLOCK_MS)
    }
  })

  // As many values as the counter lets through, so that the contract has to look at each of them.
  test.each(jsonCalls.filter(({ call }) => call.maxValues))('$key, full', async ({ key, call }) => {
    const count = (call.maxValues ?? 0) - 10
    const fields = Object.entries((call.body as z.ZodObject).shape)
    const values = [
      Array(count).fill(0),
      Array.from({ length: count }, () => ({})),
      Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 'x'])),
    ]
    for (const [name] of fields)
      for (const value of values) {
        const sent = { ...targetOf(key, call), body: JSON.stringify({ [name]: value }) }
        expect(await failures([sent])).toEqual([])
        expect(await measureBlock(() => send(sent)), name).toBeLessThan(MAX_BLOCK_MS)
      }
  })
})
