import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { paths } from '#shared/paths.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables, testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LOOK = 'https://pictures.example.com/ada-1.jpg'
const LOOK_PATH = paths.celebrityImage.href(LOOK)
const LOOK_NAME = decodeURIComponent(LOOK_PATH.split('/').at(-1) ?? '')
const HOSTILE = `<script>alert('&')</script>`

let database: Database
let one: TestApp
let other: TestApp
beforeAll(async () => {
  database = await testDatabase()
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  const picture = await jpegPicture({ width: 900, height: 1200 })
  const remoteImages = { fetch: async () => picture, close: async () => undefined }
  one = await startTestApp({ database }, { clientFiles, remoteImages })
  other = await startTestApp({ database }, { clientFiles, remoteImages })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.close()
})
beforeEach(async () => {
  await emptyTables(
    database.pool,
    'catalog.worn_items',
    'catalog.products',
    'catalog.looks',
    'catalog.people',
    'affiliate_rules',
  )
  await importRows(database.pool, [
    catalogRow({
      website: 'https://shop.test/dress',
      product_image: 'https://pictures.example.com/dress.jpg',
    }),
    catalogRow({ name: HOSTILE, website: 'https://plain.test/hat', price: 'on request' }),
    catalogRow({
      celebrity_name: 'Bo Tide',
      celebrity_image: 'https://pictures.example.com/bo.jpg',
    }),
  ])
})

const get = (path: string, headers: Record<string, string> = {}, server = one) =>
  fetch(server.origin + path, { headers })
const text = async (path: string, server = one) => (await get(path, {}, server)).text()

type JsonFeed = {
  version: string
  items: { id: string; url: string; title: string; content_html: string; date_modified: string }[]
}
const jsonFeed = async (feed?: Parameters<typeof buildFeedPath>[1]) =>
  (await (await get(buildFeedPath('json', feed))).json()) as JsonFeed

type Thumbnail = { thumbnail_url?: string; thumbnail_width?: number; thumbnail_height?: number }

const ADA = { kind: 'person', name: 'Ada Lune' } as const

const addRule = () =>
  database.pool.query(
    `INSERT INTO affiliate_rules (host, kind, name, value) VALUES ('shop.test', 'parameter', 'ref', 'us')`,
  )

describe('feeds', () => {
  test('have the whole content of the newest looks, for the site and for a person', async () => {
    const site = await jsonFeed()
    expect(site.version).toBe('https://jsonfeed.org/version/1.1')
    expect(site.items).toHaveLength(2)
    const [item, ...others] = (await jsonFeed(ADA)).items
    expect(others).toEqual([])
    expect(item).toMatchObject({ url: one.origin + LOOK_PATH })
    expect(item?.content_html).toContain('Velvet Dress, $120.50')
    expect(item?.content_html).toContain('<img src="')
    expect(item?.content_html).not.toContain('<script')
    const atom = await text(buildFeedPath('atom', ADA))
    expect(atom).toContain(`<id>${item?.id}</id>`)
    expect(atom).toContain('Velvet Dress')
    expect(atom).not.toContain('<script')
  })

  test('keep the id of an entry when it is edited, and say that it has changed', async () => {
    const [before] = (await jsonFeed(ADA)).items
    await database.pool.query(
      `UPDATE catalog.offers SET price = '$99', last_seen_at = now() + interval '1 minute'`,
    )
    await database.pool.query(`UPDATE catalog.looks SET first_product_name = 'Another'`)
    const [after] = (await jsonFeed(ADA)).items
    expect(after?.id).toBe(before?.id)
    expect(after?.title).not.toBe(before?.title)
    expect(after?.content_html).toContain('$99')
    expect(Date.parse(after?.date_modified ?? '')).toBeGreaterThan(
      Date.parse(before?.date_modified ?? ''),
    )
  })

  test.each(['atom', 'rss', 'json'] as const)(
    '%s is sent again only if it has changed',
    async (format) => {
      const first = await get(buildFeedPath(format))
      await first.text()
      const etag = first.headers.get('etag') ?? ''
      expect(etag).not.toBe('')
      const same = await get(buildFeedPath(format), { 'if-none-match': etag })
      expect(same.status).toBe(304)
      await database.pool.query(`UPDATE catalog.looks SET first_product_name = 'Another'`)
      const changed = await get(buildFeedPath(format), { 'if-none-match': etag })
      expect(changed.status).toBe(200)
      await changed.text()
    },
  )

  test('are read by programs that know only RSS 2.0', async () => {
    const feed = await get(buildFeedPath('rss', ADA))
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const values: Record<string, string[]> = {}
    const open: string[] = []
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ name }) => open.push(name))
    parser.on('closetag', () => open.pop())
    parser.on('text', (value) => {
      if (value.trim() !== '') (values[open.join('/')] ??= []).push(value)
    })
    parser.write(await feed.text()).close()
    const [item] = (await jsonFeed(ADA)).items
    expect(values['rss/channel/title']).toEqual(['Ada Lune'])
    expect(values['rss/channel/link']).toEqual([one.origin + paths.celebrity.href('Ada Lune')])
    expect(values['rss/channel/item/guid']).toEqual([item?.id])
    expect(values['rss/channel/item/link']).toEqual([item?.url])
    expect(values['rss/channel/item/description']).toEqual([item?.content_html])
    const published = values['rss/channel/item/pubDate']?.[0] ?? ''
    // RFC 822, as RSS asks.
    expect(published).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
  })

  test('are found from the pages that they belong to', async () => {
    const html = await text(paths.celebrity.href('Ada Lune'))
    expect(html).toContain('type="application/atom+xml"')
    expect(html).toContain(buildFeedPath('json', ADA))
    expect(await text(paths.home.href())).toContain(`href="${one.origin}/feeds/atom"`)
  })

  test('of nobody are not found', async () => {
    expect((await get(buildFeedPath('atom', { kind: 'person', name: 'Nobody' }))).status).toBe(404)
    expect((await get('/feeds/rdf')).status).toBe(400)
  })
})

