import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogCalls } from '#shared/contract/catalog.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ClientFiles, loadClientFiles } from './client-files.ts'

const TEMPLATE = `<!doctype html><html><head><title>x</title><!--head--></head>
<body><div id="root"></div><!--data--></body></html>`
const HOSTILE = `</script><script>alert("$&")</script>`

let database: Database
let folder: string
let clientFiles: ClientFiles
let test: TestApp
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, [
    catalogRow({ brand: 'Almara', product_image: 'https://p.example.com/1.png' }),
    catalogRow({
      celebrity_name: `Eve ${HOSTILE}`,
      celebrity_image: 'https://p.example.com/e.jpg',
      name: HOSTILE,
      price: 'on request',
    }),
  ])
  await database.pool.query(
    `INSERT INTO users (id, name, email) VALUES ('ada', 'Ada', 'ada@example.com');
    INSERT INTO boards (user_id, title, share_token) VALUES ('ada', 'Autumn', 'token');
    INSERT INTO creators (user_id, name, display_name) VALUES ('ada', 'ada', 'Ada at home');
    WITH added AS (INSERT INTO catalog.topics (kind, name, name_key) VALUES ('tag', 'Кино', 'кино'),
      ('event', 'Øre Gala', 'oregala'), ('show', '電影', '電影') RETURNING id)
    UPDATE catalog.looks SET topics = (SELECT array_agg(id) FROM added)`,
  )
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-client-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), TEMPLATE)
  await writeFile(
    join(folder, 'assets', 'index-abc123.js'),
    `console.log(${JSON.stringify('x'.repeat(2_000))})`,
  )
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'app.css'), ' '.repeat(2_000))
  await writeFile(join(folder, 'app.css.br'), brotliCompressSync('compressed by the build'))
  clientFiles = await loadClientFiles(folder, { 'x-content-type-options': 'nosniff' })
  test = await startTestApp({ database }, { clientFiles })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
  await database.close()
})

const visit = async (path: string, headers: Record<string, string> = {}) => {
  const response = await test.request(path, { headers: { accept: 'text/html', ...headers } })
  const html = await response.text()
  const data = /<script type="application\/json" id="initial-data">(.*?)<\/script>/s.exec(html)?.[1]
  const facts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return {
    response,
    html,
    status: response.status,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    data: JSON.parse(data ?? '{}') as Record<string, unknown>,
    facts: facts.map(([, json]) => JSON.parse(json ?? '{}') as Record<string, unknown>),
  }
}

/** Ids count on from one sequence: the two worn items, then their products. */
const DRESS = paths.product.href('3', 'Velvet Dress')

