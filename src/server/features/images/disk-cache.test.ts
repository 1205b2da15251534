import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDiskCache } from './disk-cache.ts'

let folder: string
const log = pino({ level: 'silent' })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** In files, not by the cache's own count. */
const bytesOnDisk = async () => {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const body = (bytes: number) => Buffer.alloc(bytes, 1)

it('returns what was stored, even after a restart', async () => {
  const cache = await openDiskCache({ folder, maxBytes: 1_000, log })
  await cache.put('a', Buffer.from('picture'))
  expect((await cache.get('a'))?.toString()).toBe('picture')
  expect(await cache.get('b')).toBeNull()
  const again = await openDiskCache({ folder, maxBytes: 1_000, log })
  expect((await again.get('a'))?.toString()).toBe('picture')
})

it('evicts the least recently used when full', async () => {
  const cache = await openDiskCache({ folder, maxBytes: 1_000, log })
  for (const key of ['a', 'b', 'c']) await cache.put(key, body(300))
  await cache.get('a')
  await cache.put('d', body(300))
  expect(await cache.get('b')).toBeNull()
  expect(await cache.get('a')).not.toBeNull()
  expect(await bytesOnDisk()).toBeLessThanOrEqual(1_000)
  expect(await readdir(folder)).toHaveLength(3)
})

it('counts an overwritten file once and skips one larger than the cache', async () => {
  const cache = await openDiskCache({ folder, maxBytes: 1_000, log })
  await cache.put('a', body(300))
  await cache.put('a', body(400))
  await cache.put('huge', body(2_000))
  expect(await cache.get('huge')).toBeNull()
  // Counted twice, the first 300 bytes would push something out.
  await cache.put('b', body(550))
  expect(await cache.get('a')).not.toBeNull()
})

it('copes with deleted files and removes unfinished ones', async () => {
  const cache = await openDiskCache({ folder, maxBytes: 1_000, log })
  await cache.put('a', body(300))
  for (const name of await readdir(folder)) await rm(join(folder, name))
  expect(await cache.get('a')).toBeNull()
  await writeFile(join(folder, '.unfinished-x'), 'half')
  await openDiskCache({ folder, maxBytes: 1_000, log })
  expect(await readdir(folder)).toEqual([])
})
