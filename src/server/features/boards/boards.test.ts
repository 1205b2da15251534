import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { BOARDS } from '#shared/studio-constants.ts'
import type { Board } from '#shared/contract/boards.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LOOK = '/media/demo/looks/1.jpg'

let database: Database
let one: TestApp
let other: TestApp
let ada: SignedIn
let product: string
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, [
    catalogRow({ celebrity_image: LOOK, price: '$120.50' }),
    catalogRow({ name: 'Wool Coat', price: '€100', website: 'https://shop.example.com/coat' }),
    catalogRow({ name: 'Hat', price: 'on request', website: 'https://shop.example.com/hat' }),
  ])
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  const drawn = {
    data: await jpegPicture({ width: 40, height: 60 }),
    width: 40,
    height: 60,
    color: '#aabbcc',
  }
  const parts = { clientFiles, drawPicture: async () => drawn }
  one = await startTestApp({ database }, parts)
  other = await startTestApp({ database }, parts)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.close()
})
beforeEach(async () => {
  ada = await signedIn(one)
  product = await idOf('Velvet Dress')
})

const idOf = async (title: string) => {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE title = $1',
    [title],
  )
  return rows[0]?.id ?? ''
}

const newBoard = async (title = 'Autumn') =>
  (await ada.api('POST /api/boards', { body: { title } })).data
const add = async ({ id }: Board, item: { look: string } | { product: string }) =>
  (await ada.api('POST /api/boards/:id/items', { params: { id }, body: item })).data
const share = async ({ id }: Board, until: string | null = null) => {
  const { data } = await ada.api('PUT /api/boards/:id/share', { params: { id }, body: { until } })
  return data.share?.token ?? ''
}