const ROUTES: [string, string][] = [
  [paths.home.href(), 'Wearabouts · Personal AI for Celebrity &amp; Creator Styles'],
  [paths.searchResult.href(EVERYONE), 'Search result · Wearabouts'],
  [paths.allCelebrities.href(), 'All Celebrities · Wearabouts'],
  [paths.termsPolicy.href(), 'Terms And Policy · Wearabouts'],
  [paths.contactUs.href(), 'Contact Us · Wearabouts'],
  [paths.login.href(), 'Welcome Back · Wearabouts'],
  [paths.celebrity.href('Ada Lune'), 'Products Used by Ada Lune · Wearabouts'],
  [paths.celebritySearchResult.href(EVERYONE), 'Trending Feed · Wearabouts'],
  [
    paths.celebrityImage.href('https://pictures.example.com/ada-1.jpg'),
    'Ada Lune: Products found: 1 · Wearabouts',
  ],
  [DRESS, 'Almara Velvet Dress · Wearabouts'],
  [paths.demoShop.href('almara'), 'Demo shop · Wearabouts'],
  [paths.profile.href(), 'My Profile · Wearabouts'],
  [paths.emailLink.href(), 'Sign in · Wearabouts'],
  [paths.setup.href(), 'Set up Wearabouts · Wearabouts'],
  [paths.report.href(), 'Report content · Wearabouts'],
  [paths.invitation.href(), 'Invitation Code · Wearabouts'],
  [paths.admin.href(), 'Administration · Wearabouts'],
  [paths.studio.href(), 'Studio · Wearabouts'],
  [paths.studioPreview.href('1'), 'Preview · Wearabouts'],
  [paths.accountSettings.href(), 'Account Settings · Wearabouts'],
  [paths.alerts.href(), 'Alerts · Wearabouts'],
  [paths.find.href(), 'Find it from a photo · Wearabouts'],
  [paths.sharedLook.href(), 'Shop the whole look · Wearabouts'],
  [paths.boards.href(), 'Boards · Wearabouts'],
  [paths.board.href('1'), 'Boards · Wearabouts'],
  [paths.sharedBoard.href('token'), 'Autumn · Wearabouts'],
  [paths.following.href(), 'Following · Wearabouts'],
  [paths.creatorClicks.href(), 'Clicks · Wearabouts'],
  [paths.ownCreatorPage.href(), 'Your page · Wearabouts'],
  [paths.creator.href('ada'), 'Ada at home · Wearabouts'],
  [paths.tag.href('Кино'), 'Кино · Wearabouts'],
  [paths.event.href('Øre Gala'), 'Øre Gala · Wearabouts'],
  [paths.show.href('電影'), '電影 · Wearabouts'],
  [paths.addProductManual.href(), 'Add Manually · Wearabouts'],
  [paths.addProductPhoto.href(), 'Add By Uploading Photo · Wearabouts'],
]

it('names somebody who is not in the catalogue, as the heading does', async () => {
  const page = await visit(paths.celebritySearchResult.href(['Nobody Known']))
  expect(page.title).toBe('0 Images found for Nobody Known · Wearabouts')
})

