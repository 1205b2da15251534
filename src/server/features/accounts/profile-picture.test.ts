import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeNow } from '#server/vision/sharp-picture.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { fetchProfilePicture } from './users.service.ts'

const send = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', send))
afterEach(() => {
  vi.unstubAllGlobals()
  send.mockReset()
})

const GOOGLE = 'https://lh3.googleusercontent.com/a/ada=s96-c'
const fetchFrom = (knownUrl: string, provider: 'google' | 'facebook' = 'google') =>
  fetchProfilePicture(
    { provider, storedUrl: knownUrl, accessToken: null, pictureUrlPrefix: null },
    decodeNow,
  )

describe('a profile picture', () => {
  test('is asked for at 500 by 500 and re-encoded', async () => {
    send.mockResolvedValue(new Response(new Uint8Array(await jpegPicture())))
    const picture = await fetchFrom(GOOGLE)
    const asked = GOOGLE.replace('=s96-c', '=s500-c')
    expect(new Request(...(send.mock.calls[0] ?? ['']))).toMatchObject({
      url: asked,
      redirect: 'error',
    })
    const { format, width, height } = await sharp(picture?.content).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 500, height: 500 })
  })

  test.each([
    ['google', 'https://evil.example/a.jpg'],
    ['google', 'https://googleusercontent.com.evil.example/a.jpg'],
    ['google', 'https://evilgoogleusercontent.com/a.jpg'],
    ['google', 'http://lh3.googleusercontent.com/a.jpg'],
    ['google', 'https://scontent.fbcdn.net/a.jpg'],
    ['google', 'http://169.254.169.254/latest/meta-data/'],
    ['facebook', GOOGLE],
    ['facebook', 'file:///etc/passwd'],
  ] as const)('of %s is not fetched from %s', async (provider, url) => {
    await expect(fetchFrom(url, provider)).rejects.toThrow('Pictures are not fetched from')
    expect(send).not.toHaveBeenCalled()
  })

  test('of another provider is not asked for at Facebook, which would get its token', async () => {
    const source = { provider: 'oidc', storedUrl: GOOGLE, pictureUrlPrefix: null } as const
    await expect(
      fetchProfilePicture({ ...source, accessToken: 'secret' }, decodeNow),
    ).rejects.toThrow('Pictures are not fetched from')
    expect(send).not.toHaveBeenCalled()
  })

  test.each<[string, BodyInit]>([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['more than 5 MB', new Uint8Array(5 * 1024 * 1024 + 1)],
  ])('may not be %s', async (_, body) => {
    send.mockResolvedValue(new Response(body))
    await expect(fetchFrom(GOOGLE)).rejects.toThrow(/not accepted|too large/)
  })
})
