import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CATALOG_IMPORT, JOBS_COUNTED } from '#shared/site-constants.ts'
import { catalogRow, csvOf } from '#tests/support/catalog-rows.ts'
import { signedIn, type SignedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  other = await startTestApp({ database: server.database, dataDir: server.dataDir })
  admin = await signedIn(server, { admin: true })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const create = async (bytes: number, replace = false) =>
  (await admin.api('POST /api/admin/imports', { body: { name: 'looks.csv', bytes, replace } })).data
const sendPart = (id: string, number: number, part: Buffer) => {
  const form = new FormData()
  form.set('number', String(number))
  form.set('part', new Blob([new Uint8Array(part)]), 'part')
  const params = { id }
  return admin.api('POST /api/admin/imports/:id/parts', { params, body: { number }, form })
}
const upload = async (text: string, replace = false) => {
  const file = Buffer.from(text)
  const { id, partBytes } = await create(file.length, replace)
  for (let start = 0; start < file.length; start += partBytes)
    await sendPart(id, start / partBytes, file.subarray(start, start + partBytes))
  await admin.api('POST /api/admin/imports/:id/start', { params: { id } })
  return id
}
const report = async (id: string) =>
  (await admin.api('GET /api/admin/imports/:id', { params: { id } })).data
const ended = async (id: string) =>
  vi.waitFor(async () => {
    const found = await report(id)
    expect(found.state).not.toBe('running')
    return found
  }, 30_000)
const storedParts = async () => {
  const keys: string[] = []
  for await (const key of server.storage.list('imports/')) keys.push(key)
  return keys
}

describe('an uploaded catalogue file', () => {
  test('of several parts is imported as the command does, and its parts are deleted', async () => {
    // A column that is not used fills the parts, which end inside a character of two bytes.
    const shelf = 'é'.repeat(30_001)
    const rows = Array.from({ length: 80 }, (_, index) => ({
      ...catalogRow({ name: `Dress é${index}`, website: `https://shop.example.com/${index}` }),
      shelf,
    }))
    const text = csvOf(rows, [...Object.keys(catalogRow()), 'shelf'])
    expect(Buffer.byteLength(text)).toBeGreaterThan(CATALOG_IMPORT.partBytes)
    const id = await upload(text)
    expect(await ended(id)).toMatchObject({ state: 'done', rows: 80, added: 80, errors: 0 })
    const { entries } = (await admin.api('GET /api/admin/audit', { query: {} })).data
    expect(entries[0]).toMatchObject({ event: 'catalogue-imported', subject: 'looks.csv' })
    await vi.waitFor(async () => expect(await storedParts()).toEqual([]), 10_000)
    const { rows: counted } = await server.pool.query<{ broken: number }>(
      `SELECT count(*) FILTER (WHERE title LIKE '%' || chr(65533) || '%')::int AS broken
      FROM catalog.products`,
    )
    expect(counted).toEqual([{ broken: 0 }])
  })

  test('with an error changes nothing, and its report has every line', async () => {
    const id = await upload(`${csvOf([catalogRow({ name: 'Scarf' })])}\nshort\n`, true)
    expect(await ended(id)).toMatchObject({
      state: 'refused',
      errors: 1,
      problems: [{ line: 3, severity: 'error', message: 'Too few fields: expected 5, found 1' }],
    })
    const { imports } = (await admin.api('GET /api/admin/imports')).data
    expect(imports[0]).toMatchObject({ id, name: 'looks.csv', state: 'refused' })
    const { entries } = (await admin.api('GET /api/admin/audit', { query: {} })).data
    expect(entries.slice(0, 2)).toMatchObject([
      { event: 'import-refused', subject: 'looks.csv' },
      { event: 'import-started', subject: 'looks.csv' },
    ])
  })

  test('takes no part after its end, which nothing would ever delete', async () => {
    const { id, partBytes } = await create(10)
    await expect(sendPart(id, 1, Buffer.alloc(partBytes))).rejects.toMatchObject({ status: 400 })
    expect(await storedParts()).toEqual([])
  })

  test('is refused if a part is missing or has another size, or is started twice', async () => {
    const { id } = await create(10)
    const start = () => admin.api('POST /api/admin/imports/:id/start', { params: { id } })
    await expect(start()).rejects.toMatchObject({ status: 409 })
    await expect(sendPart(id, 0, Buffer.alloc(9))).rejects.toMatchObject({ status: 400 })
    await expect(sendPart(id, 1, Buffer.alloc(10))).rejects.toMatchObject({ status: 400 })
    // A null character, which the report could not be stored with.
    await sendPart(id, 0, Buffer.from('na\0e,price'))
    await start()
    await expect(start()).rejects.toMatchObject({ status: 409 })
    await expect(sendPart(id, 0, Buffer.alloc(10))).rejects.toMatchObject({ status: 409 })
    expect(await ended(id)).toMatchObject({ state: 'refused' })
  })

  test('that was never started is deleted after a day', async () => {
    const { id } = await create(4)
    await sendPart(id, 0, Buffer.from('name'))
    await other.ingest.catalogImports.sweep()
    expect(await storedParts()).toHaveLength(1)
    await server.pool.query(
      `UPDATE catalog_imports SET alive_at = now() - interval '2 days' WHERE id = $1`,
      [id],
    )
    await other.ingest.catalogImports.sweep()
    expect(await storedParts()).toEqual([])
    await expect(report(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('jobs', () => {
  const jobs = async (state: 'waiting' | 'failed', after?: string) =>
    (await admin.api('GET /api/admin/jobs', { query: { state, ...(after && { after }) } })).data

  test('are listed with their reason page by page, and tried again', async () => {
    await server.pool.query('DELETE FROM jobs')
    await server.pool.query(
      `INSERT INTO jobs (queue, key, attempts, failed_at, last_error)
      SELECT 'trial', lpad(n::text, 3, '0'), 4, now(), 'no picture ' || n FROM generate_series(1, 60) n`,
    )
    await server.pool.query(
      `INSERT INTO jobs (queue, key) SELECT 'product-vector', product_key::text
      FROM catalog.products ORDER BY id LIMIT 1`,
    )
    const first = await jobs('failed')
    expect(first.counts).toEqual({ waiting: 1, failed: 60 })
    expect(first.jobs).toHaveLength(50)
    expect(first.jobs[0]).toMatchObject({ key: '001', attempts: 4, reason: 'no picture 1' })
    const second = await jobs('failed', first.next ?? '')
    expect(second.jobs.map(({ key }) => key)).toEqual(
      Array.from({ length: 10 }, (_, index) => `0${51 + index}`),
    )
    expect(second.next).toBeNull()
    expect((await jobs('waiting')).jobs[0]?.title).toContain('Dress')

    await server.pool.query(
      `INSERT INTO jobs (queue, key) SELECT 'many', n::text FROM generate_series(0, $1) n`,
      [JOBS_COUNTED],
    )
    expect((await jobs('failed')).counts).toEqual({ waiting: JOBS_COUNTED, failed: 60 })
    await server.pool.query("DELETE FROM jobs WHERE queue = 'many'")

    const job = { queue: 'trial', key: '007' }
    const retry = (body: { job?: typeof job }) => admin.api('POST /api/admin/jobs/retry', { body })
    expect((await retry({ job })).data.retried).toBe(1)
    await expect(retry({ job })).rejects.toMatchObject({ status: 404 })
    expect((await retry({})).data.retried).toBe(59)
    expect((await jobs('failed')).counts).toEqual({ waiting: 61, failed: 0 })
  })
})

test('storage is shown by kind, with the database and the cache', async () => {
  await server.storage.put('celebrities/ada.jpg', Buffer.alloc(1_000), 'image/jpeg')
  await server.storage.put('shop/dress.jpg', Buffer.alloc(2_000), 'image/jpeg')
  const { files, cache, database } = (await admin.api('GET /api/admin/storage')).data
  expect(files).toContainEqual({ kind: 'portraits', files: 1, bytes: 1_000 })
  expect(files).toContainEqual({ kind: 'pictures', files: 1, bytes: 2_000 })
  expect(cache).toEqual({ files: 0, bytes: 0 })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.tables.map(({ name }) => name)).toContain('catalog.products')
})
