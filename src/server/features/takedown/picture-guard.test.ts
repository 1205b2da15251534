import { expect, test } from 'vitest'
import { corneredPicture } from '#tests/support/pictures.ts'
import { fingerprintOf } from './fingerprint.ts'
import { createPictureGuard } from './picture-guard.ts'

/** Knows `removed` by its bytes, its appearance, or both. */
const guardOf = async (removed: Buffer, by: 'bytes' | 'appearance') => {
  const print = await fingerprintOf(removed)
  const row = {
    takedown_id: '1',
    url: 'https://pictures.example.com/removed.png',
    sha256: by === 'bytes' ? (print?.sha256 ?? null) : null,
    grid: by === 'appearance' ? (print?.grid ?? null) : null,
    aspect: print?.aspect ?? null,
  }
  const guard = createPictureGuard({
    store: { all: async () => [row], block: async () => undefined },
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
