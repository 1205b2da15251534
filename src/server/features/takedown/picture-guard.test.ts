import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'
import { createPictureGuard } from './picture-guard.ts'

const drawn = (color: string) =>
  sharp({ create: { width: 90, height: 120, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: { create: { width: 45, height: 60, channels: 3, background: color } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

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
    const removed = await drawn('#aa2244')
    const guard = await guardOf(removed, by)
    await expect(guard.checkUpload(removed)).rejects.toMatchObject({ status: 451 })
    await expect(guard.check('/elsewhere.png', removed)).rejects.toMatchObject({ status: 410 })
    await guard.checkUpload(await drawn('#2266cc'))
  },
)