describe('every route of the specification', () => {
  it('is a page', () => expect(ROUTES).toHaveLength(Object.keys(paths).length))

  it.each(ROUTES)('%s has its title, description and canonical address', async (path, title) => {
    const page = await visit(path)
    expect(page.status).toBe(200)
    expect(page.title).toBe(title)
    expect(page.html).toMatch(/<meta name="description" content="[^"]{5,}/)
    expect(page.html).toContain('<link rel="canonical" href="http://wearabouts.test/')
    expect(page.response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it.each([paths.profile.href(), paths.addProductPhoto.href()])(
    '%s is not indexed',
    async (path) => {
      expect((await visit(path)).html).toContain('<meta name="robots" content="noindex" />')
    },
  )
})

describe('the data inside a page', () => {
  it.each([
    paths.home.href(),
    paths.allCelebrities.href(),
    paths.celebritySearchResult.href(EVERYONE),
    paths.celebrity.href('Ada Lune'),
    paths.celebrityImage.href('https://pictures.example.com/ada-1.jpg'),
    paths.searchResult.href(['Ada Lune']),
    paths.sharedBoard.href('token'),
    paths.creator.href('ada'),
    paths.tag.href('Кино'),
    paths.event.href('Øre Gala'),
    paths.show.href('電影'),
    DRESS,
  ])('of %s equals the replies of its calls', async (path) => {
    const { data } = await visit(path)
    const { seed: _, '/api/session': _session, ...replies } = data
    expect(Object.keys(replies)).not.toHaveLength(0)
    for (const [address, reply] of Object.entries(replies))
      expect(await (await test.request(address)).json()).toEqual(reply)
  })

  it('says that nobody is signed in only to visitors without a cookie', async () => {
    expect((await visit('/')).data).toHaveProperty(['/api/session', 'data', 'user'], null)
    expect((await visit('/', { cookie: 'session=1' })).data).not.toHaveProperty(['/api/session'])
  })

  it('cannot break out of its element', async () => {
    const page = await visit(paths.celebrity.href(`Eve ${HOSTILE}`))
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('<script>alert')
    expect(JSON.stringify(page.data)).toContain(JSON.stringify(HOSTILE).slice(1, -1))
  })
})

describe('facts and pictures', () => {
  it('name a brand and an offer only if the catalogue has them', async () => {
    const certain = await visit(paths.celebrityImage.href('https://pictures.example.com/ada-1.jpg'))
    expect(certain.facts[0]).toMatchObject({
      '@type': 'ItemList',
      itemListElement: [
        {
          item: {
            '@type': 'Product',
            name: 'Velvet Dress',
            brand: { name: 'Almara' },
            offers: { price: 120.5, priceCurrency: 'USD' },
          },
        },
      ],
    })
    const unsure = await visit(paths.celebrityImage.href('https://p.example.com/e.jpg'))
    const [item] = (unsure.facts[0]?.['itemListElement'] ?? []) as { item: object }[]
    expect(item?.item).not.toHaveProperty('offers')
    expect(item?.item).not.toHaveProperty('brand')
  })

  it('name the source, credit and licence of a look, which the page and the export have too', async () => {
    const url = 'https://pictures.example.com/credited.jpg'
    const licence = 'https://creativecommons.org/licenses/by/4.0/'
    const source = 'https://photos.example.org/1'
    await importRows(test.pool, [
      catalogRow({
        celebrity_image: url,
        name: 'Credited Hat',
        website: 'https://shop.example.com/credited-hat',
        image_source: source,
        image_credit: 'Pho Tographer',
        image_licence: licence,
      }),
    ])
    const page = await visit(paths.celebrityImage.href(url))
    expect(page.facts.flat()).toContainEqual(
      expect.objectContaining({
        '@type': 'ImageObject',
        creditText: 'Pho Tographer',
        license: licence,
        isBasedOn: source,
      }),
    )
    expect(JSON.stringify(page.data)).toContain(
      JSON.stringify({ source, credit: 'Pho Tographer', licence, takenOn: null }),
    )
    const csv = await (await test.request('/products.csv')).text()
    expect(csv.split('\r\n')[0]).toContain('image_source,image_credit,image_licence')
    expect(csv).toContain(`${source},Pho Tographer,${licence}`)
  })

  it('describe a look by what is worn, not by similar items', async () => {
    const url = 'https://pictures.example.com/similar.jpg'
    const row = catalogRow({ celebrity_name: 'Cleo', celebrity_image: url })
    await importRows(database.pool, [
      { ...row, name: 'Wide Hat' },
      { ...row, name: 'Long Coat' },
    ])
    const describe = async (similar: string[]) => {
      await database.pool.query(
        `UPDATE catalog.worn_items worn SET said_by = 'creator',
          certainty = CASE WHEN product.title = ANY ($1) THEN 0.5 ELSE 1 END
          FROM catalog.products product, catalog.looks look
          WHERE product.id = worn.product_id AND look.id = worn.look_id AND look.url = $2`,
        [similar, url],
      )
      // A change of the catalogue, because pages are cached.
      const other = `https://p.example.com/other-${similar.length}.jpg`
      await importRows(database.pool, [{ ...row, celebrity_image: other, name: 'Plain Sock' }])
      const { html } = await visit(paths.celebrityImage.href(url))
      return html.match(/<meta name="description" content="([^"]*)"/)?.[1]
    }
    expect(await describe([])).toBe('Cleo with Wide Hat, Long Coat.')
    expect(await describe(['Wide Hat'])).toBe('Cleo with Long Coat.')
    expect(await describe(['Wide Hat', 'Long Coat'])).toBe(
      'Cleo, similar items: Wide Hat, Long Coat.',
    )
  })

  it('count a single shop as one', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      "SELECT id FROM catalog.products WHERE title = 'Velvet Dress'",
    )
    const { html } = await visit(paths.product.href(rows[0]?.id ?? ''))
    expect(html).toContain('Velvet Dress: what it costs in 1 shop, who wears it')
  })

  it('preload the first picture and provide one for sharing', async () => {
    const { html } = await visit(
      paths.celebrityImage.href('https://pictures.example.com/ada-1.jpg'),
    )
    expect(html).toMatch(
      /<link rel="preload" as="image" [^>]*imagesrcset="\/api\/image-proxy\?url=/,
    )
    expect(html).toMatch(
      /<meta property="og:image" content="http:\/\/wearabouts.test\/api\/look-card\?url=/,
    )
  })
})

