import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldName } from '#shared/domain/person-name.ts'
import { paths } from '#shared/paths.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { fakeVision, similarProduct } from '#tests/support/fake-vision.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { DRESS } from '#tests/support/finder-app.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { ucpProblems, type UcpReply } from '#tests/support/ucp-schemas.ts'

let server: TestApp
let dressId = ''
const seen = [{ object: DRESS, products: [similarProduct('0', { certainty: 'same item' })] }]

beforeAll(async () => {
  server = await startTestApp({}, { finderVision: fakeVision(seen), searchProviders: [] })
  await importRows(server.pool, [
    catalogRow({
      name: 'Red Silk Dress',
      price: '$120.50',
      brand: 'Maison',
      website: 'https://www.maison-shop.com/velvet-dress',
    }),
    catalogRow({
      name: 'Silk Scarf',
      price: '¥9,000',
      website: 'https://shop.example.com/scarf',
      celebrity_image: 'https://pictures.example.com/ada-2.jpg',
    }),
    catalogRow({
      name: 'Priceless Hat',
      price: 'N/A',
      website: 'https://shop.example.com/hat',
      celebrity_image: 'https://pictures.example.com/ada-3.jpg',
    }),
  ])
  const { rows } = await server.pool.query<{ id: string }>(
    "SELECT id FROM catalog.products WHERE title = 'Red Silk Dress'",
  )
  dressId = rows[0]?.id ?? ''
  const [first] = seen[0]?.products ?? []
  if (first) first.id = dressId
  await server.pool.query(
    `UPDATE catalog.offers SET sizes = '{S,M}', availability = 'in_stock',
       last_checked_at = '2026-11-16T08:00:00Z' WHERE product_id = $1`,
    [dressId],
  )
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

/** A real client on loopback, as an agent has one. */
const withClient = async <T>(
  work: (client: Client) => Promise<T>,
  { key, mode }: { key?: string; mode?: 'auto' } = {},
) => {
  const client = new Client(
    { name: 'test agent', version: '1' },
    mode ? { versionNegotiation: { mode } } : {},
  )
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const url = new URL('/api/mcp', server.origin)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

const META = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } }

const call = (name: string, input: Record<string, unknown>, key?: string) =>
  withClient(
    (client) => client.callTool({ name, arguments: { meta: META, ...input } }),
    key ? { key } : {},
  )

type Product = {
  id: string
  title: string
  price_range: object
  variants: { id: string; metadata: object }[]
}
type Reply = { products: Product[]; product: Product; messages?: object[]; objects: object[] }

const replyOf = async (name: string, input: Record<string, unknown>, shape: UcpReply) => {
  const { structuredContent, isError } = await call(name, input)
  expect(isError).toBeFalsy()
  expect(ucpProblems(shape, structuredContent)).toEqual([])
  return structuredContent as Reply
}

describe('the catalogue for agents', () => {
  test.each([[undefined], ['auto' as const]])('offers its tools (negotiation %s)', async (mode) => {
    const { tools } = await withClient((client) => client.listTools(), mode ? { mode } : {})
    expect(tools.map(({ name }) => name)).toEqual([
      'search_catalog',
      'lookup_catalog',
      'get_product',
      'find_people',
      'find_shows',
      'list_looks',
      'get_look',
      'find_by_picture',
    ])
  })

  type LooksReply = { looks: { id: string; person: string; url: string; items: number }[] }
  type LookReply = {
    look: { id: string }
    items: { title: string; product: { variants: { price: object }[] } | null }[]
  }
  const structured = async <Reply>(name: string, input: Record<string, unknown>) =>
    (await call(name, input)).structuredContent as Reply

  test.each(['Ada Lune', 'Ирина Шейк', '楊紫瓊', 'فيروز'])(
    'finds %s, the newest looks and their items with offers',
    async (person) => {
      const image = `https://pictures.example.com/${encodeURIComponent(person)}.jpg`
      await importRows(server.pool, [
        catalogRow({
          celebrity_name: person,
          celebrity_image: image,
          name: 'Wool Coat',
          price: '€80',
          website: `https://shop.example.com/${encodeURIComponent(person)}`,
        }),
      ])
      const { people } = await structured<{ people: { name: string; url: string }[] }>(
        'find_people',
        { query: person },
      )
      expect(people).toMatchObject([
        { name: person, url: server.origin + paths.celebrity.href(person) },
      ])
      const { looks } = await structured<LooksReply>('list_looks', { person, limit: 1 })
      expect(looks).toMatchObject([
        { person, items: 1, url: server.origin + paths.celebrityImage.href(image) },
      ])
      await server.pool.query(
        `WITH added AS (INSERT INTO catalog.topics (kind, name, name_key)
          VALUES ('show', $1, $2), ('tag', $1, $2) RETURNING id)
        UPDATE catalog.looks SET season = 2, topics = (SELECT array_agg(id) FROM added)
        WHERE url = $3`,
        [`Show of ${person}`, foldName(`Show of ${person}`), image],
      )
      const { shows } = await structured<{ shows: { kind: string; name: string; url: string }[] }>(
        'find_shows',
        { query: person },
      )
      expect(shows.find(({ kind }) => kind === 'show')).toEqual({
        kind: 'show',
        name: `Show of ${person}`,
        url: server.origin + paths.show.href(`Show of ${person}`),
      })
      for (const input of [{ show: `show of ${person}` }, { tag: `Show of ${person}`, person }])
        expect((await structured<LooksReply>('list_looks', input)).looks).toMatchObject([
          { id: looks[0]?.id, season: 2, topics: [{ kind: 'show' }, { kind: 'tag' }] },
        ])
      const { look, items } = await structured<LookReply>('get_look', { id: looks[0]?.id })
      expect(look).toMatchObject(looks[0] ?? {})
      expect(items).toMatchObject([
        {
          title: 'Wool Coat',
          product: { variants: [{ price: { amount: 8_000, currency: 'EUR' } }] },
        },
      ])
    },
  )

  test('lists items without a price too, and says that a look or person is unknown', async () => {
    const { looks } = await structured<LooksReply>('list_looks', { person: 'ADA  lune', limit: 50 })
    const items = await Promise.all(
      looks.map(async ({ id }) => (await structured<LookReply>('get_look', { id })).items),
    )
    const hat = items.flat().find(({ title }) => title === 'Priceless Hat')
    expect(hat).toMatchObject({ title: 'Priceless Hat', product: null })
    for (const [name, input] of [
      ['list_looks', { person: 'Nobody' }],
      ['list_looks', { show: 'Nothing' }],
      ['get_look', { id: 'bm93aGVyZQ==' }],
      ['get_look', { id: '%' }],
    ] as const)
      expect(await call(name, input)).toMatchObject({ isError: true })
  })

  test('is found at /.well-known/ucp', async () => {
    const profile = await (await fetch(`${server.origin}/.well-known/ucp`)).json()
    expect(profile).toMatchObject({
      ucp: {
        version: '2026-04-08',
        services: {
          'dev.ucp.shopping': [{ transport: 'mcp', endpoint: `${server.origin}/api/mcp` }],
        },
        payment_handlers: {},
      },
    })
  })

  test('answers one message at a time, so that each counts against the limits', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const send = async (body: unknown) =>
      server.request('/api/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(body),
      })
    expect((await send(message)).status).toBe(200)
    expect((await send([message, message])).status).toBe(400)
  })

  test('searches by words, with currency, time of the last check and certainty', async () => {
    const reply = await replyOf(
      'search_catalog',
      { catalog: { query: 'red silk dress' } },
      'search_response',
    )
    expect(reply.products).toMatchObject([
      {
        id: dressId,
        title: 'Red Silk Dress',
        price_range: { min: { amount: 12_050, currency: 'USD' } },
        variants: [
          {
            availability: { available: true, status: 'in_stock' },
            metadata: { checked_at: '2026-11-16T08:00:00.000Z', certainty: 'checked' },
          },
        ],
      },
    ])
  })

  test('filters by price in minor units, and knows currencies without decimals', async () => {
    const under = (max: number, currency: string) =>
      replyOf(
        'search_catalog',
        { catalog: { query: 'silk', filters: { price: { max } }, context: { currency } } },
        'search_response',
      )
    expect((await under(12_000, 'USD')).products.map(({ title }) => title)).toEqual(['Silk Scarf'])
    const [scarf] = (await under(10_000, 'JPY')).products
    expect(scarf).toMatchObject({ price_range: { min: { amount: 9_000, currency: 'JPY' } } })
    expect(scarf?.variants[0]).toMatchObject({
      metadata: { availability: 'unknown', certainty: 'stated', checked_at: null },
    })
    expect(scarf?.variants[0]).not.toHaveProperty('availability')
  })

  test('leaves out what nobody sells at a known price', async () => {
    const input = { catalog: { query: 'priceless hat' } }
    expect((await replyOf('search_catalog', input, 'search_response')).products).toEqual([])
  })

  test('looks up products and variants, and says which ids are unknown', async () => {
    const first = await replyOf('get_product', { catalog: { id: dressId } }, 'get_product_response')
    const variant = first.product.variants[0]?.id ?? ''
    const reply = await replyOf(
      'lookup_catalog',
      { catalog: { ids: [dressId, variant, '999999', 'nonsense'] } },
      'lookup_response',
    )
    expect(reply.products).toMatchObject([
      {
        id: dressId,
        variants: [
          {
            id: variant,
            inputs: [
              { id: dressId, match: 'featured' },
              { id: variant, match: 'exact' },
            ],
          },
        ],
      },
    ])
    expect(reply.messages).toEqual([
      { type: 'info', code: 'not_found', content: '999999' },
      { type: 'info', code: 'not_found', content: 'nonsense' },
    ])
  })

  test('shows which sizes can be had', async () => {
    const selected = [{ name: 'Size', label: 'M' }]
    const reply = await replyOf(
      'get_product',
      { catalog: { id: dressId, selected } },
      'get_product_response',
    )
    expect(reply.product).toMatchObject({
      selected,
      options: [
        {
          name: 'Size',
          values: [
            { label: 'S', available: true, exists: true },
            { label: 'M', available: true, exists: true },
          ],
        },
      ],
    })
  })

  test('says in the words of the protocol that there is no such product', async () => {
    await replyOf('get_product', { catalog: { id: '999999' } }, 'error_response')
  })

  test('links to shops as the site does, and says which of them are ads', async () => {
    await server.pool.query(
      `INSERT INTO affiliate_rules (host, kind, name, value)
       VALUES ('maison-shop.com', 'parameter', 'tag', 'agents')`,
    )
    const reply = await replyOf('get_product', { catalog: { id: dressId } }, 'get_product_response')
    expect(reply.product.variants[0]).toMatchObject({
      url: 'https://www.maison-shop.com/velvet-dress?tag=agents',
      metadata: { is_ad: true },
    })
  })

  test('finds by picture, with the certainty of each match', async () => {
    const data = (await jpegPicture()).toString('base64')
    const { structuredContent } = await call('find_by_picture', { picture: { data } })
    expect(structuredContent).toMatchObject({
      objects: [
        { certainty: 0.9, products: [{ id: dressId, metadata: { certainty: 'same item' } }] },
      ],
    })
  })

  test.each([
    ['search_catalog', { catalog: { query: 'x'.repeat(101) } }],
    ['lookup_catalog', { catalog: { ids: [] } }],
    ['find_by_picture', { picture: {} }],
    ['find_by_picture', { picture: { data: Buffer.from('no picture').toString('base64') } }],
  ])('%s says what is wrong with bad input', async (name, input) => {
    const { isError, content } = await call(name, input)
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).not.toContain('went wrong')
  })
})

