import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { ENGLISH } from '#server/core/languages.ts'
import type { DiskCache } from './disk-cache.ts'
import { createPictureFiles } from './picture-files.ts'

test('a restored file comes back, unless there is a newer one under its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-forget-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = createFileStorage(folder)
  const put = (key: string, text: string) => storage.put(key, Buffer.from(text), 'image/jpeg')
  const textOf = async (key: string) => (await storage.get(key))?.body.toString() ?? null
  const files = createPictureFiles({
    cache: { remove: async () => undefined } as unknown as DiskCache,
    storage,
    media: { parseKey: (url) => url.replace('/media/', '') },
    variants: null,
    languages: [ENGLISH],
  })
  for (const key of ['looks/a.jpg', 'looks/b.jpg']) await put(key, 'former')
  const urls = ['/media/looks/a.jpg', '/media/looks/b.jpg']
  await files.removeStored('7', { urls, productIds: [], portraits: [] })
  expect(await textOf('looks/a.jpg')).toBeNull()
  await put('looks/b.jpg', 'newer')
  await files.restoreStored('7')
  expect(await textOf('looks/a.jpg')).toBe('former')
  expect(await textOf('looks/b.jpg')).toBe('newer')
  expect(await textOf('removed/7/looks/b.jpg')).toBeNull()
})
