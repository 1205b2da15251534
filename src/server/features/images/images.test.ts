import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import type { Database } from '#server/core/db/database.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { emptyTables, testDatabase } from '#tests/support/database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { chooseFormat } from './variants.ts'

const REMOTE = 'https://pictures.example.com/ada-1.jpg'
const PRODUCT = 'https://pictures.example.com/dress.png'
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer()

let database: Database
let test: TestApp
const fetchRemote = vi.fn<(url: string) => Promise<Buffer>>()
const draw = vi.fn(async (key: string) =>
  key === 'demo/looks/one.jpg'
    ? { data: await picture(40, 60), width: 40, height: 60, color: '#AABBCC' }
    : null,
)

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(
    database.pool,
    'catalog.worn_items',
    'catalog.products',
    'catalog.looks',
    'catalog.people',
    'rate_limits',
  )
  await importRows(database.pool, [
    catalogRow({ product_image: PRODUCT }),
    catalogRow({ celebrity_name: 'Drawn', celebrity_image: '/media/demo/looks/one.jpg' }),
  ])
  fetchRemote.mockReset().mockImplementation(() => picture(900, 1_200))
  draw.mockClear()
  test = await startTestApp(
    { database },
    {
      remoteImages: { fetch: fetchRemote, close: async () => undefined },
      drawPicture: draw,
    },
  )
  return () => test.close()
})

const proxied = (url: string, width?: number, headers: Record<string, string> = {}) =>
  test.request(buildPictureUrl(url, width), { headers })

describe('the image proxy', () => {
  it.each([
    ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['image/avif;q=0,image/webp;q=0.5', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ])('answers %s with %s', async (accept, type, format) => {
    const response = await proxied(REMOTE, 300, { accept })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('vary')).toContain('Accept')
    const body = Buffer.from(await response.arrayBuffer())
    expect(await sharp(body).metadata()).toMatchObject({ format, width: 384, height: 512 })
  })

  it('reads a long Accept header as quickly as any other', () => {
    const timeOf = (accept: string) => {
      const started = performance.now()
      chooseFormat(accept)
      return performance.now() - started
    }
    const hostile = `image/png${' '.repeat(15_000)}x`
    const ratios = [1, 2, 3].map(() => timeOf(hostile) / timeOf('image/png,'.repeat(1_500)))
    expect(Math.min(...ratios)).toBeLessThan(100)
  })

  it('never enlarges', async () => {
    const body = Buffer.from(await (await proxied(REMOTE, 2_048)).arrayBuffer())
    expect((await sharp(body).metadata()).width).toBe(900)
  })

  it('has strong validators', async () => {
    const first = await proxied(REMOTE, 64)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate')
    const second = await proxied(REMOTE, 64, { 'if-none-match': etag })
    expect(second.status).toBe(304)
    expect(await second.text()).toBe('')
  })

  it('fetches a picture once for all sizes and concurrent requests', async () => {
    const answers = await Promise.all(
      [64, 64, 300, 300, 700].map((width) => proxied(REMOTE, width)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(fetchRemote).toHaveBeenCalledTimes(1)
  })

  it('serves product pictures, and records the size and colour of looks', async () => {
    expect((await proxied(PRODUCT, 64)).status).toBe(200)
    await proxied(REMOTE, 64)
    const { rows } = await database.pool.query(
      'SELECT width, height, color FROM catalog.looks WHERE url = $1',
      [REMOTE],
    )
    expect(rows[0]).toMatchObject({
      width: 900,
      height: 1_200,
      color: expect.stringMatching(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/),
    })
  })

  it.each([
    'https://elsewhere.example.com/x.jpg',
    `${REMOTE}?x`,
    'http://169.254.169.254/',
    '/media/../../etc/passwd',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/uploads/nothing.jpg',
    '/etc/passwd',
  ])('does not fetch what is neither in the catalogue nor ours: %s', async (url) => {
    expect((await proxied(url)).status).toBe(404)
    expect(fetchRemote).not.toHaveBeenCalled()
  })

  it('answers 502 if the other server fails, and does not retry for a while', async () => {
    fetchRemote.mockRejectedValue(new RemoteError('down'))
    expect((await proxied(REMOTE, 64)).status).toBe(502)
    expect((await proxied(REMOTE, 128)).status).toBe(502)
    expect(fetchRemote).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a script sent as a picture', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an empty file', Buffer.alloc(0)],
  ])('refuses %s', async (_, body) => {
    fetchRemote.mockResolvedValue(body)
    expect((await proxied(REMOTE, 64)).status).toBe(502)
  })

  it('counts only uncached pictures against the limit', async () => {
    await proxied(REMOTE, 64)
    await database.pool.query('UPDATE rate_limits SET calls = $1', [RATE_LIMITS.imageProxy.calls])
    expect((await proxied(REMOTE, 64)).status).toBe(200)
    expect((await proxied(REMOTE, 640)).status).toBe(429)
  })

  it.each(['0', '99999', 'wide', '1.5'])('refuses the width %s', async (w) => {
    expect(
      (await test.request(`/api/image-proxy?url=${encodeURIComponent(REMOTE)}&w=${w}`)).status,
    ).toBe(400)
  })
})

describe('/media', () => {
  it('serves stored pictures for an hour at a time, and other files only as downloads', async () => {
    await test.storage.put('shop/a.png', await picture(4, 4), 'image/png')
    const response = await test.request('/media/shop/a.png')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const known = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await test.request('/media/shop/a.png', { headers: known })).status).toBe(304)
    await test.storage.put('shop/page.html', Buffer.from('<script>'), 'text/html')
    const page = await test.request('/media/shop/page.html')
    expect(page.headers.get('content-type')).toBe('application/octet-stream')
    expect(page.headers.get('content-disposition')).toBe('attachment')
  })

  it('draws the pictures of a demo catalogue that was loaded earlier, and no others', async () => {
    const look = '/media/demo/looks/amara-okonjo-bell-1.jpg'
    await importRows(database.pool, [catalogRow({ celebrity_image: look })])
    const app = await startTestApp({ database, env: { DEMO_CATALOG: 'off' } })
    expect((await app.request(look)).status).toBe(200)
    const other = '/media/demo/looks/amara-okonjo-bell-2.jpg'
    expect((await app.request(other)).status).toBe(404)
    await app.close()
  })

  it('draws a demo picture once, stores it and records its colour', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.request('/media/demo/looks/one.jpg')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(draw).toHaveBeenCalledTimes(1)
    expect(await test.storage.get('demo/looks/one.jpg')).not.toBeNull()
    const { rows } = await database.pool.query(
      "SELECT color FROM catalog.looks WHERE url LIKE '/media%'",
    )
    expect(rows).toEqual([{ color: '#aabbcc' }])
  })

  it('crops a portrait from the first look if none was provided', async () => {
    const response = await test.request(await portraitOf(test, 'Ada Lune'))
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height]).toEqual([512, 512])
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate')
    expect((await test.request(await portraitOf(test, 'Drawn'))).status).toBe(200)
  })

  it('shows the portrait that the operator provides under the name of the person', async () => {
    const provided = await picture(64, 64)
    await test.storage.put('celebrities/ada-lune.jpg', provided, 'image/jpeg')
    const response = await test.request(await portraitOf(test, 'Ada Lune'))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(provided)
    await test.pool.query("UPDATE catalog.people SET name = 'Àda Łune' WHERE name = 'Ada Lune'")
    const crop = await test.request(await portraitOf(test, 'Àda Łune'))
    expect(Buffer.from(await crop.arrayBuffer())).not.toEqual(provided)
  })

  it('serves a portrait that an earlier version named after the person', async () => {
    await test.pool.query(
      "UPDATE catalog.people SET image = 'ada-of-old.jpg' WHERE name = 'Ada Lune'",
    )
    const former = await picture(64, 64)
    await test.storage.put('celebrities/ada-of-old.jpg', former, 'image/jpeg')
    const response = await test.request('/media/celebrities/ada-of-old.jpg')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(former)
  })

  it('has no portrait while the other server is down', async () => {
    fetchRemote.mockRejectedValue(new RemoteError('down'))
    expect((await test.request(await portraitOf(test, 'Ada Lune'))).status).toBe(404)
  })

  it.each([
    '/media/',
    '/media/none.jpg',
    '/media/demo/none.jpg',
    '/media/%E0%A4%A',
    '/media/a//b.jpg',
    '/media/.env',
  ])('is 404 for %s', async (path) => expect((await test.request(path)).status).toBe(404))
})