it('a shared product shows its card, with its size and words for it', async () => {
  const { html } = await visit(DRESS)
  const tags: [string, string][] = [
    ['property="og:image"', 'http://wearabouts.test/api/product/3/card'],
    ['property="og:image:type"', 'image/jpeg'],
    ['property="og:image:width"', '1200'],
    ['property="og:image:height"', '630'],
    ['property="og:image:alt"', 'Velvet Dress by Almara, $120.50'],
    ['name="twitter:card"', 'summary_large_image'],
    ['name="twitter:image"', 'http://wearabouts.test/api/product/3/card'],
    ['name="twitter:image:alt"', 'Velvet Dress by Almara, $120.50'],
  ]
  for (const [name, content] of [...tags, ['property="og:type"', 'product'] as const])
    expect(html).toContain(`<meta ${name} content="${content}" />`)
})

it('brings the exchange rates along where there are prices', async () => {
  const listed = [
    DRESS,
    paths.sharedBoard.href('token'),
    paths.board.href('1'),
    paths.alerts.href(),
  ]
  for (const path of [...listed, paths.demoShop.href('almara')])
    expect((await visit(path)).data, path).toHaveProperty(['/api/rates', 'data', 'perEuro', 'USD'])
  expect((await visit('/contact-us')).data).not.toHaveProperty(['/api/rates'])
})

describe('a missing page', () => {
  it.each([
    '/nothing',
    '/celebrity/Nobody',
    '/celebrity-image/%%%',
    '/celebrity-image/bm9uZQ==',
    '/celebrity-image/***',
  ])('%s is a page with status 404', async (path) => {
    const page = await visit(path)
    expect(page.status).toBe(404)
    expect(page.html).toContain('id="root"')
    expect(page.html).toContain('noindex')
  })

  it('of an unknown celebrity tells the screen whom it did not find', async () => {
    const { data } = await visit('/celebrity/Nobody')
    expect(Object.values(data)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ unknown: ['Nobody'], total: 0 }) }),
    )
  })

  it('is JSON for API clients', async () => {
    const response = await test.request('/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, message: 'Not found' })
  })
})

describe('the files of the client', () => {
  it('are immutable if their name has a hash, and compressed', async () => {
    const headers = { 'accept-encoding': 'br' }
    const script = await fetch(`${test.origin}/assets/index-abc123.js`, { headers })
    expect(script.headers.get('cache-control')).toContain('immutable')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('content-encoding')).toBe('br')
    expect((await fetch(`${test.origin}/icon.svg`)).headers.get('cache-control')).toBe(
      'public, max-age=3600',
    )
  })

  it('are sent as the build compressed them, if it did', async () => {
    const styles = await fetch(`${test.origin}/app.css`, { headers: { 'accept-encoding': 'br' } })
    expect(await styles.text()).toBe('compressed by the build')
  })

  it.each(['/index.html', '/assets/../index.html', '/assets/none.js', '/app.css.br'])(
    'do not include %s',
    async (path) => {
      expect((await test.request(path)).status).toBe(404)
    },
  )

  it('explain what to do if the client has not been built', async () => {
    const unbuilt = await startTestApp({ database })
    const response = await unbuilt.request('/', { headers: { accept: 'text/html' } })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm start')
    await unbuilt.close()
  })
})