const CONTENTS: [string, () => Promise<string>][] = [
  [
    'Atom',
    async () =>
      (await text(buildFeedPath('atom', ADA)))
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
  ],
  ['JSON Feed', async () => (await jsonFeed(ADA)).items.map((item) => item.content_html).join('')],
  ['embed', () => text(buildEmbedPath('look', LOOK_NAME))],
]

test.each(CONTENTS)(
  '%s credits the picture and says who claims each item, as the page does',
  async (_name, read) => {
    expect(await read()).not.toMatch(/Photo:|Source:|Licence:|Taken on:|Exact item|Similar item/)
    await database.pool.query(
      `UPDATE catalog.looks SET credit = 'Zoë <Øre>', source = 'https://photos.test/1?a=1&b=2',
        licence = 'CC BY 4.0', taken_on = '2026-05-03'`,
    )
    await database.pool.query(
      `UPDATE catalog.worn_items SET said_by = 'creator', certainty = 0.5
        WHERE id = (SELECT min(id) FROM catalog.worn_items)`,
    )
    const html = await read()
    expect(html).toContain('Photo: Zoë &lt;Øre&gt;.')
    expect(html).toMatch(
      /Source: <a href="https:\/\/photos.test\/1\?a=1&amp;b=2"[^>]*>photos.test<\/a>\./,
    )
    expect(html).toContain('Licence: CC BY 4.0.')
    expect(html).toContain('Taken on: 3 May 2026.')
    expect(html.match(/Similar item, says the creator/g)).toHaveLength(1)
  },
)

describe('links to shops', () => {
  const linkTo = (html: string, host: string) =>
    html.match(/<a [^>]*>[^<]*<\/a>/g)?.find((link) => link.includes(host)) ?? ''

  test.each(CONTENTS)(
    'in %s are marked as ads exactly where a rule applies',
    async (_name, read) => {
      expect(linkTo(await read(), 'shop.test')).not.toMatch(/sponsored|Ad:/)
      await addRule()
      const html = await read()
      const ad = linkTo(html, 'shop.test')
      expect(ad).toContain('href="https://shop.test/dress?ref=us"')
      expect(ad).toMatch(/rel="[^"]*\bsponsored\b/)
      expect(ad).toMatch(/aria-label="Ad: /)
      expect(ad).toMatch(/>Ad: [^<]+<\/a>$/)
      expect(linkTo(html, 'plain.test')).not.toMatch(/sponsored|Ad:/)
    },
  )
})

