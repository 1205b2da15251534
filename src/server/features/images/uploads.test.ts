import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD } from '#shared/constants.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createPictureReader } from '#server/vision/indexing/indexer.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { animatedGif, hugePng, jpegPicture, phonePicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createUploadsService } from './uploads.service.ts'

let app: TestApp
let invited: Person
let uninvited: Person
const onTheWeb = new Map<string, Buffer>()
const failures = new Map([
  ['http://nowhere.internal/', 'The other server did not answer as expected'],
  ['http://database.internal/', 'database.internal is not a public host'],
  ['https://pictures.example/gone.jpg', 'Status 404'],
])

beforeAll(async () => {
  app = await startTestApp(
    {},
    {
      remoteImages: {
        fetch: async (url) => {
          const body = onTheWeb.get(url)
          if (!body) throw new RemoteError(failures.get(url) ?? 'Not a public address')
          return body
        },
        close: async () => undefined,
      },
    },
  )
  invited = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  uninvited = await insertPerson(app.pool, TEST_SECRET)
  onTheWeb.set('https://pictures.example/coat.jpg', await jpegPicture())
})
afterAll(() => app.close())

const headers = (person: Person | null) => ({
  origin: app.origin,
  ...(person ? { cookie: person.cookie } : {}),
})

const upload = async (bytes: Uint8Array, person: Person | null = invited) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const response = await fetch(`${app.origin}/image-local.php`, {
    method: 'POST',
    body: form,
    headers: headers(person),
  })
  const reply = (await response.json()) as { success: boolean; url?: string; error?: string }
  return { status: response.status, ...reply }
}

