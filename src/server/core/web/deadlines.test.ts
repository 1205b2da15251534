import { describe, expect, test, vi } from 'vitest'
import { createHttpSms } from '#server/core/sms.ts'
import { createS3Storage } from '#server/core/storage/s3-storage.ts'
import { fetchProfilePicture } from '#server/features/accounts/users.service.ts'
import { decodeNow } from '#server/vision/sharp-picture.ts'
import { S3_CREDENTIALS } from '#tests/support/loopback-s3.ts'
import { hurryDeadlines, startSilentServer } from '#tests/support/silent-server.ts'

describe.each(['at once', 'in the body'] as const)('a provider that goes silent %s', (silence) => {
  test.skipIf(silence === 'in the body')(
    'sends no SMS, and is given up on after 10 s',
    async () => {
      const deadlines = hurryDeadlines()
      const url = await startSilentServer(silence)
      await expect(createHttpSms(url, 'token').send('+45', 'x')).rejects.toThrow(/timeout/)
      expect(deadlines).toEqual([10_000])
    },
  )

  test('gives no profile picture, and is given up on after 5 s', async () => {
    const deadlines = hurryDeadlines()
    const pictureUrlPrefix = await startSilentServer(silence)
    const source = { storedUrl: `${pictureUrlPrefix}/ada.jpg`, accessToken: null, pictureUrlPrefix }
    await expect(fetchProfilePicture({ provider: 'google', ...source }, decodeNow)).rejects.toThrow(
      /timeout/,
    )
    expect(deadlines).toEqual([5_000])
  })

  test('does not say where the picture of a Facebook account is: the same', async () => {
    const deadlines = hurryDeadlines()
    const url = await startSilentServer(silence)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => fetch(url, init))
    const source = { storedUrl: null, accessToken: 'token', pictureUrlPrefix: null }
    await expect(
      fetchProfilePicture({ provider: 'facebook', ...source }, decodeNow),
    ).rejects.toThrow(/timeout/)
    expect(deadlines).toEqual([5_000])
  })

  test('stores no file: three attempts of 5 s, then a 503', async () => {
    const deadlines = hurryDeadlines()
    const url = await startSilentServer(silence)
    const storage = createS3Storage({
      ...S3_CREDENTIALS,
      bucket: 'pictures',
      prefix: '',
      endpoint: url,
      region: 'us-east-1',
    })
    const listed = async () => {
      for await (const key of storage.list('')) expect.unreachable(key)
    }
    const down = { status: 503, mayBeStored: true, retryAfterSeconds: expect.any(Number) }
    await Promise.all([
      expect(storage.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(down),
      expect(storage.get('a.jpg')).rejects.toMatchObject(down),
      expect(listed()).rejects.toMatchObject(down),
    ])
    expect(deadlines).toEqual(Array.from({ length: 9 }, () => 5_000))
  })
})
