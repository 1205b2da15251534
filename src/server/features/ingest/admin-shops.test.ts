import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let shop: Awaited<ReturnType<typeof loopbackServer>>
let admin: SignedIn
let feed = ''
let held: Promise<void> | null = null
beforeAll(async () => {
  shop = await loopbackServer((_, response) => {
    void Promise.resolve(held).then(() => response.writeHead(200).end(feed))
  })
  server = await startTestApp(
    {},
    { shopWeb: { isPublic: () => true, ports: [Number(new URL(shop.url).port)] } },
  )
  admin = await signedIn(server, { admin: true })
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

const item = (id: string) =>
  `<item><id>${id}</id><title>Dress</title><link>https://shop.example.com/${id}</link><price>10 EUR</price></item>`
const params = { name: 'Linen & Co' }
const add = (changes = {}) =>
  admin.api('POST /api/admin/shops', {
    body: { name: 'Linen & Co', source: `${shop.url}/feed.xml`, every: '6h', ...changes },
  })
const list = async () => (await admin.api('GET /api/admin/shops')).data.shops
const runs = async () => (await admin.api('GET /api/admin/shops/:name/runs', { params })).data.runs

test('an administrator adds a shop, reads it, sees its report and removes it', async () => {
  feed = `<rss>${item('1')}${item('2')}${item('3')}${item('4')}<item><title>No price</title></item></rss>`
  await add()
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ isRunning: false }]), 10_000)
  expect(await list()).toMatchObject([{ name: 'Linen & Co', offers: 4, every: 'every 6 hours' }])
  expect(await runs()).toMatchObject([
    { outcome: 'changed', items: 5, added: 4, skipped: 1, problems: [[1, expect.any(String)]] },
  ])
  feed = `<rss>${item('1')}</rss>`
  await admin.api('POST /api/admin/shops/:name/run', { params, body: { force: false } })
  await vi.waitFor(async () => expect(await runs()).toHaveLength(2), 10_000)
  expect((await runs())[0]).toMatchObject({ outcome: 'refused' })
  await eventually(async () => expect(await list()).toMatchObject([{ isRunning: false }]))
  await admin.api('POST /api/admin/shops/:name/run', { params, body: { force: true } })
  await vi.waitFor(async () => expect((await runs())[0]?.outcome).toBe('changed'), 10_000)
  expect((await admin.api('DELETE /api/admin/shops/:name', { params })).data.offers).toBe(4)
  expect(await list()).toEqual([])
  const { entries } = (await admin.api('GET /api/admin/audit', { query: {} })).data
  expect(entries.map(({ event, subject, actor }) => [event, subject, actor])).toEqual([
    ['shop-removed', params.name, expect.stringContaining(admin.name)],
    ['shop-read', params.name, expect.stringContaining(admin.name)],
    ['shop-read', params.name, expect.stringContaining(admin.name)],
    ['shop-added', params.name, expect.stringContaining(admin.name)],
  ])
})

test('every server says that a feed is being read, and none reads it twice', async () => {
  const other = await startTestApp({ database: server.database })
  const colleague = await signedIn(other, { admin: true })
  const running = async () =>
    (await colleague.api('GET /api/admin/shops')).data.shops.map(({ isRunning }) => isRunning)
  const runThere = () =>
    colleague.api('POST /api/admin/shops/:name/run', { params, body: { force: true } })
  try {
    feed = `<rss>${item('1')}</rss>`
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    await add()
    expect(await running()).toEqual([true])
    await expect(runThere()).rejects.toMatchObject({ status: 409 })
    release()
    await vi.waitFor(async () => expect(await running()).toEqual([false]), 20_000)
    expect(await runs()).toHaveLength(1)
    // A server that died while it read.
    await server.pool.query("UPDATE catalog.feeds SET reading_until = now() - interval '1 s'")
    await runThere()
    await vi.waitFor(async () => expect(await runs()).toHaveLength(2), 20_000)
    await vi.waitFor(async () => expect(await running()).toEqual([false]), 20_000)
    await admin.api('DELETE /api/admin/shops/:name', { params })
  } finally {
    held = null
    await other.close()
  }
})

test('wrong settings are refused in words, and files of the server cannot be named', async () => {
  await expect(add({ every: 'often' })).rejects.toMatchObject({ status: 400 })
  await expect(add({ source: '/etc/passwd' })).rejects.toMatchObject({ status: 400 })
  await expect(add({ source: 'file:///etc/passwd' })).rejects.toMatchObject({ status: 400 })
  await expect(runs()).rejects.toMatchObject({ status: 400 })
  expect(await list()).toEqual([])
})

test('nobody else may', async () => {
  const invited = await signedIn(server, { invited: true })
  await expect(invited.api('GET /api/admin/shops')).rejects.toMatchObject({ status: 403 })
  await expect(callerWith(server, null).api('GET /api/admin/shops')).rejects.toMatchObject({
    status: 401,
  })
})