describe('limits', () => {
  const spend = (limit: 'find' | 'search', caller: string) =>
    server.pool.query(
      `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
       VALUES ($1, $2, now() + $4 * interval '1 ms', $3)`,
      [limit, caller, RATE_LIMITS[limit].calls, RATE_LIMITS[limit].windowMs],
    )

  test('of visitors hold for agents too, and a key goes beyond them', async () => {
    const ada = await signedIn(server)
    const body = { name: 'Agent', scopes: ['browse' as const], lifeDays: null }
    const { secret } = (await ada.api('POST /api/account/keys', { body })).data
    const data = (await jpegPicture()).toString('base64')
    await spend('find', '127.0.0.1')
    const refused = await call('find_by_picture', { picture: { data } })
    expect(refused).toMatchObject({ isError: true })
    expect(JSON.stringify(refused.content)).toContain('Too many requests')
    expect((await call('find_by_picture', { picture: { data } }, secret)).isError).toBeFalsy()
    await server.pool.query("DELETE FROM rate_limits WHERE limit_name = 'search'")
    await spend('search', '127.0.0.1')
    await expect(call('search_catalog', { catalog: { query: 'silk' } })).rejects.toThrow()
    const found = await call('search_catalog', { catalog: { query: 'silk' } }, secret)
    expect(found.isError).toBeFalsy()
  })
})

