import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { corneredPicture, sparsePictures } from '#tests/support/pictures.ts'
import { fingerprintPicture } from './picture-fingerprint.ts'
import { createPictureGuard } from './picture-guard.ts'
import type { RemovedPicturesStore } from './images.store.ts'

/** Knows `removed` by its bytes, its appearance, or both. */
const guardOf = async (
  removed: Buffer,
  by: 'bytes' | 'appearance' | 'both',
  suspect: RemovedPicturesStore['suspect'] = async () => undefined,
) => {
  const print = await fingerprintPicture(removed)
  const row = {
    takedown_id: '1',
    url: 'https://pictures.example.com/removed.png',
    sha256: by !== 'appearance' ? (print?.sha256 ?? null) : null,
    grid: by !== 'bytes' ? (print?.grid ?? null) : null,
    aspect: print?.aspect ?? null,
  }
  const guard = createPictureGuard({
    store: {
      keys: async () => [row],
      read: async () => [row],
      block: async () => undefined,
      suspect,
    },
    publicUrl: null,
    decode: (work) => work(),
  })
  await guard.refresh()
  return guard
}

test.each(['bytes', 'appearance'] as const)(
  'a removed picture is recognised by its %s alone',
  async (by) => {
    const removed = await corneredPicture('#aa2244')
    const guard = await guardOf(removed, by)
    await expect(guard.checkUpload(removed)).rejects.toMatchObject({ status: 451 })
    await expect(guard.check('/elsewhere.png', removed)).rejects.toMatchObject({ status: 410 })
    await guard.checkUpload(await corneredPicture('#2266cc'))
  },
)

test('a copy of a sparse picture is shown until an administrator decides', async () => {
  const [ring, ...others] = await sparsePictures()
  if (!ring) throw new Error('No pictures')
  const suspect = vi.fn<RemovedPicturesStore['suspect']>(async () => undefined)
  const guard = await guardOf(ring, 'both', suspect)
  await expect(guard.check('/again.jpg', ring)).rejects.toMatchObject({ status: 410 })
  await guard.check('/copy.jpg', await sharp(ring).jpeg({ quality: 60 }).toBuffer())
  expect(suspect.mock.calls).toEqual([['1', '/copy.jpg']])
  for (const [index, other] of others.entries()) await guard.check(`/${index}.jpg`, other)
  for (const other of others) await guard.checkUpload(other)
})

test('fingerprints are read once, and forgotten when the takedown ends', async () => {
  const pictures = await Promise.all(['#aa2244', '#2266cc', '#22aa44'].map(corneredPicture))
  const rows = await Promise.all(
    pictures.map(async (picture, index) => {
      const print = await fingerprintPicture(picture)
      const { sha256 = null, grid = null, aspect = null } = print ?? {}
      return { takedown_id: String(index), url: `/${index}.jpg`, sha256, grid, aspect }
    }),
  )
  let inForce = rows.slice(0, 2)
  const read: string[] = []
  const guard = createPictureGuard({
    store: {
      keys: async () => inForce.map(({ takedown_id, url }) => ({ takedown_id, url })),
      read: async (keys) => {
        read.push(...keys.map(({ url }) => url))
        return rows.filter(({ url }) => keys.some((key) => key.url === url))
      },
      block: async () => undefined,
      suspect: async () => undefined,
    },
    publicUrl: null,
    decode: (work) => work(),
  })
  const refused = () =>
    Promise.all(
      pictures.map(async (picture) =>
        guard.checkUpload(picture).then(
          () => false,
          () => true,
        ),
      ),
    )
  await guard.refresh()
  expect(await refused()).toEqual([true, true, false])
  inForce = rows.slice(1)
  await guard.refresh()
  expect(await refused()).toEqual([false, true, true])
  expect(guard.isRemoved('/0.jpg')).toBe(false)
  expect(read).toEqual(['/0.jpg', '/1.jpg', '/2.jpg'])
})