describe('embeds', () => {
  test('may be framed by other sites; no other page may', async () => {
    const policyOf = async (path: string) => {
      const reply = await get(path, { accept: 'text/html' })
      await reply.text()
      return reply.headers.get('content-security-policy') ?? ''
    }
    expect(await policyOf(buildEmbedPath('look', LOOK_NAME))).toContain('frame-ancestors *')
    expect(await policyOf(buildEmbedPath('person', 'Ada Lune'))).toContain('frame-ancestors *')
    for (const path of [LOOK_PATH, paths.home.href(), '/embed/nothing/Nobody', '/nothing'])
      expect(await policyOf(path)).toContain("frame-ancestors 'none'")
  })

  test.each([
    ['look', 'unknown'],
    ['person', 'Nobody'],
    ['creator', 'nobody'],
    ['board', 'x'.repeat(32)],
  ] as const)('of a %s that is not there say so inside the frame', async (kind, name) => {
    const reply = await get(buildEmbedPath(kind, name), { accept: '*/*' })
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(await reply.text()).toContain('<h1>This is no longer available</h1>')
  })

  test('get a frame that scrolls and is as high as its products need', async () => {
    const frameOf = async (limits = '') => {
      const reply = await get(`/oembed?url=${encodeURIComponent(one.origin + LOOK_PATH)}${limits}`)
      return (await reply.json()) as { html: string; height: number }
    }
    expect((await frameOf()).height).toBe(480)
    await importRows(
      database.pool,
      Array.from({ length: 7 }, (_, index) => catalogRow({ name: `Piece ${index}` })),
    )
    const { html, height } = await frameOf()
    expect(html).not.toContain('scrolling')
    expect(html).toContain(` height="${height}" `)
    expect(height).toBeGreaterThanOrEqual(874)
    expect((await frameOf('&maxheight=600')).height).toBe(600)
  })

  test('have titles that lead with what is worn, and say so of similar items', async () => {
    const titles = async (where: string) => {
      await database.pool.query(
        `UPDATE catalog.worn_items worn SET said_by = 'creator', certainty = 0.5
          FROM catalog.products product WHERE product.id = worn.product_id AND ${where}`,
      )
      // Counts again, and with that names looks again.
      await importRows(database.pool, [
        catalogRow({ celebrity_name: 'Cleo', celebrity_image: 'https://c.test/c.jpg' }),
      ])
      const reply = await get(`/oembed?url=${encodeURIComponent(one.origin + LOOK_PATH)}`)
      const { title } = (await reply.json()) as { title: string }
      expect((await jsonFeed(ADA)).items[0]?.title).toBe(title)
      return title
    }
    expect(await titles('false')).toBe('Ada Lune: Velvet Dress and 1 more')
    expect(await titles("title = 'Velvet Dress'")).toContain('Ada Lune: <script>')
    expect(await titles('true')).toBe('Ada Lune: Similar item: Velvet Dress and 1 more')
  })

  test('escape what they show, and run no other script than their own', async () => {
    const html = await text(buildEmbedPath('look', LOOK_NAME))
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('&lt;script&gt;')
  })

  test('show each product with its picture, its price and its shop', async () => {
    const [row = ''] = (await text(buildEmbedPath('look', LOOK_NAME))).match(/<li>.*?<\/li>/s) ?? []
    const picture = encodeURIComponent('https://pictures.example.com/dress.jpg')
    expect(row).toContain(`<img src="${one.origin}/api/image-proxy?url=${picture}&amp;w=256"`)
    expect(row).toMatch(/<span>[^<]*\d[^<]* · <a [^>]*>[^<]+<\/a><\/span>/)
  })

  test.each([
    ['look', LOOK_PATH],
    ['person', paths.celebrity.href('Ada Lune')],
    ['tag', paths.tag.href('Красная > дорожка "6"')],
    ['event', paths.event.href('Øre/Gala')],
    ['show', paths.show.href('電影')],
  ])('the page of a %s is embedded by WordPress and Ghost', async (_kind, path) => {
    await database.pool.query(
      `WITH added AS (INSERT INTO catalog.topics (kind, name, name_key) VALUES
        ('tag', 'Красная > дорожка "6"', $1), ('event', 'Øre/Gala', $2), ('show', '電影', $3)
        ON CONFLICT (kind, name_key) DO UPDATE SET name = excluded.name RETURNING id)
      UPDATE catalog.looks SET topics = (SELECT array_agg(id) FROM added)`,
      ['Красная > дорожка "6"', 'Øre/Gala', '電影'].map(foldName),
    )
    const unescape = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    // WordPress reads 150 KB, until the head ends, and takes links without '<' and '>' in them.
    const [head = ''] = (await text(path)).slice(0, 150 * 1024).split('</head>')
    const links = [...head.matchAll(/<link([^<>]+)>/g)].map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          unescape(value),
        ]),
      ),
    )
    const hrefOf = (type: string) => links.find((link) => link['type'] === type)?.['href'] ?? ''
    const wordpress = new URL(hrefOf('application/json+oembed'))
    const extras = { maxwidth: '500', maxheight: '750', url: one.origin + path, dnt: '1' }
    for (const [name, value] of Object.entries(extras)) wordpress.searchParams.set(name, value)
    // Ghost asks the address as it is, and needs a version, a width and HTML.
    for (const address of [wordpress.href, hrefOf('application/json+oembed')]) {
      const reply = (await (await fetch(address)).json()) as Record<string, unknown>
      expect(reply).toMatchObject({ type: 'rich', version: '1.0', width: expect.any(Number) })
      const [, src = ''] =
        /^<blockquote><a href="[^"]+">[^<]*<\/a><\/blockquote><iframe src="([^"]+)"[^>]*><\/iframe>$/.exec(
          String(reply['html']),
        ) ?? []
      expect(await (await fetch(unescape(src))).text()).toContain('Velvet Dress')
    }
    const xml = await (await fetch(hrefOf('text/xml+oembed'))).text()
    expect(xml).toContain('<type>rich</type>')
  })

  test.each([
    [{}, { thumbnail_width: 768, thumbnail_height: 1024 }],
    [{ maxwidth: '300' }, { thumbnail_width: 256, thumbnail_height: 341 }],
    [{ maxheight: '200' }, { thumbnail_width: 128, thumbnail_height: 171 }],
    [{ maxwidth: '20' }, {}],
  ])('state the size of a thumbnail that fits %o', async (limits, wanted) => {
    await database.pool.query('UPDATE catalog.looks SET width = 900, height = 1200')
    const query = new URLSearchParams({ url: one.origin + LOOK_PATH, ...limits })
    const reply = await get(`/oembed?${query.toString()}`)
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { thumbnail_url, thumbnail_width, thumbnail_height } = (await reply.json()) as Thumbnail
    const size = JSON.stringify({ thumbnail_width, thumbnail_height })
    expect(JSON.parse(size)).toEqual(wanted)
    if (thumbnail_url === undefined) return
    const { width, height } = await sharp(
      await (await fetch(thumbnail_url)).arrayBuffer(),
    ).metadata()
    expect({ thumbnail_width: width, thumbnail_height: height }).toEqual(wanted)
  })

  test('state no thumbnail of unknown size', async () => {
    await database.pool.query('UPDATE catalog.looks SET width = NULL, height = NULL')
    for (const path of [LOOK_PATH, paths.celebrity.href(ADA.name)]) {
      const reply = await get(`/oembed?url=${encodeURIComponent(one.origin + path)}`)
      expect(Object.keys((await reply.json()) as object)).not.toContain('thumbnail_url')
    }
  })

  test('are well-formed XML whatever the names contain', async () => {
    await database.pool.query(
      "UPDATE catalog.people SET name = E'Ada\\x01 & \\x08Øre' WHERE name = 'Ada Lune'",
    )
    const url = encodeURIComponent(one.origin + LOOK_PATH)
    const reply = await get(`/oembed?url=${url}&format=xml`)
    expect(reply.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const body = await reply.text()
    // oxlint-disable-next-line no-control-regex
    expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
    expect(body).toContain('<title>Ada &amp; Øre')
  })

  test('fit the width that is asked for, and are refused for other addresses and formats', async () => {
    const wanted = encodeURIComponent(one.origin + LOOK_PATH)
    const reply = await get(`/oembed?url=${wanted}&maxwidth=320&maxheight=300`)
    expect(await reply.json()).toMatchObject({ version: '1.0', width: 320, height: 300 })
    expect((await get(`/oembed?url=${wanted}&format=yaml`)).status).toBe(501)
    for (const url of ['https://evil.example/celebrity/Ada', `${one.origin}/admin`, 'nonsense'])
      expect((await get(`/oembed?url=${encodeURIComponent(url)}`)).status).toBe(404)
  })
})

// The last one: what was removed does not come back with the next import.
test('a removed look leaves feeds and embeds at once, on every server', async () => {
  const admin = await signedIn(one, { admin: true })
  const [item] = (await jsonFeed(ADA)).items
  await admin.api('POST /api/admin/takedowns', {
    body: { address: LOOK_PATH, reason: 'The photographer did not license it.' },
  })
  for (const server of [one, other]) {
    for (const format of ['atom', 'rss', 'json'] as const)
      expect(await text(buildFeedPath(format), server)).not.toContain(item?.id ?? '')
    const embed = await get(buildEmbedPath('look', LOOK_NAME), {}, server)
    expect(embed.status).toBe(410)
    expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(await embed.text()).toContain('This is no longer available')
    const oembed = `/oembed?url=${encodeURIComponent(server.origin + LOOK_PATH)}`
    expect((await get(oembed, {}, server)).status).toBe(410)
  }
})
