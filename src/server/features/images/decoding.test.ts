import { setTimeout as delay } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildPictureUrl } from '#shared/pictures.ts'
import { createPictureQueue, type PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, TEST_SECRET } from '#tests/support/test-app.ts'

const REMOTE = 'https://pictures.example/look.jpg'
const CROWD = 30

/** 39 megapixels in a file of less than 200 KB. */
const bomb = sharp({ create: { width: 6_500, height: 6_000, channels: 3, background: '#446688' } })
  .png({ compressionLevel: 9 })
  .toBuffer()

let app: TestApp
let person: Person
const realQueue = createPictureQueue()
const pictures = vi.fn<PictureQueue>(realQueue)

beforeAll(async () => {
  const look = await jpegPicture({ width: 1_200, height: 1_600 })
  app = await startTestApp(
    {},
    {
      pictures: pictures as unknown as PictureQueue,
      remoteImages: { fetch: async () => look, close: async () => undefined },
    },
  )
  await importRows(app.pool, [catalogRow({ celebrity_image: REMOTE })])
  person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
})
afterAll(() => app.close())

type Init = { headers?: Record<string, string>; signal?: AbortSignal }

const post = (path: string, body: BodyInit, init: Init = {}, poster = person) =>
  fetch(app.origin + path, {
    method: 'POST',
    body,
    ...init,
    headers: { origin: app.origin, cookie: poster.cookie, ...init.headers },
  })

const formWith = (picture: Uint8Array) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(picture)]), 'photo.png')
  return form
}

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const show = async (width: number) => {
  const response = await fetch(app.origin + buildPictureUrl(REMOTE, width))
  expect(response.status).toBe(200)
  await response.arrayBuffer()
}

describe('thirty parallel uploads of 39 megapixels', () => {
  test('do not block other pictures, and the surplus is refused politely', async () => {
    const bytes = await bomb
    expect(bytes.length).toBeLessThan(200_000)
    const upload = async () =>
      expect((await post('/image-local.php', formWith(bytes))).status).toBe(200)
    await upload()
    const uploadAlone = await timed(upload)
    const someoneElse = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    const clients = new AbortController()
    const { signal } = clients
    const replies: Response[] = []
    const crowd = Array.from({ length: CROWD }, async () => {
      const reply = await post('/image-local.php', formWith(bytes), { signal }, someoneElse)
      replies.push(reply)
    }).map((sent) => sent.catch(() => undefined))
    await vi.waitFor(() => expect(replies.some(({ status }) => status === 503)).toBe(true), 20_000)
    const whileCrowded = []
    for (const width of [64, 128, 192, 256, 384]) whileCrowded.push(await timed(() => show(width)))
    const isStillCrowded = replies.length < CROWD
    clients.abort()
    await Promise.all(crowd)
    const lastInLine = { lane: 'sent', pixels: Number.POSITIVE_INFINITY } as const
    const untilEmpty = await timed(() =>
      vi.waitFor(() => realQueue(lastInLine, async () => undefined), 20_000),
    )

    expect(isStillCrowded).toBe(true)
    for (const { status, headers } of replies.filter((reply) => !reply.ok))
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    // One after another, the crowd takes about twenty times as long as one upload.
    expect(Math.max(...whileCrowded)).toBeLessThan(3 * uploadAlone)
    // What waited for clients that are gone is dropped.
    expect(untilEmpty).toBeLessThan(5 * uploadAlone)
  })
})

test('every way in decodes in the queue', async () => {
  const picture = await jpegPicture({ width: 300, height: 400 })
  const { url } = (await (await post('/image-local.php', formWith(picture))).json()) as {
    url: string
  }
  const json = { headers: { 'content-type': 'application/json' } }
  const lane = async (work: () => Promise<Response>) => {
    pictures.mockClear()
    await (await work()).body?.cancel()
    return pictures.mock.calls.map(([job]) => job.lane)
  }
  const portrait = await portraitOf(app, 'Ada Lune')
  const get = (path: string) => fetch(app.origin + path, { headers: { cookie: person.cookie } })
  expect(await lane(() => post('/image-local.php', formWith(picture)))).toEqual(['sent'])
  expect(
    await lane(() =>
      post('/api/image-from-address', JSON.stringify({ address: 'https://x.example/a.jpg' }), json),
    ),
  ).toEqual(['sent'])
  expect(await lane(() => post('/api/scan', JSON.stringify({ imageUrl: url }), json))).toEqual([
    'sent',
  ])
  expect(await lane(() => post('/api/vision/detect', formWith(picture)))).toEqual(['sent'])
  expect(await lane(() => post('/api/detect-and-search', formWith(picture)))).toEqual(['sent'])
  expect(await lane(() => get(buildPictureUrl(REMOTE, 512)))).toEqual(['shown'])
  expect(await lane(() => get(buildPictureUrl(url, 64)))).toEqual(['shown'])
  expect(await lane(() => get(portrait))).toEqual(['shown'])
})

test('a picture that waited long is sent as WebP, which is cheaper, and as AVIF later', async () => {
  const typeOf = async () => {
    const headers = { accept: 'image/avif,image/webp,*/*' }
    const response = await fetch(app.origin + buildPictureUrl(REMOTE, 640), { headers })
    await response.arrayBuffer()
    return response.headers.get('content-type')
  }
  pictures.mockImplementationOnce((_job, work) => work(1_000))
  expect(await typeOf()).toBe('image/webp')
  expect(await typeOf()).toBe('image/avif')
})

describe('a form', () => {
  const BOUNDARY = 'wearabouts-test-boundary'
  const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const part = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = `--${BOUNDARY}--\r\n`
  const longestStop = async (body: Buffer) => {
    const histogram = monitorEventLoopDelay({ resolution: 5 })
    histogram.enable()
    await delay(20)
    histogram.reset()
    const response = await post('/image-local.php', new Uint8Array(body), { headers: type })
    await delay(20)
    histogram.disable()
    return { status: response.status, ms: histogram.max / 1e6, text: await response.text() }
  }

  test('of 8.6 MB in tiny parts is refused before it is parsed', async () => {
    const tiny = part('a', '')
    const parts = Math.floor((8.6 * 1024 * 1024) / tiny.length)
    const many = Buffer.from(tiny.repeat(parts) + end)
    const one = Buffer.from(part('a"; filename="a', 'x'.repeat(many.length)) + end)
    const asOne = await longestStop(one)
    const asMany = await longestStop(many)
    expect(asOne.status).toBe(400)
    expect(asMany.status).toBe(413)
    expect(asMany.text).toContain('too many parts')
    expect(asMany.ms).toBeLessThan(Math.max(10 * asOne.ms, 100))
  })

  test.each([
    ['a part with a huge header', part(`a"; x="${'y'.repeat(20_000)}`, ''), type, 413],
    ['millions of urlencoded fields', 'a&'.repeat(1_000_000), {}, 413],
    ['no boundary', part('a', ''), { 'content-type': 'multipart/form-data' }, 415],
  ])('with %s is refused', async (_, body, headers: Record<string, string>, status) => {
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await post('/image-local.php', body, {
      headers: { ...urlencoded, ...headers },
    })
    expect(response.status).toBe(status)
  })
})
