import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildPictureUrl } from '#shared/pictures.ts'
import { createPictureQueue, type PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { insertPerson } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createSharedVariants } from './variants.ts'

const REMOTE = 'https://pictures.example/look.jpg'
const AVIF = { accept: 'image/avif,image/webp,*/*' }

let s3: Awaited<ReturnType<typeof startLoopbackS3>>
let first: TestApp
let second: TestApp
const pictures = vi.fn<PictureQueue>(createPictureQueue())
const fetchRemote = vi.fn(() => jpegPicture({ width: 900, height: 1_200 }))

beforeAll(async () => {
  s3 = await startLoopbackS3('pictures')
  vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_CREDENTIALS.secretAccessKey)
  const env = { STORAGE_URL: 's3://pictures', S3_ENDPOINT: s3.url }
  const overrides = {
    pictures: pictures as unknown as PictureQueue,
    remoteImages: { fetch: fetchRemote, close: async () => undefined },
  }
  first = await startTestApp({ env }, overrides)
  second = await startTestApp({ env, database: first.database }, overrides)
  await importRows(first.pool, [catalogRow({ celebrity_image: REMOTE })])
})
afterAll(async () => {
  await second.close()
  await first.close()
  await s3.close()
  vi.unstubAllEnvs()
})

const ask = async (app: TestApp, path: string, headers: Record<string, string> = AVIF) => {
  const response = await fetch(app.origin + path, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), body }
}
const sharedKeys = () => [...s3.files.keys()].filter((key) => key.startsWith('variants/'))

describe('a picture that one server resized', () => {
  test('is not fetched or encoded again by another', async () => {
    const made = await ask(first, buildPictureUrl(REMOTE, 768))
    expect(made).toMatchObject({ status: 200, type: 'image/avif' })
    await eventually(() => expect(sharedKeys()).toHaveLength(1))
    pictures.mockClear()
    fetchRemote.mockClear()
    expect(await ask(second, buildPictureUrl(REMOTE, 768))).toEqual(made)
    expect(pictures).not.toHaveBeenCalled()
    expect(fetchRemote).not.toHaveBeenCalled()
    expect((await ask(second, `/media/${sharedKeys()[0]}`)).status).toBe(404)
  })

  test('is never an upload or a portrait', async () => {
    const before = sharedKeys()
    const { uid, cookie } = await insertPerson(first.pool, TEST_SECRET, { invited: true })
    const url = await first.images.uploads.keep(uid, await jpegPicture())
    expect((await ask(first, buildPictureUrl(url, 64), { ...AVIF, cookie })).status).toBe(200)
    expect(
      (await ask(first, buildPictureUrl(await portraitOf(first, 'Ada Lune'), 64))).status,
    ).toBe(200)
    // Stored after the reply, in order: once this one is there, the others would be too.
    await ask(first, buildPictureUrl(REMOTE, 256))
    const name = createHash('sha256').update(`256 avif ${REMOTE}`).digest('hex')
    await eventually(() => expect(sharedKeys().join()).toContain(name))
    expect(sharedKeys()).toHaveLength(before.length + 1)
  })

  test('is made here while the store fails', async () => {
    s3.failNext(100)
    expect((await ask(second, buildPictureUrl(REMOTE, 128))).status).toBe(200)
    s3.failNext(0)
  })
})

test('shared pictures that nobody asks for are deleted, the others live on', async () => {
  const log = pino({ level: 'silent' })
  const { storage } = first
  const inMonth = (month: number) =>
    createSharedVariants({ storage, log, now: () => new Date(Date.UTC(2030, month, 15)) })
  const january = inMonth(0)
  january.put('wanted', 'webp', Buffer.from('wanted'))
  january.put('unwanted', 'webp', Buffer.from('unwanted'))
  await january.close()
  const february = inMonth(1)
  expect((await february.get('wanted', 'webp'))?.toString()).toBe('wanted')
  await february.close()
  const march = inMonth(2)
  await march.sweep()
  expect((await march.get('wanted', 'webp'))?.toString()).toBe('wanted')
  expect(await march.get('unwanted', 'webp')).toBeNull()
  await march.close()
  expect(sharedKeys().filter((key) => key.startsWith('variants/2030-01/'))).toEqual([])
})
