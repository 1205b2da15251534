import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createCropPublisher } from './photo.ts'

const PUBLIC_URL = 'https://wearabouts.example'
const CROP = { jpeg: Buffer.from('a crop') }
const MINUTE_MS = 60_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL } })
})
afterAll(() => app.close())

const publisher = (now?: () => number, secret = TEST_SECRET) =>
  createCropPublisher({
    storage: app.storage,
    publicUrl: PUBLIC_URL,
    secret,
    ...(now ? { now } : {}),
  })
const laterBy = (ms: number) => () => Date.now() + ms
const ask = (url: string) => app.request(url.slice(PUBLIC_URL.length))
const storedCrops = async () => {
  const keys = []
  for await (const key of app.storage.list('crops/')) keys.push(key)
  return keys
}

describe('a crop for a search provider', () => {
  test('is served at its signed address, kept by no cache, until it is withdrawn', async () => {
    const crop = await app.finder.crops.publish(CROP)
    const { url } = crop
    const response = await ask(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.text()).toBe('a crop')
    await crop.withdraw()
    expect((await ask(url)).status).toBe(404)
    expect(await storedCrops()).toEqual([])
  })

  test('is unknown without the signature, with another one and to the image proxy', async () => {
    const crop = await app.finder.crops.publish(CROP)
    const { url } = crop
    const other = await app.finder.crops.publish(CROP)
    const forged = await publisher(undefined, 'b'.repeat(40)).publish(CROP)
    const [path = '', signature = ''] = url.split('?')
    const unknown = await (await app.request('/media/none.jpg')).json()
    for (const address of [
      path,
      `${path}?signature=`,
      `${path}?${other.url.split('?')[1]}`,
      `${path}?${signature.slice(0, -2)}`,
      forged.url,
      path.replace('/crops/', '/Crops/'),
    ]) {
      const response = await ask(address)
      expect(response.status, address).toBe(404)
      expect(await response.json()).toEqual(unknown)
    }
    const proxied = new URLSearchParams({ url })
    expect((await app.request(`/api/image-proxy?${proxied.toString()}`)).status).toBe(404)
    await Promise.all([crop.withdraw(), other.withdraw(), forged.withdraw()])
  })

  test('expires after a few minutes, also with a later expiry in the address', async () => {
    const old = await publisher(laterBy(-6 * MINUTE_MS)).publish(CROP)
    expect((await ask(old.url)).status).toBe(404)
    const [, expires = ''] = /crops\/(\d+)-/.exec(old.url) ?? []
    const extended = old.url.replace(expires, String(Number(expires) + 3_600))
    expect((await ask(extended)).status).toBe(404)
    await old.withdraw()
  })

  test('is swept after a crash, but not while another server shows it', async () => {
    const shown = await app.finder.crops.publish(CROP)
    await publisher(laterBy(-90 * MINUTE_MS)).publish(CROP)
    await app.storage.put('crops/of-an-earlier-version.jpg', CROP.jpeg, 'image/jpeg')
    await publisher().sweep()
    expect(await storedCrops()).toHaveLength(1)
    expect((await ask(shown.url)).status).toBe(200)
    await shown.withdraw()
  })

  test.each([null, 'http://wearabouts.example'])(
    'is refused as not-published at %s',
    async (publicUrl) => {
      const { storage } = app
      const crops = createCropPublisher({ storage, publicUrl, secret: TEST_SECRET })
      await expect(crops.publish(CROP)).rejects.toMatchObject({ failure: 'not-published' })
    },
  )
})
