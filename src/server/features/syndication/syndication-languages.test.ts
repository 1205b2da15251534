import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { paths } from '#shared/paths.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LOOK = 'https://pictures.example.com/ada-1.jpg'
const LOOK_PATH = paths.celebrityImage.href(LOOK)

let server: TestApp
beforeAll(async () => {
  const database = await testDatabase()
  await importRows(database.pool, [
    catalogRow({ celebrity_image: LOOK, price: '$1,120.50', image_credit: 'Zoë' }),
  ])
  const picture = await jpegPicture({ width: 900, height: 1200 })
  server = await startTestApp(
    { database },
    {
      clientFiles: { template: `<html lang="en">${PAGE_TEMPLATE}`, manifest: {}, read: () => null },
      remoteImages: { fetch: async () => picture, close: async () => undefined },
      languages: listLanguages(['de', 'ar']),
    },
  )
})
afterAll(async () => {
  await server.close()
  await server.database.close()
})

const read = async (path: string) => (await server.request(path)).text()
const ORIGIN = 'http://wearabouts.test'
const unescape = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe.each([
  ['en', '', 'Photo: Zoë', '$1,120.50'],
  ['de', '/de', 'Foto: Zoë', '1.120,50\u00a0$'],
  ['ar', '/ar', 'صورة: Zoë', '1,120.50\u00a0US$'],
])('in %s', (code, prefix, credit, price) => {
  const page = ORIGIN + prefix + LOOK_PATH

  test('pages lead to feeds, previews and embeds in their language', async () => {
    const head = unescape(await read(prefix + LOOK_PATH))
    const [, card = ''] = /property="og:image" content="http:\/\/[^/]+([^"]+)"/.exec(head) ?? []
    expect(card.startsWith(`${prefix}/api/look-card?`)).toBe(true)
    expect((await server.request(card)).headers.get('content-type')).toBe('image/jpeg')
    const [, oembed = ''] = /json\+oembed" href="http:\/\/[^/]+([^"]+)"/.exec(head) ?? []
    const reply = JSON.parse(await read(oembed)) as Record<string, string>
    expect(reply['provider_url']).toBe(ORIGIN + (prefix || '/'))
    const [, link, frame = ''] =
      /href="([^"]+)".*src="http:\/\/[^/]+([^"]+)"/.exec(reply['html'] ?? '') ?? []
    expect(unescape(link ?? '')).toBe(page)
    const embed = unescape(await read(unescape(frame)))
    expect(embed).toContain(`<html lang="${code}"`)
    expect(embed).toContain(credit)
    expect(embed).toContain(price)
    expect(embed).toContain(`href="${page}"`)
    const list = await read(`${prefix}${paths.celebritySearchResult.href('feed')}`)
    for (const format of ['atom', 'rss', 'json'])
      expect(list).toContain(`href="${ORIGIN}${prefix}/feeds/${format}"`)
  })

  test('feeds say which language they are in, and lead to pages in it', async () => {
    const json = JSON.parse(await read(`${prefix}/feeds/json`)) as {
      language: string
      feed_url: string
      home_page_url: string
      items: { url: string; content_html: string }[]
    }
    expect(json.language).toBe(code)
    expect(json.feed_url).toBe(`${ORIGIN}${prefix}/feeds/json`)
    expect(json.home_page_url.startsWith(`${ORIGIN}${prefix}/`)).toBe(true)
    expect(json.items[0]?.url).toBe(page)
    expect(json.items[0]?.content_html).toContain(credit)
    expect(json.items[0]?.content_html).toContain(price)
    const rss = unescape(await read(`${prefix}/feeds/rss/person/Ada%20Lune`))
    expect(rss).toContain(`<language>${code}</language>`)
    expect(rss).toContain(`<link>${page}</link>`)
    const atom = unescape(await read(`${prefix}/feeds/atom`))
    expect(atom).toContain(`xml:lang="${code}"`)
    expect(atom).toContain(`<link href="${page}"/>`)
    expect(atom).toContain(`rel="self" type="application/atom+xml" href="${ORIGIN}${prefix}/feeds`)
  })

  test('an embed of what is gone says so', async () => {
    const english = await read('/embed/person/Nobody')
    const html = await read(`${prefix}/embed/person/Nobody`)
    expect(html).toContain(`<html lang="${code}"`)
    expect(html === english).toBe(code === 'en')
    expect(html).toContain(`href="${ORIGIN}${prefix || '/'}"`)
  })
})

test('addresses of languages that are not offered are not found', async () => {
  expect((await server.request('/fr/feeds/atom')).status).toBe(404)
  expect((await server.request(`/oembed?url=${ORIGIN}/fr${LOOK_PATH}`)).status).toBe(404)
})

// The last one: what was removed does not come back.
test('a removed look has no preview in any language', async () => {
  const query = new URLSearchParams({ url: LOOK }).toString()
  const admin = await signedIn(server, { admin: true })
  const isShown = async () =>
    Promise.all(
      ['', '/de', '/ar'].map(
        async (prefix) => (await server.request(`${prefix}/api/look-card?${query}`)).status,
      ),
    )
  expect(await isShown()).toEqual([200, 200, 200])
  await admin.api('POST /api/admin/takedowns', {
    body: { address: LOOK_PATH, reason: 'The photographer did not license it.' },
  })
  expect(await isShown()).toEqual([404, 404, 404])
})