describe('a board', () => {
  test('holds looks and products once each, with a note', async () => {
    const board = await newBoard()
    await add(board, { look: LOOK })
    await add(board, { product })
    const { items } = await add(board, { product })
    expect(items.map(({ kind }) => kind)).toEqual(['look', 'product'])
    const params = { id: board.id, item: items[1]?.id ?? '' }
    const noted = await ada.api('PATCH /api/boards/:id/items/:item', {
      params,
      body: { note: 'in M' },
    })
    expect(noted.data.items[1]).toMatchObject({ note: 'in M', product: { name: 'Velvet Dress' } })
    const { data } = await ada.api('DELETE /api/boards/:id/items/:item', { params })
    expect(data.items).toHaveLength(1)
    await expect(ada.api('DELETE /api/boards/:id/items/:item', { params })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('changes no item of another board of the same user', async () => {
    const [autumn, spring] = [await newBoard(), await newBoard('Spring')]
    const { items } = await add(autumn, { product })
    const params = { id: spring.id, item: items[0]?.id ?? '' }
    for (const call of [
      () => ada.api('PATCH /api/boards/:id/items/:item', { params, body: { note: 'moved' } }),
      () => ada.api('DELETE /api/boards/:id/items/:item', { params }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 })
    const { data } = await ada.api('GET /api/boards/:id', { params: { id: autumn.id } })
    expect(data.items).toMatchObject([{ note: '' }])
  })

  test('takes a worn item for its product', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM catalog.worn_items WHERE product_id = $1',
      [product],
    )
    const board = await newBoard()
    await add(board, { product: rows[0]?.id ?? '' })
    expect((await add(board, { product })).items).toHaveLength(1)
  })

  test('keeps its own order; what is not named comes last', async () => {
    const board = await newBoard()
    await add(board, { look: LOOK })
    await add(board, { product })
    const { items } = await add(board, { product: await idOf('Wool Coat') })
    const [look = '', dress = '', coat = ''] = items.map(({ id }) => id)
    const { data } = await ada.api('PUT /api/boards/:id/order', {
      params: { id: board.id },
      body: { items: [coat, look] },
    })
    expect(data.items.map(({ id }) => id)).toEqual([coat, look, dress])
  })

  test('adds prices up in one currency and says how many it could', async () => {
    const board = await newBoard()
    for (const name of ['Velvet Dress', 'Wool Coat', 'Hat'])
      await add(board, { product: await idOf(name) })
    const { data } = await ada.api('PATCH /api/boards/:id', {
      params: { id: board.id },
      body: { currency: 'EUR' },
    })
    const { perEuro } = (await ada.api('GET /api/rates')).data
    const dollars = perEuro['USD'] ?? Number.NaN
    expect(data.total).toMatchObject({ currency: 'EUR', priced: 2, products: 3 })
    expect(data.total.amount).toBeCloseTo(100 + 120.5 / dollars, 1)
  })

  test('is listed with the number of its items and the pictures of the first four', async () => {
    const board = await newBoard()
    const titles = ['Hat', 'Wool Coat', 'Velvet Dress']
    for (const title of titles) await add(board, { product: await idOf(title) })
    const { items } = await add(board, { look: LOOK })
    const urls = ['hat', 'coat', 'dress'].map((name) => `https://pictures.example/${name}`)
    for (const [index, title] of titles.entries())
      await database.pool.query('UPDATE catalog.products SET pictures = $2 WHERE title = $1', [
        title,
        title === 'Hat' ? [] : [urls[index]],
      ])
    const order = [items[3], items[0], items[2], items[1]].map((item) => item?.id ?? '')
    await ada.api('PUT /api/boards/:id/order', { params: { id: board.id }, body: { items: order } })
    await database.pool.query(
      `INSERT INTO board_items (board_id, product_id, place)
      VALUES ($1, 999999999, 0), ($1, (SELECT min(id) + 1000000 FROM catalog.products), 9)`,
      [board.id],
    )
    const { data } = await ada.api('GET /api/boards')
    expect(data.boards[0]).toMatchObject({ items: 4, pictures: [LOOK, '', urls[2], urls[1]] })
  })

  test('is of one user alone', async () => {
    const board = await newBoard()
    const { items } = await add(board, { product })
    const bo = await signedIn(one)
    const params = { id: board.id }
    const itemParams = { ...params, item: items[0]?.id ?? '' }
    const calls = [
      () => bo.api('GET /api/boards/:id', { params }),
      () => bo.api('PATCH /api/boards/:id', { params, body: { title: 'Mine' } }),
      () => bo.api('DELETE /api/boards/:id', { params }),
      () => bo.api('POST /api/boards/:id/items', { params, body: { look: LOOK } }),
      () => bo.api('PATCH /api/boards/:id/items/:item', { params: itemParams, body: { note: '' } }),
      () => bo.api('DELETE /api/boards/:id/items/:item', { params: itemParams }),
      () => bo.api('PUT /api/boards/:id/order', { params, body: { items: [] } }),
      () => bo.api('PUT /api/boards/:id/share', { params, body: { until: null } }),
      () => bo.api('DELETE /api/boards/:id/share', { params }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await bo.api('GET /api/boards')).data.boards).toEqual([])
    expect((await ada.api('GET /api/boards')).data.boards).toMatchObject([{ items: 1 }])
  })

  test('is limited, and so is their number', async () => {
    const board = await newBoard()
    await database.pool.query(
      `INSERT INTO board_items (board_id, look_id, place)
      SELECT $1, n + 1000000, n FROM generate_series(1, ${BOARDS.items}) AS n`,
      [board.id],
    )
    await expect(add(board, { product })).rejects.toMatchObject({ status: 409 })
    await database.pool.query(
      `INSERT INTO boards (user_id, title) SELECT $1, 'b' FROM generate_series(2, ${BOARDS.perUser})`,
      [ada.uid],
    )
    await expect(newBoard()).rejects.toMatchObject({ status: 409 })
  })

  test('is one of a limited number, even if many are added at the same moment', async () => {
    const bo = await signedIn(one)
    await database.pool.query(
      `INSERT INTO boards (user_id, title) SELECT $1, 'b' FROM generate_series(2, ${BOARDS.perUser})`,
      [bo.uid],
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        callerWith(index % 2 ? one : other, bo.cookie).api('POST /api/boards', {
          body: { title: 'b' },
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await bo.api('GET /api/boards')).data.boards).toHaveLength(BOARDS.perUser)
  })

  test('leaves out what is no longer in the catalogue', async () => {
    const board = await newBoard()
    await add(board, { look: LOOK })
    await database.pool.query('UPDATE board_items SET look_id = 999999999 WHERE board_id = $1', [
      board.id,
    ])
    const { data } = await ada.api('GET /api/boards/:id', { params: { id: board.id } })
    expect(data.items).toEqual([])
    expect((await ada.api('GET /api/boards')).data.boards).toMatchObject([{ items: 0 }])
    await expect(add(board, { look: '/nowhere.jpg' })).rejects.toMatchObject({ status: 404 })
  })
})

/** Everything that a shared board is seen in. */
const PLACES: [what: string, path: (token: string, origin: string) => string][] = [
  ['page', (token) => paths.sharedBoard.href(token)],
  ['call', (token) => `/api/shared-boards/${token}`],
  ['picture', (token) => `/api/shared-boards/${token}/picture`],
  ['preview card', (token) => `/api/shared-boards/${token}/card`],
  ['Atom feed', (token) => buildFeedPath('atom', { kind: 'board', name: token })],
  ['JSON feed', (token) => buildFeedPath('json', { kind: 'board', name: token })],
  ['embed', (token) => buildEmbedPath('board', token)],
  ['oEmbed', (token, origin) => `/oembed?url=${origin}${paths.sharedBoard.href(token)}`],
]

const statusOf = async (server: TestApp, path: string) => {
  const reply = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
  await reply.body?.cancel()
  return reply.status
}

const statuses = async (token: string, servers: readonly TestApp[]) => {
  const found: [string, number][] = []
  for (const [what, path] of PLACES)
    for (const server of servers)
      found.push([what, await statusOf(server, path(token, server.origin))])
  return found
}

describe('a shared board', () => {
  test('needs no account, and keeps its link while it is shared', async () => {
    const board = await newBoard('<Autumn> & co')
    await add(board, { product })
    const token = await share(board)
    expect(await share(board, new Date(Date.now() + 60_000).toISOString())).toBe(token)
    const visitor = callerWith(other, null)
    const { data } = await visitor.api('GET /api/shared-boards/:token', { params: { token } })
    expect(data).toMatchObject({ title: '<Autumn> & co', isPublic: false })
    expect(JSON.stringify(data)).not.toContain(ada.uid)
    const html = await (await fetch(other.origin + paths.sharedBoard.href(token))).text()
    expect(html).toContain('noindex')
    expect(html).toContain(`/api/shared-boards/${token}/card`)
    expect(html).not.toContain('<Autumn>')
  })

  test('gets another link when it is shared after its end or after it was revoked', async () => {
    const board = await newBoard()
    const first = await share(board)
    await database.pool.query(
      "UPDATE boards SET shared_until = now() - interval '1 second' WHERE id = $1",
      [board.id],
    )
    const second = await share(board)
    await ada.api('DELETE /api/boards/:id/share', { params: { id: board.id } })
    const third = await share(board)
    expect(new Set([first, second, third]).size).toBe(3)
    const open = (token: string) =>
      callerWith(other, null).api('GET /api/shared-boards/:token', { params: { token } })
    for (const ended of [first, second])
      await expect(open(ended)).rejects.toMatchObject({ status: 404 })
    expect((await open(third)).data.title).toBe('Autumn')
  })

  test.each<[string, (board: Board) => Promise<unknown>]>([
    ['revoked', ({ id }) => ada.api('DELETE /api/boards/:id/share', { params: { id } })],
    ['deleted', ({ id }) => ada.api('DELETE /api/boards/:id', { params: { id } })],
    [
      'past its end',
      ({ id }) =>
        database.pool.query(
          "UPDATE boards SET shared_until = now() - interval '1 second' WHERE id = $1",
          [id],
        ),
    ],
    [
      'of a suspended user',
      () => database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [ada.uid]),
    ],
    ['of a deleted user', () => database.pool.query('DELETE FROM users WHERE id = $1', [ada.uid])],
  ])('is gone everywhere, on every server and at once, when it is %s', async (_how, end) => {
    const board = await newBoard()
    await add(board, { look: LOOK })
    const token = await share(board)
    // Twice on one, so that whatever would be kept is.
    const seen = await statuses(token, [one, one, other])
    expect(seen).toEqual(
      PLACES.flatMap(([what]) => [what, what, what].map((place) => [place, 200])),
    )
    await end(board)
    const gone = await statuses(token, [one, other])
    expect(gone).toEqual(PLACES.flatMap(([what]) => [what, what].map((place) => [place, 404])))
  })

  test('is found by its title only while it is public and its owner may publish, by us and by search engines', async () => {
    const carla = await signedIn(one, { role: 'creator' })
    const made = await carla.api('POST /api/boards', { body: { title: 'Zebrina in 50% Wool' } })
    const params = { id: made.data.id }
    const listed = async () => {
      const found: boolean[] = []
      for (const server of [one, other]) {
        const { data } = await callerWith(server, null).api('GET /api/collections', {
          query: { q: 'zebrina IN 50%' },
        })
        server.replies.clear()
        const sitemap = await fetch(`${server.origin}/sitemap.xml`)
        found.push(data.collections.length === 1, (await sitemap.text()).includes('/board/'))
      }
      return found
    }
    expect(await listed()).toEqual([false, false, false, false])
    const until = null
    await carla.api('PUT /api/boards/:id/share', { params, body: { until, isPublic: false } })
    expect(await listed()).toEqual([false, false, false, false])
    await carla.api('PUT /api/boards/:id/share', { params, body: { until, isPublic: true } })
    expect(await listed()).toEqual([true, true, true, true])
    const setRole = (role: string | null) =>
      database.pool.query('UPDATE users SET publisher_role = $2 WHERE id = $1', [carla.uid, role])
    await setRole(null)
    expect(await listed()).toEqual([false, false, false, false])
    const shown = await carla.api('GET /api/boards/:id', { params })
    expect(shown.data.share).toMatchObject({ isPublic: false })
    expect(await statusOf(other, paths.sharedBoard.href(shown.data.share?.token ?? ''))).toBe(200)
    await setRole('editor')
    expect(await listed()).toEqual([true, true, true, true])
    await carla.api('DELETE /api/boards/:id/share', { params })
    expect(await listed()).toEqual([false, false, false, false])
  })

  test('gets another link when it is shared again', async () => {
    const board = await newBoard()
    const first = await share(board)
    await ada.api('DELETE /api/boards/:id/share', { params: { id: board.id } })
    const second = await share(board)
    expect(second).not.toBe(first)
    expect(await statusOf(other, `/api/shared-boards/${first}`)).toBe(404)
    expect(await statusOf(other, `/api/shared-boards/${second}`)).toBe(200)
  })

  test('cannot end in the past', async () => {
    const board = await newBoard()
    await expect(share(board, '2020-01-01T00:00:00Z')).rejects.toMatchObject({ status: 400 })
  })

  test('may not be kept by anybody without asking', async () => {
    const board = await newBoard()
    await add(board, { look: LOOK })
    const token = await share(board)
    for (const [, path] of PLACES) {
      const { headers, body } = await fetch(one.origin + path(token, one.origin))
      await body?.cancel()
      expect(headers.get('cache-control')).toMatch(/no-cache|no-store/)
    }
  })
})
