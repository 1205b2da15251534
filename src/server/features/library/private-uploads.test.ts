import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureUrl } from '#shared/pictures.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createPictureReader } from '#server/vision/indexing/indexer.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

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
  app.uploads.keep(uid, await jpegPicture({ width: 800, height: 600 }))

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
    const small = await ask(pictureUrl(url, 192), owner, { accept: 'image/avif,image/webp,*/*' })
    expect(small.headers.get('cache-control')).toBe('private, no-store')
    expect(small.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(small.body).metadata()).toMatchObject({ format: 'webp', width: 192 })
    const plain = await ask(pictureUrl(url, 192), owner, { accept: '*/*' })
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
    const { media, uploads } = app
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
    for (const path of [url, pictureUrl(url, 64), pictureUrl(url, 384), proxyOf(url)])
      await ask(path, leaver)
    await app.users.remove(leaver.uid)
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
