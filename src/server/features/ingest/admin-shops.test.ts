import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await eventually(async () => expect(await list()).toMatchObject([{ isRunning: false }]))
  expect(await list()).toMatchObject([{ name: 'Linen & Co', offers: 4, every: 'every 6 hours' }])
  expect(await runs()).toMatchObject([
    { outcome: 'changed', items: 5, added: 4, skipped: 1, problems: [[1, expect.any(String)]] },
  ])
  feed = `<rss>${item('1')}</rss>`
  await admin.api('POST /api/admin/shops/:name/run', { params, body: { force: false } })
  await eventually(async () => expect(await runs()).toHaveLength(2))
  expect((await runs())[0]).toMatchObject({ outcome: 'refused' })
  await eventually(async () => expect(await list()).toMatchObject([{ isRunning: false }]))
  await admin.api('POST /api/admin/shops/:name/run', { params, body: { force: true } })
  await eventually(async () => expect((await runs())[0]?.outcome).toBe('changed'))
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
    await eventually(async () => expect(await running()).toEqual([false]))
    expect(await runs()).toHaveLength(1)
    // A server that died while it read.
    await server.pool.query("UPDATE catalog.feeds SET reading_until = now() - interval '1 s'")
    await runThere()
    await eventually(async () => expect(await runs()).toHaveLength(2))
    await eventually(async () => expect(await running()).toEqual([false]))
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

const send = async (text: string, name = 'items.csv') => {
  const bytes = Buffer.from(text)
  const { id } = (
    await admin.api('POST /api/admin/imports', { body: { name, bytes: bytes.length, feed: true } })
  ).data
  const form = new FormData()
  form.set('number', '0')
  form.set('part', new Blob([bytes]), 'part')
  await admin.api('POST /api/admin/imports/:id/parts', {
    params: { id },
    body: { number: 0 },
    form,
  })
  return id
}
const preview = (body: { source: string; map?: string; currency?: string }) =>
  admin.api('POST /api/admin/shops/preview', { body })
const COLUMNS = 'what,costs,where,photo'
const csv = (...prices: number[]) =>
  [
    COLUMNS,
    ...prices.map((price) => `Linen dress ${price},${price} EUR,https://own.example.com/${price},`),
    '',
  ].join('\n')

test('a file is previewed, its columns are corrected, and only then is the shop added', async () => {
  const id = await send(csv(20, 30))
  const source = `upload:${id}`
  const { data } = await preview({ source })
  expect(data).toMatchObject({
    columns: COLUMNS.split(','),
    map: { title: 'what', price: 'costs', link: 'where' },
    items: [{ title: 'Linen dress 20', price: '€20', picture: null }, { price: '€30' }],
    problems: [],
  })
  const wrong = (await preview({ source, map: 'title=,price=Costs' })).data
  expect(wrong).toMatchObject({ columns: COLUMNS.split(','), items: [] })
  expect(wrong.problems).toEqual([expect.stringContaining('No column has a title')])
  expect(await list()).toEqual([])
  expect((await admin.api('GET /api/admin/imports')).data.imports).toEqual([])
  await expect(
    admin.api('POST /api/admin/imports/:id/start', { params: { id } }),
  ).rejects.toMatchObject({ status: 409 })

  const name = 'Own file'
  await admin.api('POST /api/admin/shops', { body: { name, source } })
  const shown = async () => (await list()).find((one) => one.name === name)
  const settled = { isRunning: false, isUpload: true, source: 'items.csv', offers: 2 }
  await eventually(async () => expect(await shown()).toMatchObject(settled))
  const newer = await send(csv(25, 30, 40), 'newer.csv')
  await admin.api('POST /api/admin/shops/:name/run', {
    params: { name },
    body: { source: `upload:${newer}` },
  })
  await eventually(async () =>
    expect(await shown()).toMatchObject({ ...settled, source: 'newer.csv', offers: 3 }),
  )
  // A day later the file that nobody reads any more is gone, and the other stays.
  await server.pool.query(`UPDATE catalog_imports SET alive_at = now() - interval '2 days'`)
  await server.ingest.catalogImports.sweep()
  const { rows } = await server.pool.query('SELECT id FROM catalog_imports')
  expect(rows).toEqual([{ id: newer }])
  await expect(preview({ source })).rejects.toMatchObject({ status: 400 })
  await admin.api('DELETE /api/admin/shops/:name', { params: { name } })
})

test('a feed at an address gets no file, and the pictures of a preview can be shown', async () => {
  feed = `<rss>${item('1').replace('</item>', '<image_link>https://cdn.example.com/1.jpg</image_link></item>')}</rss>`
  const source = `${shop.url}/feed.xml`
  expect((await preview({ source })).data).toMatchObject({
    columns: ['id', 'title', 'link', 'price', 'image_link'],
    questions: [],
    seller: null,
    items: [{ title: 'Dress', price: '€10', picture: 'https://cdn.example.com/1.jpg' }],
  })
  const { rows } = await server.pool.query('SELECT url FROM remote_pictures')
  expect(rows).toEqual([{ url: 'https://cdn.example.com/1.jpg' }])
  await add()
  const run = admin.api('POST /api/admin/shops/:name/run', {
    params,
    body: { source: `upload:${await send(csv(1))}` },
  })
  await expect(run).rejects.toMatchObject({ status: 400 })
  await eventually(async () => expect(await list()).toMatchObject([{ isRunning: false }]))
  await admin.api('DELETE /api/admin/shops/:name', { params })
})

test('nobody else may', async () => {
  const invited = await signedIn(server, { invited: true })
  await expect(invited.api('GET /api/admin/shops')).rejects.toMatchObject({ status: 403 })
  await expect(callerWith(server, null).api('GET /api/admin/shops')).rejects.toMatchObject({
    status: 401,
  })
})
