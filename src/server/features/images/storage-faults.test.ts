import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildPictureUrl } from '#shared/pictures.ts'
import type { WriteFile } from '#server/core/storage/file-storage.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

const REMOTE = 'https://pictures.example/look.jpg'

let app: TestApp
let person: Person

const upload = async () => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await jpegPicture())]), 'photo.jpg')
  const response = await fetch(`${app.origin}/image-local.php`, {
    method: 'POST',
    body: form,
    headers: { origin: app.origin, cookie: person.cookie },
  })
  const { url, error } = (await response.json()) as { url?: string; error?: string }
  return { status: response.status, headers: response.headers, url, error }
}
const show = async (path: string) => {
  const response = await fetch(app.origin + path, { headers: { cookie: person.cookie } })
  await response.arrayBuffer()
  return response
}
const ready = async () => {
  const response = await fetch(`${app.origin}/readyz`)
  return { code: response.status, ...((await response.json()) as object) }
}
const rowsOf = async () => (await app.pool.query('SELECT user_id FROM uploads')).rows

const remoteImages = {
  fetch: () => jpegPicture({ width: 300, height: 400 }),
  close: async () => {},
}

describe('a full disk', () => {
  const write = vi.fn<WriteFile>()
  const fill = () =>
    write.mockImplementation(async (path, body, options) => {
      // Like a real disk: part of the file arrives.
      await writeFile(path, body.subarray(0, 10), options)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
  const makeRoom = () => write.mockImplementation(writeFile)

  beforeAll(async () => {
    makeRoom()
    app = await startTestApp({}, { writeFile: write, remoteImages })
    person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    await importRows(app.pool, [catalogRow({ celebrity_image: REMOTE })])
  })
  afterAll(() => app.close())
  beforeEach(() => app.pool.query('TRUNCATE uploads'))

  test('refuses an upload in a clear sentence, leaves nothing behind and recovers', async () => {
    fill()
    expect(await upload()).toMatchObject({
      status: 507,
      error:
        'There is no space left to store pictures, so yours was not saved. Please try again later.',
    })
    expect(await rowsOf()).toEqual([])
    expect(await ready()).toEqual({
      code: 200,
      status: 'degraded',
      reason: 'There is no space left for pictures.',
    })
    makeRoom()
    // Notices by itself, without waiting for somebody's upload.
    await vi.waitFor(async () => expect(await ready()).toEqual({ code: 200, status: 'ok' }), 10_000)
    const { status, url = '' } = await upload()
    expect(status).toBe(200)
    expect((await show(url)).status).toBe(200)
  })

  test('still shows pictures that it cannot keep', async () => {
    fill()
    for (const width of [64, 64, 128])
      expect((await show(buildPictureUrl(REMOTE, width))).status).toBe(200)
    expect((await show(await portraitOf(app, 'Ada Lune'))).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 'degraded' })
    makeRoom()
    // Although nobody asks for another picture.
    await vi.waitFor(async () => expect(await ready()).toEqual({ code: 200, status: 'ok' }), 10_000)
    expect((await show(buildPictureUrl(REMOTE, 192))).status).toBe(200)
    expect((await show(await portraitOf(app, 'Ada Lune'))).status).toBe(200)
  })
})

describe('an S3 store that fails', () => {
  let server: Awaited<ReturnType<typeof startLoopbackS3>>
  beforeAll(async () => {
    server = await startLoopbackS3('pictures')
    app = await startTestApp({ env: inBucket('pictures') }, { remoteImages })
    person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
    vi.unstubAllEnvs()
  })
  beforeEach(async () => {
    server.files.clear()
    await app.pool.query('TRUNCATE uploads')
  })

  const inBucket = (bucket: string, secretAccessKey = S3_CREDENTIALS.secretAccessKey) => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.accessKeyId)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
    return { STORAGE_URL: `s3://${bucket}/wearabouts`, S3_ENDPOINT: server.url }
  }

  test('for a moment is asked again', async () => {
    server.failNext(2)
    const { status, url = '' } = await upload()
    expect(status).toBe(200)
    expect(server.files.has(`wearabouts/${url.slice('/media/'.length)}`)).toBe(true)
  })

  test.each([
    ['refuses', 503, []],
    ['stores but answers with an error', 500, [{ user_id: null }]],
  ])('for longer and %s leaves no upload without a file', async (_, code, rows) => {
    server.failNext(100, code)
    const refused = await upload()
    expect(refused).toMatchObject({
      status: 503,
      error: 'Pictures cannot be stored or read at the moment. Please try again in a moment.',
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // After a lost answer the file may exist, so the sweep gets its name.
    expect(await rowsOf()).toEqual(rows)
    server.failNext(0)
    await app.images.uploads.sweep()
    expect(await rowsOf()).toEqual([])
    expect([...server.files.keys()].filter((key) => key.includes('uploads/'))).toEqual([])
    expect((await upload()).status).toBe(200)
  })

  test.each([
    ['a bucket that does not exist', () => inBucket('elsewhere'), 'The bucket does not exist.'],
    ['wrong credentials', () => inBucket('pictures', 'wrong'), 'refused the credentials'],
  ])('because of %s ends the start with a clear message', async (_, env, message) => {
    await expect(startTestApp({ env: env(), database: app.database })).rejects.toThrow(
      expect.objectContaining({ message: expect.stringMatching(`STORAGE_URL.*${message}`) }),
    )
  })

  test('that is down at the start does not end it', async () => {
    server.failNext(100)
    const started = await startTestApp({ env: inBucket('pictures'), database: app.database })
    expect(await (await started.request('/readyz')).json()).toMatchObject({ status: 'degraded' })
    server.failNext(0)
    await started.close()
  })
})
