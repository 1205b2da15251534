import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const ORIGIN = 'http://wearabouts.test'
const REASON = 'The photos are private.'

let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  const data = await jpegPicture({ width: 40, height: 60 })
  const overrides = {
    clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
    drawPicture: async () => ({ data, width: 40, height: 60, color: '#aabbcc' }),
  }
  server = await startTestApp({}, overrides)
  other = await startTestApp({ database: server.database }, overrides)
  await importRows(server.database.maintenance, [
    catalogRow({ celebrity_image: '/media/demo/looks/1.jpg', name: 'Zebrina Scarf' }),
  ])
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  await emptyTables(server.pool, 'rate_limits', 'boards', 'creators')
  admin = await signedIn(server, { admin: true })
})

const statusOf = async (app: TestApp, address: string) => (await app.request(address)).status
const remove = async (address: string) =>
  (await admin.api('POST /api/admin/takedowns', { body: { address, reason: REASON } })).data
const restore = (id: string) =>
  admin.api('POST /api/admin/takedowns/:id/restore', {
    params: { id },
    body: { reason: 'The counter-notice holds.' },
  })

const share = async (carla: SignedIn) => {
  const { data: board } = await carla.api('POST /api/boards', { body: { title: 'Zigzag picks' } })
  const params = { id: board.id }
  const body = { until: null, isPublic: true }
  const { data } = await carla.api('PUT /api/boards/:id/share', { params, body })
  await server.pool.query(
    `INSERT INTO creators (user_id, name, display_name, person_id)
    VALUES ($1, 'zigzag', 'Zigzag Carla', (SELECT max(id) FROM catalog.people))`,
    [carla.uid],
  )
  // Sharing is not announced, because it may take a while until search engines see it.
  other.replies.clear()
  return { params, token: data.share?.token ?? '' }
}
const statuses = async (kind: 'board' | 'creator', name: string) => {
  const call = kind === 'board' ? `/api/shared-boards/${name}` : `/api/creators/${name}`
  const addresses = [
    `/${kind}/${name}`,
    call,
    `${call}/card`,
    `/embed/${kind}/${name}`,
    `/feeds/atom/${kind}/${name}`,
    `/oembed?url=${encodeURIComponent(`${ORIGIN}/${kind}/${name}`)}`,
  ]
  const found = new Set<number>()
  for (const app of [server, other])
    for (const address of addresses) found.add(await statusOf(app, address))
  return [...found]
}
const listed = async () => {
  const visitor = callerWith(other, null)
  const { data } = await visitor.api('GET /api/collections', { query: { q: 'zigzag' } })
  const text = await (await other.request('/sitemap.xml')).text()
  return {
    boards: data.collections.length,
    creators: data.creators.length,
    inSitemap: [/\/board\//, /\/creator\//].map((path) => path.test(text)),
  }
}
/** Other servers hear of it. */
const untilListed = (expected: Awaited<ReturnType<typeof listed>>) =>
  vi.waitFor(async () => expect(await listed()).toEqual(expected), 10_000)

test('a board goes from every server, cannot be shared again, and is back when it is restored', async () => {
  const carla = await signedIn(server, { role: 'creator' })
  const { params, token } = await share(carla)
  await server.pool.query(`DELETE FROM creators WHERE user_id = $1`, [carla.uid])
  expect(await statuses('board', token)).toEqual([200])
  await untilListed({ boards: 1, creators: 0, inSitemap: [true, false] })

  const notice = await callerWith(server, null).api('POST /api/notices', {
    body: {
      kind: 'privacy',
      address: `/board/${token}`,
      explanation: 'These are photos of my home.',
      name: 'Someone',
      email: 'someone@example.org',
      goodFaith: true,
    },
  })
  const { rows } = await server.pool.query<{ id: string; address: string }>(
    'SELECT id, address FROM notices WHERE reference = $1',
    [notice.data.reference],
  )
  const { data: removed } = await admin.api('POST /api/admin/takedowns', {
    body: { address: rows[0]?.address ?? '', reason: REASON, notice: rows[0]?.id },
  })
  expect(removed).toMatchObject({ kind: 'board', title: 'Zigzag picks', isRecognised: true })
  expect(removed.doneAt).not.toBeNull()
  expect(await statuses('board', token)).toEqual([404])
  await untilListed({ boards: 0, creators: 0, inSitemap: [false, false] })
  const own = await carla.api('GET /api/boards/:id', { params })
  expect(own.data).toMatchObject({ title: 'Zigzag picks', share: null })
  await expect(
    carla.api('PUT /api/boards/:id/share', { params, body: { until: null } }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(remove(`/board/${token}`)).rejects.toMatchObject({ status: 409 })
  const { rows: audited } = await server.pool.query(
    `SELECT subject_name FROM audit_log WHERE event = 'content-removed' AND subject = $1`,
    [removed.id],
  )
  expect(audited).toEqual([{ subject_name: 'Zigzag picks' }])

  await restore(removed.id)
  expect(await statuses('board', token)).toEqual([200])
  await untilListed({ boards: 1, creators: 0, inSitemap: [true, false] })
  await carla.api('DELETE /api/boards/:id', { params })
})

test('the page of a creator goes under every name until it is restored; its boards stay', async () => {
  const carla = await signedIn(server, { role: 'creator' })
  const { token } = await share(carla)
  await server.pool.query(`INSERT INTO former_creator_names VALUES ('zigzag-before', $1)`, [
    carla.uid,
  ])
  expect(await statuses('creator', 'zigzag')).toEqual([200])
  await untilListed({ boards: 1, creators: 1, inSitemap: [true, true] })
  const removed = await remove('/de/creator/zigzag-before')
  expect(removed).toMatchObject({ kind: 'creator-page', title: 'Zigzag Carla' })
  expect(await statuses('creator', 'zigzag')).toEqual([404])
  expect(await statuses('creator', 'zigzag-before')).toEqual([404])
  expect(await statuses('board', token)).toEqual([200])
  await untilListed({ boards: 1, creators: 0, inSitemap: [true, false] })
  await restore(removed.id)
  expect(await statuses('creator', 'zigzag')).toEqual([200])
  await untilListed({ boards: 1, creators: 1, inSitemap: [true, true] })
})

test.each(['/board/unknown', '/creator/nobody', '/creator/%00', '/embed/board/%', '/board/'])(
  'is refused for %s',
  async (address) => {
    await expect(remove(address)).rejects.toMatchObject({ status: 404 })
  },
)

test.each(['', '/api', '/de'])('finds a product below %s', async (prefix) => {
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  const removed = await remove(`${prefix}/product/${rows[0]?.id}`)
  expect(removed.kind).toBe('product')
  await restore(removed.id)
})