const fetchBack = async (url = '', person = invited) => {
  const response = await fetch(`${app.origin}${url}`, { headers: headers(person) })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

describe('POST /image-local.php', () => {
  test('stores a picture under an unguessable name, with its owner', async () => {
    const { status, success, url } = await upload(await jpegPicture())
    expect({ status, success }).toEqual({ status: 200, success: true })
    expect(url).toMatch(/^\/media\/uploads\/[0-9a-f-]{36}\.jpg$/)
    const { rows } = await app.pool.query('SELECT user_id FROM uploads WHERE key = $1', [
      url?.slice('/media/'.length),
    ])
    expect(rows).toEqual([{ user_id: invited.uid }])
    const { response } = await fetchBack(url)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('rotates a phone’s photo upright and removes its metadata', async () => {
    const { url } = await upload(await phonePicture())
    const { body } = await fetchBack(url)
    const { width, height, exif, orientation } = await sharp(body).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 300,
      height: 400,
      exif: undefined,
      orientation: undefined,
    })
    expect(body.includes('Telltale')).toBe(false)
  })

  test('scales a large picture down to 2048 pixels', async () => {
    const { url } = await upload(await jpegPicture({ width: 4096, height: 1024 }))
    const { width, height } = await sharp((await fetchBack(url)).body).metadata()
    expect([width, height]).toEqual([UPLOAD.maxSidePx, UPLOAD.maxSidePx / 4])
  })

  test('keeps only the first frame of an animation', async () => {
    const { url } = await upload(await animatedGif())
    const { body } = await fetchBack(url)
    const { pages, format } = await sharp(body).metadata()
    expect({ pages, format }).toEqual({ pages: undefined, format: 'jpeg' })
    const { data } = await sharp(body).resize(1, 1).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(200)
  })

  const whole = jpegPicture({ width: 600, height: 600 })
  test.each([
    ['an empty file', 400, async () => new Uint8Array()],
    ['half a picture', 422, async () => (await whole).subarray(0, 900)],
    ['a web page named as a picture', 415, async () => Buffer.from('<html><script>alert(1)')],
    [
      'an SVG, which can contain scripts',
      415,
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['too many pixels', 413, hugePng],
    ['a picture of three pixels', 422, () => jpegPicture({ width: 3, height: 3 })],
    ['more than 10 MB', 413, async () => Buffer.alloc(UPLOAD.maxBytes + 100_000, 1)],
  ])('refuses %s', async (_, status, bytes) => {
    const reply = await upload(await bytes())
    expect(reply).toMatchObject({ status, success: false })
    expect(reply.error).toMatch(/^[A-Z].+/)
  })

  test('needs an invitation', async () => {
    const picture = await jpegPicture()
    expect((await upload(picture, uninvited)).status).toBe(403)
    expect((await upload(picture, null)).status).toBe(401)
  })

  test('reports a missing picture', async () => {
    const response = await fetch(`${app.origin}/image-local.php`, {
      method: 'POST',
      body: new FormData(),
      headers: headers(invited),
    })
    expect(response.status).toBe(400)
  })
})

describe('an image link', () => {
  const from = async (address: string, person: Person = invited) => {
    const response = await fetch(`${app.origin}/api/image-from-address`, {
      method: 'POST',
      body: JSON.stringify({ address }),
      headers: { ...headers(person), 'content-type': 'application/json' },
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  test('is fetched and stored like an upload', async () => {
    const reply = await from('https://pictures.example/coat.jpg')
    expect(reply).toMatchObject({ status: 200, success: true })
    expect(reply).toHaveProperty('url', expect.stringMatching(/^\/media\/uploads\//))
  })

  test('to a private address reveals nothing about our network', async () => {
    expect(await from('http://169.254.169.254/latest')).toMatchObject({
      status: 422,
      error: 'There is no usable picture at that address.',
    })
  })

  test('does not reveal whether an internal name exists', async () => {
    const replies = await Promise.all([...failures.keys()].map((url) => from(url)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 422 })
  })

  test('needs an invitation', async () => {
    expect(await from('https://pictures.example/coat.jpg', uninvited)).toMatchObject({
      status: 403,
    })
  })
})

describe('pictures of a deleted product', () => {
  test('are deleted with it, unless another product or person uses them', async () => {
    const { url: shared = '' } = await upload(await jpegPicture())
    const { url: own = '' } = await upload(await jpegPicture())
    const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    const { url: theirs = '' } = await upload(await jpegPicture(), other)
    await app.library.products.save(
      { ...invited, hasInviteCode: true } as never,
      { name: 'Hat', currency: 'USD', type: 'product', confidence: 1, image_url: shared },
      { isEdited: true },
    )
    await app.images.uploads.release(invited.uid, [
      shared,
      own,
      theirs,
      'https://else.example/x.jpg',
      null,
    ])
    const statusOf = async (url: string, person: Person) =>
      (await fetchBack(url, person)).response.status
    expect(await statusOf(shared, invited)).toBe(200)
    expect(await statusOf(own, invited)).toBe(404)
    expect(await statusOf(theirs, other)).toBe(200)
  })
})

describe('privacy of uploads', () => {
  let app: TestApp
  let owner: Person
  let other: Person

  beforeAll(async () => {
    app = await startTestApp()
    owner = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  })
  afterAll(() => app.close())

  const upload = async (uid = owner.uid) =>
    app.images.uploads.keep(uid, await jpegPicture({ width: 800, height: 600 }))

  const ask = async (path: string, person: Person | null, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.origin}${path}`, {
      headers: { ...headers, ...(person ? { cookie: person.cookie } : {}) },
    })
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body }
  }

  const answerOf = async (path: string, person: Person | null) => {
    const { status, body } = await ask(path, person)
    return { status, text: body.toString() }
  }

  const proxyOf = (url: string) => `/api/image-proxy?${new URLSearchParams({ url, w: '64' })}`

  /** Every file below the data folder, with its content. */
  const filesOnDisk = async () => {
    const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
  }

  describe('an upload', () => {
    test('is shown to its owner in every width, and kept by no cache', async () => {
      const url = await upload()
      const whole = await ask(url, owner)
      expect(whole.status).toBe(200)
      expect(whole.headers.get('cache-control')).toBe('private, no-store')
      expect((await sharp(whole.body).metadata()).width).toBe(800)
      const before = await filesOnDisk()
      const small = await ask(buildPictureUrl(url, 192), owner, {
        accept: 'image/avif,image/webp,*/*',
      })
      expect(small.headers.get('cache-control')).toBe('private, no-store')
      expect(small.headers.get('content-type')).toBe('image/webp')
      expect(await sharp(small.body).metadata()).toMatchObject({ format: 'webp', width: 192 })
      const plain = await ask(buildPictureUrl(url, 192), owner, { accept: '*/*' })
      expect(await sharp(plain.body).metadata()).toMatchObject({ format: 'jpeg', width: 192 })
      expect(await filesOnDisk()).toEqual(before)
    })

    test('answers anyone else as something unknown', async () => {
      const url = await upload()
      const unknown = await answerOf('/media/none.jpg', null)
      expect(unknown.status).toBe(404)
      const name = url.slice('/media/uploads/'.length)
      const paths = [
        url,
        `${url}?w=64`,
        `/media/Uploads/${name}`,
        `/media/%75ploads/${name}`,
        `/media/uploads%2f${name}`,
        `/media/uploads//${name}`,
      ]
      for (const path of paths)
        for (const person of [null, other])
          expect(await answerOf(path, person), path).toEqual(unknown)
      expect(await answerOf('/media/uploads/none.jpg', owner)).toEqual(unknown)
    })

    test('never passes through the shared image proxy, even for its owner', async () => {
      const url = await upload()
      const unknown = await answerOf(proxyOf('https://elsewhere.example/x.jpg'), null)
      for (const person of [null, other, owner])
        expect(await answerOf(proxyOf(url), person)).toEqual(unknown)
    })

    test('does not become public because a catalogue row points to it', async () => {
      const url = await upload()
      await importRows(app.pool, [catalogRow({ celebrity_name: 'Eve Sly', celebrity_image: url })])
      expect((await ask(url, null)).status).toBe(404)
      expect((await ask(proxyOf(url), null)).status).toBe(404)
      expect((await ask('/media/celebrities/eve-sly.jpg', null)).status).toBe(404)
    })

    test('is indexed for its owner’s products only', async () => {
      const url = await upload()
      const fetchRemote = () => Promise.reject(new Error('Nothing is fetched here'))
      const { media, uploads } = app.images
      const read = createPictureReader({ media, readUpload: uploads.readOwn, fetchRemote })
      expect(await read(url, { ownerUid: owner.uid })).not.toBeNull()
      expect(await read(url, { ownerUid: other.uid })).toBeNull()
      expect(await read(url, { ownerUid: null })).toBeNull()
    })

    test('is stored in a file that only this server’s user can read', async () => {
      const url = await upload()
      const path = join(app.dataDir, 'media', url.slice('/media/'.length))
      const modeOf = async (name: string) => (await stat(name)).mode & 0o777
      expect(await modeOf(path)).toBe(0o600)
      expect(await modeOf(join(app.dataDir, 'media', 'uploads'))).toBe(0o700)
      expect(await modeOf(join(app.dataDir, 'media'))).toBe(0o700)
    })

    test('of a deleted account leaves no copy', async () => {
      const leaver = await insertPerson(app.pool, TEST_SECRET, { invited: true })
      const before = await filesOnDisk()
      const url = await upload(leaver.uid)
      for (const path of [url, buildPictureUrl(url, 64), buildPictureUrl(url, 384), proxyOf(url)])
        await ask(path, leaver)
      await app.admin.users.remove(null, leaver.uid)
      expect((await ask(url, leaver)).status).toBe(404)
      expect(await filesOnDisk()).toEqual(before)
    })
  })

  test('an upgrade deletes the cache of earlier versions, which held resized uploads', async () => {
    const old = join(app.dataDir, 'cache', 'images')
    await mkdir(old, { recursive: true })
    await writeFile(join(old, 'a'.repeat(64)), 'a resized upload')
    const upgraded = await startTestApp({ dataDir: app.dataDir })
    try {
      for (const file of await filesOnDisk())
        expect((await readFile(file)).includes('a resized upload')).toBe(false)
    } finally {
      await upgraded.close()
    }
  })

  describe('an unusual name under /media', () => {
    test.each([
      ['the folder of uploads', '/media/uploads'],
      ['the folder of uploads with a slash', '/media/uploads/'],
      ['another folder', '/media/celebrities'],
      ['the folder of crops', '/media/crops'],
      ['a long name', `/media/${'a'.repeat(400)}.jpg`],
      ['a very long name', `/media/${'a'.repeat(5_000)}`],
      ['a deep path', `/media/${'a/'.repeat(200)}b.jpg`],
      ['a NUL in a name', '/media/a%00b.jpg'],
      ['only a NUL', '/media/%00'],
      ['a NUL in the name of an upload', '/media/uploads/%00.jpg'],
      ['a NUL in the name of a crop', '/media/crops/%00.jpg'],
    ])('is answered as unknown: %s', async (_, path) => {
      const unknown = await answerOf('/media/none.jpg', null)
      expect(await answerOf(path, null)).toEqual(unknown)
      expect(await answerOf(path, owner)).toEqual(unknown)
    })
  })
})

describe('quota of uploads', () => {
  /** Room for a few of the pictures below. */
  const QUOTA_MB = 0.1

  let app: TestApp
  let person: Person
  let picture: Buffer
  let bytesEach: number

  beforeAll(async () => {
    app = await startTestApp({ env: { UPLOAD_QUOTA_MB: String(QUOTA_MB) } })
    person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    picture = await jpegPicture({ width: 2_048, height: 2_048 })
    const url = await app.images.uploads.keep(person.uid, picture)
    bytesEach = (await app.storage.get(url.slice('/media/'.length)))?.body.length ?? 0
    await app.images.uploads.release(person.uid, [url])
  })
  afterAll(() => app.close())

  const upload = async (uploader = person) => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(picture)]), 'photo.jpg')
    const response = await fetch(`${app.origin}/image-local.php`, {
      method: 'POST',
      body: form,
      headers: { origin: app.origin, cookie: uploader.cookie },
    })
    const { url = '', error } = (await response.json()) as { url?: string; error?: string }
    return { status: response.status, url, error }
  }
  const usedBy = async ({ uid }: Person) => {
    const { rows } = await app.pool.query<{ bytes: string }>(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM uploads WHERE user_id = $1',
      [uid],
    )
    return Number(rows[0]?.bytes)
  }

  describe('the storage quota', () => {
    test('is never exceeded, even by uploads at once, and a deletion frees it', async () => {
      const fitting = Math.floor((QUOTA_MB * 1024 * 1024) / bytesEach)
      expect(fitting).toBeGreaterThanOrEqual(2)
      // Five at once, because no more pictures of one user may wait: two fit.
      for (let uploaded = 2; uploaded < fitting; uploaded += 1)
        expect((await upload()).status).toBe(200)
      const replies = await Promise.all(Array.from({ length: 5 }, () => upload()))
      const kept = replies.filter(({ status }) => status === 200)
      const refused = replies.filter(({ status }) => status !== 200)
      expect(kept).toHaveLength(2)
      for (const { status, error } of refused)
        expect({ status, error }).toEqual({
          status: 413,
          error:
            'Your pictures take up all of your 0.1 MB. Delete products or scans that you no longer need, then try again.',
        })
      expect(await usedBy(person)).toBe(fitting * bytesEach)
      await app.images.uploads.release(person.uid, [kept[0]?.url ?? ''])
      expect((await upload()).status).toBe(200)
      expect((await upload()).status).toBe(413)
    })

    test('is each user’s own', async () => {
      const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
      expect((await upload(other)).status).toBe(200)
    })

    test('counts uploads of earlier versions once they are measured', async () => {
      const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
      await upload(other)
      await app.pool.query('UPDATE uploads SET bytes = NULL WHERE user_id = $1', [other.uid])
      await app.images.uploads.sweep()
      expect(await usedBy(other)).toBe(bytesEach)
    })
  })
})

test('variants of one owner’s uploads take turns with the pictures of others', async () => {
  const visitors: (string | undefined)[] = []
  const picture = await jpegPicture()
  const pictures = Object.assign(
    async <T>(job: { visitor?: string | undefined }, work: (waitedMs: number) => Promise<T>) => {
      visitors.push(job.visitor)
      return work(0)
    },
    { size: () => ({}) },
  )
  const uploads = createUploadsService({
    store: { isOwn: async () => true },
    storage: { get: async () => ({ body: picture }) },
    media: { parseKey: () => 'uploads/a.jpg' },
    pictures,
  } as unknown as Parameters<typeof createUploadsService>[0])
  const { signal } = new AbortController()
  await uploads.readVariant('ada', '/media/uploads/a.jpg', {
    variant: { width: 400, format: 'webp' },
    signal,
  })
  expect(visitors).toEqual(['ada'])
})
