import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startLoopbackS3, S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { createFileStorage } from './file-storage.ts'
import { createS3Storage, readS3Options } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

const fileStorage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return createFileStorage(folder)
}

const s3Storage = async (bucket = 'pictures') => {
  const server = await startLoopbackS3('pictures')
  cleanups.push(server.close)
  return createS3Storage({
    ...S3_CREDENTIALS,
    bucket,
    prefix: 'wearabouts',
    endpoint: server.url,
    region: 'us-east-1',
  })
}

const keysOf = async (storage: Storage, prefix: string) => {
  const keys = []
  for await (const key of storage.list(prefix)) keys.push(key)
  return keys.sort()
}

describe.each([
  ['files', fileStorage],
  ['S3', s3Storage],
])('storage in %s', (_, open) => {
  test('returns what was stored, with its content type', async () => {
    const storage = await open()
    await storage.put('uploads/a1.webp', Buffer.from('picture'), 'image/webp')
    expect(await storage.get('uploads/a1.webp')).toEqual({
      body: Buffer.from('picture'),
      contentType: 'image/webp',
    })
  })

  test('overwrites', async () => {
    const storage = await open()
    await storage.put('a.jpg', Buffer.from('old'), 'image/jpeg')
    await storage.put('a.jpg', Buffer.from('new'), 'image/jpeg')
    expect((await storage.get('a.jpg'))?.body.toString()).toBe('new')
  })

  test('returns null for a missing key, and deletes it without an error', async () => {
    const storage = await open()
    expect(await storage.get('none.jpg')).toBeNull()
    await expect(storage.delete('none.jpg')).resolves.toBeUndefined()
  })

  test('deletes', async () => {
    const storage = await open()
    await storage.put('a.jpg', Buffer.from('x'), 'image/jpeg')
    await storage.delete('a.jpg')
    expect(await storage.get('a.jpg')).toBeNull()
  })

  test('lists the keys with a prefix', async () => {
    const storage = await open()
    const keys = ['u/one/1.jpg', 'u/one/2.jpg', 'u/one/3.jpg', 'u/two/1.jpg']
    for (const key of keys) await storage.put(key, Buffer.from(key), 'image/jpeg')
    expect(await keysOf(storage, 'u/one/')).toEqual(keys.slice(0, 3))
    expect(await keysOf(storage, 'none/')).toEqual([])
  })

  const tooLong = 'a'.repeat(501)
  test.each(['../up.jpg', '/etc/passwd', 'a//b', '.hidden', 'a/../b', 'a b', 'a%2fb', '', tooLong])(
    'refuses the key %j',
    async (key) => {
      const storage = await open()
      await expect(storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
        'Not a storage key',
      )
      await expect(storage.get(key)).rejects.toThrow('Not a storage key')
    },
  )
})

// Node 20 lists about 32 files of each folder if asked to descend by itself.
test('lists every file of folders with many files', async () => {
  const storage = await fileStorage()
  const keys = ['uploads', 'looks', 'removed/7/looks'].flatMap((folder) =>
    Array.from({ length: 145 }, (_, index) => `${folder}/${1_000 + index}.jpg`),
  )
  await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key), 'image/jpeg')))
  expect(await keysOf(storage, '')).toEqual(keys.toSorted())
  const sizes = []
  for await (const { key, bytes } of storage.sizes()) sizes.push(`${key} ${bytes}`)
  expect(sizes.sort()).toEqual(keys.map((key) => `${key} ${key.length}`).sort())
})

describe('S3', () => {
  test('writing to a missing bucket fails', async () => {
    const storage = await s3Storage('elsewhere')
    await expect(storage.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({
      status: 503,
      reason: 'The bucket does not exist.',
    })
  })

  test('reads its settings from STORAGE_URL and the AWS variables', () => {
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_REGION: 'eu-west-1' }
    expect(readS3Options('s3://bucket/some/prefix/', undefined, env)).toEqual({
      bucket: 'bucket',
      prefix: 'some/prefix',
      endpoint: null,
      region: 'eu-west-1',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    })
    expect(() => readS3Options('s3://bucket', undefined, {})).toThrow('AWS_ACCESS_KEY_ID')
  })
})