describe('GET /api/product/:id/card', () => {
  const idOf = async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM catalog.products ORDER BY pictures DESC LIMIT 1',
    )
    return rows[0]?.id ?? ''
  }
  const ask = async () => test.request(`/api/product/${await idOf()}/card`)

  it('is a JPEG of 1200 x 630 with picture and text, drawn once until something on it changes', async () => {
    const card = await ask()
    expect(card.headers.get('content-type')).toBe('image/jpeg')
    const body = Buffer.from(await card.arrayBuffer())
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 })
    const darkest = async (left: number) => {
      const part = await sharp(body)
        .extract({ left, top: 0, width: 300, height: 630 })
        .png()
        .toBuffer()
      return (await sharp(part).stats()).channels.map(({ min, max }) => [min, max])
    }
    // The picture is one blue; the text is nearly black on paper.
    expect((await darkest(100))[2]?.[0]).toBeGreaterThan(180)
    expect((await darkest(560))[2]?.[0]).toBeLessThan(60)
    expect((await darkest(560))[0]?.[1]).toBeGreaterThan(240)
    await ask()
    expect(fetchRemote).toHaveBeenCalledTimes(1)
    const etag = card.headers.get('etag')
    await database.pool.query("UPDATE catalog.offers SET price = '$99'")
    expect((await ask()).headers.get('etag')).not.toBe(etag)
  })

  it('comes without its picture while the shop does not answer, and is not kept', async () => {
    fetchRemote.mockRejectedValueOnce(new RemoteError('down'))
    const bare = await ask()
    expect(bare.status).toBe(200)
    expect((await test.request('/api/product/999999/card')).status).toBe(404)
  })

  it('has a limit like other pictures that have to be made', async () => {
    const { calls } = RATE_LIMITS.imageProxy
    await database.pool.query('TRUNCATE rate_limits')
    for (const limited of [false, true]) {
      if (limited) await database.pool.query('UPDATE rate_limits SET calls = $1', [calls])
      await database.pool.query("UPDATE catalog.offers SET price = '$' || (random() * 999)::int")
      expect((await ask()).status).toBe(limited ? 429 : 200)
    }
  })
})
