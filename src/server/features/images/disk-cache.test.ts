import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDiskCache } from './disk-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const body = (bytes: number) => Buffer.alloc(bytes, 1)

it('returns what was stored, even after a restart', async () => {
  const cache = await openDiskCache(folder, 1_000)
  await cache.put('a', Buffer.from('picture'))
  expect((await cache.get('a'))?.toString()).toBe('picture')
  expect(await cache.get('b')).toBeNull()
  const again = await openDiskCache(folder, 1_000)
  expect((await again.get('a'))?.toString()).toBe('picture')
  expect(again.bytes()).toBe(7)
})

it('evicts the least recently used when full', async () => {
  const cache = await openDiskCache(folder, 1_000)
  for (const key of ['a', 'b', 'c']) await cache.put(key, body(300))
  await cache.get('a')
  await cache.put('d', body(300))
  expect(await cache.get('b')).toBeNull()
  expect(await cache.get('a')).not.toBeNull()
  expect(cache.bytes()).toBeLessThanOrEqual(1_000)
  expect(await readdir(folder)).toHaveLength(3)
})

it('counts an overwritten file once and skips one larger than the cache', async () => {
  const cache = await openDiskCache(folder, 1_000)
  await cache.put('a', body(300))
  await cache.put('a', body(400))
  await cache.put('huge', body(2_000))
  expect(cache.bytes()).toBe(400)
  expect(await cache.get('huge')).toBeNull()
})

it('copes with deleted files and removes unfinished ones', async () => {
  const cache = await openDiskCache(folder, 1_000)
  await cache.put('a', body(300))
  for (const name of await readdir(folder)) await rm(join(folder, name))
  expect(await cache.get('a')).toBeNull()
  expect(cache.bytes()).toBe(0)
  await writeFile(join(folder, '.unfinished-x'), 'half')
  await openDiskCache(folder, 1_000)
  expect(await readdir(folder)).toEqual([])
})