describe('the endpoint', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = (headers: Record<string, string>, body: unknown = message) =>
    postText(headers, JSON.stringify(body))
  const postText = (headers: Record<string, string>, body: string) =>
    fetch(`${server.origin}/api/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    })

  const manyKeys = (count: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${Array.from(
      { length: count },
      (_, index) => `"${index}":1`,
    ).join(',')}}}}`
  const toolCall = (name: string, input: unknown) =>
    JSON.stringify({ ...message, method: 'tools/call', params: { name, arguments: input } })
  const LONG = 'A'.repeat(4_000_000)

  test.each<[what: string, body: string, status: number]>([
    ['900 keys', manyKeys(900), 200],
    ['more keys', manyKeys(1_100), 413],
    ['700,000 keys', manyKeys(700_000), 413],
    ['a picture', toolCall('find_by_picture', { picture: { data: LONG } }), 200],
    ['a picture elsewhere', toolCall('search_catalog', { catalog: { query: LONG } }), 413],
    [
      'a picture and more',
      toolCall('find_by_picture', { picture: { data: LONG, url: LONG } }),
      413,
    ],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 413],
  ])('answers %s without blocking other requests', async (_what, body, status) => {
    expect((await postText({}, body)).status).toBe(status)
    const answered = async () => (await postText({}, body)).text()
    expect(await measureBlock(answered)).toBeLessThan(MAX_BLOCK_MS)
  })

  test('takes messages without an Origin, and none from other sites', async () => {
    expect((await post({})).status).toBe(200)
    expect((await post({ origin: server.origin })).status).toBe(200)
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ origin: 'null' })).status).toBe(403)
  })

  test('knows nobody by a cookie', async () => {
    const admin = await signedIn(server, { admin: true })
    await server.pool.query('DELETE FROM rate_limits')
    await post({ cookie: admin.cookie })
    const { rows } = await server.pool.query('SELECT caller FROM rate_limits')
    expect(rows).toEqual([{ caller: '127.0.0.1' }])
  })

  test('refuses an unknown key, other methods and nonsense', async () => {
    expect((await post({ authorization: 'Bearer wak_unknown' })).status).toBe(401)
    expect((await fetch(`${server.origin}/api/mcp`)).status).toBe(405)
    expect((await fetch(`${server.origin}/api/mcp`, { method: 'DELETE' })).status).toBe(405)
    expect((await post({}, { hello: 'world' })).status).toBe(400)
  })
})
