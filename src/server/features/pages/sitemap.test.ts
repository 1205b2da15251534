import { afterAll, beforeAll, expect, it } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createSitemap } from './sitemap.routes.ts'
import { createSitemapContent } from './sitemap-content.ts'

let test: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  test = await startTestApp(
    {},
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
  await importRows(test.pool, [
    catalogRow(),
    catalogRow({
      celebrity_name: 'Bo & Co',
      celebrity_image: 'https://p.example.com/2.jpg',
      name: 'Hat',
    }),
  ])
})
afterAll(() => test.close())

const addresses = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

it('lists every public page once', async () => {
  const response = await test.request('/sitemap.xml')
  expect(response.headers.get('content-type')).toContain('application/xml')
  const listed = addresses(await response.text())
  expect(new Set(listed).size).toBe(6 + 2 + 2 + 2)
  expect(listed).toContain('http://wearabouts.test/find')
  expect(listed).toContain('http://wearabouts.test/celebrity/Bo%20%26%20Co')
  expect(listed.filter((address) => address?.includes('/product/'))).toEqual([
    expect.stringMatching(/\/product\/\d+\/velvet-dress$/),
    expect.stringMatching(/\/product\/\d+\/hat$/),
  ])
})

it('is split where it would be too long', async () => {
  const sitemap = createSitemap(createSitemapContent(test.pool, test.search.documents), {
    isFinderPublic: false,
    perFile: 1,
  })
  const parts = addresses(await sitemap.renderIndex('https://a.example'))
  expect(parts).toEqual([
    'https://a.example/sitemap-pages-1.xml',
    ...['people', 'looks', 'products'].flatMap((kind) =>
      [1, 2].map((n) => `https://a.example/sitemap-${kind}-${n}.xml`),
    ),
  ])
  expect(addresses(await sitemap.renderPart('https://a.example', 'products', 2))).toHaveLength(1)
  expect(await sitemap.renderPart('https://a.example', 'products', 3)).toBeNull()
  expect(addresses(await sitemap.renderPart('https://a.example', 'pages', 1))).not.toContain(
    'https://a.example/find',
  )
  expect((await test.request('/sitemap-products-1.xml')).status).toBe(200)
  expect((await test.request('/sitemap-products-9.xml')).status).toBe(404)
  expect((await test.request('/sitemap-users-1.xml')).status).toBe(404)
})

it('says when a product last changed, and leaves out what no shop has any more', async () => {
  await test.pool.query(
    `WITH shop AS (INSERT INTO catalog.shops (name) VALUES ('Feed') RETURNING id),
      product AS (INSERT INTO catalog.products (product_key, title, described_by)
        SELECT gen_random_uuid(), 'Felt cap', id FROM shop RETURNING id)
    INSERT INTO catalog.offers (product_id, shop_id, shop_item_id, url, price, last_seen_at)
    SELECT product.id, shop.id, 'cap', 'https://feed.example/cap', '€9', '2026-03-04T05:06:07Z'
    FROM shop, product`,
  )
  const caps = async () => {
    test.replies.clear()
    const xml = await (await test.request('/sitemap.xml')).text()
    return xml.split('\n').filter((line) => line.includes('felt-cap'))
  }
  const settle = () => createDocumentUpdater(test.pool).update()
  await settle()
  expect(await caps()).toEqual([expect.stringContaining('<lastmod>2026-03-04T05:06:07.000Z<')])
  const found = async () => {
    const { products } = await test.search.productSearch.products({ q: 'cap', sort: 'relevance' })
    return products.filter(({ name }) => name === 'Felt cap')
  }
  expect(await found()).toHaveLength(1)
  await test.pool.query(
    `UPDATE catalog.offers SET availability = 'removed' WHERE shop_item_id = 'cap'`,
  )
  await settle()
  expect(await caps()).toEqual([])
  expect(await found()).toEqual([])
  await test.pool.query(
    `UPDATE catalog.offers SET availability = 'in_stock' WHERE shop_item_id = 'cap'`,
  )
  await settle()
  expect(await caps()).toHaveLength(1)
})

it('robots are told where it is, and what is not for them', async () => {
  const text = await (await test.request('/robots.txt')).text()
  expect(text).toContain('Sitemap: http://wearabouts.test/sitemap.xml')
  expect(text).toContain('Disallow: /profile\n')
  expect(text).toContain('Allow: /api/product/*/card')
})

it('is rendered once until the catalogue changes, and sent compressed', async () => {
  test.replies.clear()
  const read = async () => {
    const reply = await test.request('/sitemap.xml', { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    return reply.headers.get('etag')
  }
  const before = await read()
  await test.pool.query(`UPDATE catalog.products SET title = 'Wool hat' WHERE title = 'Hat'`)
  expect(await read()).toBe(before)
  test.replies.clear()
  expect(await read()).not.toBe(before)
})

it('lists what a person wears of a kind if it is several products, under an address of its own', async () => {
  await importRows(
    test.pool,
    ['Straw hat', 'Felt hat', 'Sun hat', 'Blue coat', 'Grey coat'].map((name, index) =>
      catalogRow({
        celebrity_name: 'Kim Öz',
        celebrity_image: 'https://p.example.com/kim.jpg',
        name,
        website: `https://shop.example.com/kim/${index}`,
      }),
    ),
  )
  const sitemap = createSitemap(createSitemapContent(test.pool, test.search.documents), {
    isFinderPublic: false,
  })
  const hats = '/celebrity/Kim%20%C3%96z?kind=hats'
  const lists = addresses(await sitemap.renderPart('https://a.example', 'lists', 1))
  expect(lists).toEqual([`https://a.example${hats}`])
  const page = async (address: string) => (await test.request(address)).text()
  expect(await page(hats)).toContain('<title>Hats Used by Kim Öz')
  expect(await page(hats)).toContain(`rel="canonical" href="http://wearabouts.test${hats}"`)
  // Further filters, and kinds that find nothing, are no pages of their own.
  for (const address of [`${hats}&colour=red`, '/celebrity/Kim%20%C3%96z?kind=boots'])
    expect(await page(address)).toContain(
      'rel="canonical" href="http://wearabouts.test/celebrity/Kim%20%C3%96z"',
    )
})