describe('a page that the server renders', () => {
  const MARKUP = '<p style="color:red">$& rendered</p>'
  const withRenderer = (renderScreen: ScreenRenderer) =>
    startTestApp({ database }, { clientFiles, renderScreen })
  const open = async (app: TestApp, path: string) => {
    const response = await app.request(path, { headers: { accept: 'text/html' } })
    return { html: await response.text(), policy: response.headers.get('content-security-policy') }
  }

  it('contains markup made from its own data, and allows its styles', async () => {
    const seen: [string, string[]][] = []
    const app = await withRenderer((address, data) => {
      seen.push([address, Object.keys(data)])
      return { markup: MARKUP, module: null }
    })
    const { html, policy } = await open(app, paths.searchResult.href(['Ada Lune']))
    expect(html).toContain(`<div id="root">${MARKUP}</div>`)
    expect(policy).toMatch(/style-src 'self';.* style-src-attr 'unsafe-hashes' 'sha256-[^']+'$/)
    expect(seen).toEqual([
      [
        '/search-result?celebrities=Ada+Lune',
        ['seed', expect.stringContaining('/api/products'), '/api/rates', '/api/session'],
      ],
    ])
    await app.close()
  })

  it('leaves personal screens to the browser', async () => {
    const app = await withRenderer(() => ({ markup: MARKUP, module: null }))
    for (const path of [paths.profile.href(), paths.addProductPhoto.href()])
      expect((await open(app, path)).html).toContain('<div id="root"></div>')
    await app.close()
  })

  it('comes without markup if rendering fails', async () => {
    const app = await withRenderer(() => {
      throw new Error('window is not defined')
    })
    expect((await open(app, '/')).html).toContain('<div id="root"></div>')
    await app.close()
  })
})

describe('many visits to one page', () => {
  const counting = async (env: Record<string, string> = {}) => {
    const rendered: string[] = []
    const app = await startTestApp(
      { database, env },
      {
        clientFiles,
        renderScreen: (address) => {
          rendered.push(address)
          return { markup: '<p>rendered</p>', module: null }
        },
      },
    )
    const open = async (path: string, host = 'wearabouts.test') =>
      app.app.request(`http://${host}${path}`, { headers: { accept: 'text/html' } })
    return { rendered, open, close: app.close }
  }

  it('render it once if they differ only in parameters that it does not know', async () => {
    const { rendered, open, close } = await counting()
    for (const noise of ['', '?utm_source=a', '?fbclid=1', '?fbclid=2&q=x'])
      expect((await open(paths.home.href() + noise)).status).toBe(200)
    expect(rendered).toEqual(['/'])
    rendered.length = 0
    await open('/terms-policy?deletion=abc&fbclid=1')
    await open('/terms-policy?fbclid=2&deletion=abc')
    expect(rendered).toEqual(['/terms-policy?deletion=abc'])
    await close()
  })

  it('render it once if they come at the same time, whatever the order of the feed', async () => {
    const { rendered, open, close } = await counting()
    await Promise.all(
      Array.from({ length: 20 }, () => open(paths.celebritySearchResult.href(EVERYONE))),
    )
    expect(rendered).toEqual([paths.celebritySearchResult.href(EVERYONE)])
    await close()
  })

  it('render one page for all unknown addresses', async () => {
    const { rendered, open, close } = await counting()
    for (const path of ['/nothing', '/wp-admin', '/nothing?x=1'])
      expect((await open(path)).status).toBe(404)
    expect(rendered).toHaveLength(1)
    await close()
  })

  it('render it once for all hosts if PUBLIC_URL is set', async () => {
    const { rendered, open, close } = await counting({ PUBLIC_URL: 'https://wearabouts.example' })
    const hosts = ['wearabouts.example', '127.0.0.1:1', 'localhost:2']
    const pages = await Promise.all(hosts.map(async (host) => (await open('/', host)).text()))
    expect(new Set(pages).size).toBe(1)
    expect(rendered).toHaveLength(1)
    await close()
  })
})

it('pages inline only calls of the contract', async () => {
  const known = Object.keys(catalogCalls).map((key) => key.split(' ')[1])
  const { data } = await visit(paths.celebritySearchResult.href(EVERYONE))
  for (const address of Object.keys(data))
    if (address.startsWith('/api/') && address !== '/api/session')
      expect(known).toContain(address.split('?')[0])
})
