import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG, GRID } from '#shared/constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { formatCelebritySelection } from '#shared/paths.ts'
import type { Database } from '#server/core/db/database.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { eventually } from '#tests/support/eventually.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'

const IMAGES = 230
const NAMES = ['Zoë Ward', 'ada Lune', 'Bo, Jr.', '100% Cy']

/** 230 images of four people; every fifth has two products, and one dress is in two images. */
const rows = Array.from({ length: IMAGES }, (_, index) => {
  const image = `https://pictures.example.com/${index}.jpg`
  const celebrity_name = NAMES[index % NAMES.length] ?? ''
  const first = catalogRow({
    celebrity_name,
    celebrity_image: image,
    name: index < 2 ? 'Shared Dress' : `Boots ${index}`,
    website: index < 2 ? 'https://shop.example.com/shared' : `https://shop.example.com/${index}`,
    box: index === 0 ? '0.25 0.5 0.25 0.5 0.375 0.75' : '',
    category: 'footwear',
    style_type: celebrity_name === 'Zoë Ward' ? 'creator' : 'celebrity',
  })
  return index % 5 === 0
    ? [first, { ...first, name: `Scarf ${index}`, category: 'accessories' }]
    : [first]
}).flat()
const PRODUCTS = rows.length
/** The dress is one product with two looks. */
const DISTINCT_PRODUCTS = PRODUCTS - 1

let database: Database
let close: () => Promise<void>
let request: (path: string, init?: RequestInit) => Promise<Response>
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, rows, { home: ['Bo, Jr.', 'Zoë Ward'] })
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  ;({ request, close } = await startTestApp({ database }, { clientFiles }))
})
afterAll(async () => {
  await close()
  await database.close()
})

const get = async (path: string, query: Record<string, string> = {}) => {
  const response = await request(`${path}?${new URLSearchParams(query)}`)
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}
const data = async <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
  const { status, body } = await get(path, query)
  expect(body).toMatchObject({ success: true, message: '' })
  expect(status).toBe(200)
  return body['data'] as T
}
type Tile = { image: string; celebrity_name: string; number_of_products: number; name: string }
type Images = {
  total: number
  images: Tile[]
  next: string | null
  unknown: string[]
  celebrities: object[]
}
type Claimed = { products: { name: string; claim?: object }[]; next: string | null }
type Products = { total: number; products: { id: string; name: string }[]; next: string | null }

const allPages = async <T extends { next: string | null }>(
  path: string,
  query: Record<string, string>,
) => {
  const pages: T[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: T = await data<T>(path, { ...query, ...(after ? { after } : {}) })
    pages.push(page)
    after = page.next
  }
  return pages
}

describe('GET /api/home', () => {
  it('returns the Home celebrities in order and four sample products', async () => {
    const home = await data<{ celebrities: object[]; samples: object[] }>('/api/home')
    expect(home.celebrities).toEqual([
      { name: 'Bo, Jr.', image: await portraitOf(database, 'Bo, Jr.') },
      { name: 'Zoë Ward', image: await portraitOf(database, 'Zoë Ward') },
    ])
    expect(home.samples).toHaveLength(4)
    expect(home.samples[0]).toMatchObject({ price: '$120.50', brand: 'Example' })
  })

  it('returns one new look of each person, and the example not again', async () => {
    const home = await data<{
      newLooks: { image: string; celebrity_name: string }[]
      example: { image: string } | null
    }>('/api/home')
    const names = home.newLooks.map(({ celebrity_name }) => celebrity_name)
    expect(names.length).toBeGreaterThan(1)
    expect(new Set(names).size).toBe(names.length)
    expect(home.newLooks.map(({ image }) => image)).not.toContain(home.example?.image)
  })
})

describe('GET /api/celebrities', () => {
  it('lists everyone by name, ignoring case and accents', async () => {
    const page = await data<{ total: number; celebrities: { name: string }[] }>('/api/celebrities')
    expect(page.total).toBe(4)
    expect(page.celebrities.map(({ name }) => name)).toEqual([
      '100% Cy',
      'ada Lune',
      'Bo, Jr.',
      'Zoë Ward',
    ])
  })

  it('lists one style', async () => {
    const page = await data<{ total: number; celebrities: { name: string }[] }>(
      '/api/celebrities',
      { style: 'creator' },
    )
    expect(page).toMatchObject({
      total: 1,
      celebrities: [{ name: 'Zoë Ward', styleType: 'creator' }],
    })
  })

  it('refuses a damaged cursor', async () => {
    expect((await get('/api/celebrities', { after: 'bm9uc2Vuc2U' })).status).toBe(400)
  })
})

describe('GET /api/images', () => {
  it('pages through the whole feed in chunks of 100, every image once', async () => {
    const pages = await allPages<Images>('/api/images', { celebrities: 'feed', seed: '5' })
    expect(pages.map(({ images }) => images.length)).toEqual([CATALOG.combinedChunkSize, 100, 30])
    expect(pages.every(({ total }) => total === IMAGES)).toBe(true)
    expect(new Set(pages.flatMap(({ images }) => images.map(({ image }) => image))).size).toBe(
      IMAGES,
    )
  })

  it('shuffles by seed: the same seed gives the same order', async () => {
    const order = async (seed: string) =>
      (await data<Images>('/api/images', { celebrities: 'feed', seed })).images.map(
        ({ image }) => image,
      )
    expect(await order('1')).toEqual(await order('1'))
    expect(await order('1')).not.toEqual(await order('2'))
  })

  it('continues the looks in a page, in the same order, every image once', async () => {
    const html = await (await request('/celebrity-search-result?celebrities=feed')).text()
    const inlined = /id="initial-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
    const { seed, ...replies } = JSON.parse(inlined) as { seed: number }
    const query = { celebrities: 'feed', seed: String(seed) }
    const reply = Object.entries(replies).find(
      ([address]) => address === `/api/images?${new URLSearchParams(query)}`,
    )?.[1] as { data: Images }
    expect(reply.data.images).toHaveLength(2 * GRID.tilePageSize)
    const following: Images[] = []
    for (let { next } = reply.data; next !== null; next = following.at(-1)?.next ?? null)
      following.push(await data<Images>('/api/images', { ...query, after: next }))
    const walked = [reply.data, ...following].flatMap(({ images }) => images)
    const whole = await allPages<Images>('/api/images', query)
    expect(walked).toEqual(whole.flatMap(({ images }) => images))
  })

  it('does not merely rotate one order', async () => {
    const follows = async (seed: string) => {
      const { images } = await data<Images>('/api/images', { celebrities: 'feed', seed })
      return images.slice(1).map(({ image }, index) => `${images[index]?.image} ${image}`)
    }
    const [first, second] = [await follows('1'), new Set(await follows('2'))]
    expect(first.filter((pair) => second.has(pair)).length).toBeLessThan(60)
  })

  it("returns tiles with the number of products and the first one's name", async () => {
    const { images } = await data<Images>('/api/images', { celebrities: 'feed' })
    const two = images.find(({ number_of_products }) => number_of_products === 2)
    expect(two?.name).toMatch(/^Boots|^Shared/)
    expect(images.every(({ celebrity_name }) => NAMES.includes(celebrity_name))).toBe(true)
  })

  it('returns only the chosen celebrities, with a count and the unknown names', async () => {
    const celebrities = formatCelebritySelection(['Bo, Jr.', '100% Cy', 'Nobody'])
    const pages = await allPages<Images>('/api/images', { celebrities, seed: '9' })
    const images = pages.flatMap((page) => page.images)
    expect(pages[0]).toMatchObject({
      total: images.length,
      unknown: ['Nobody'],
      celebrities: [{ name: 'Bo, Jr.' }, { name: '100% Cy' }],
    })
    expect(new Set(images.map(({ celebrity_name }) => celebrity_name))).toEqual(
      new Set(['Bo, Jr.', '100% Cy']),
    )
    expect(new Set(images.map(({ image }) => image)).size).toBe(images.length)
  })

  it('is empty if no celebrity is known', async () => {
    expect(await data<Images>('/api/images', { celebrities: 'Nobody' })).toMatchObject({
      total: 0,
      images: [],
      next: null,
    })
  })

  it.each(['x', '99.1.1.1', '3.1.1'])('refuses the damaged cursor %s', async (after) => {
    expect((await get('/api/images', { celebrities: 'feed', after })).status).toBe(400)
  })

  it('requires a selection', async () => {
    expect((await get('/api/images')).status).toBe(400)
  })
})

describe('GET /api/products', () => {
  it('pages by 12 through every product of a celebrity once', async () => {
    const pages = await allPages<Products>('/api/products', {
      celebrities: formatCelebritySelection(['Bo, Jr.']),
    })
    const products = pages.flatMap((page) => page.products)
    expect(pages[0]?.products).toHaveLength(GRID.productPageSize)
    expect(products).toHaveLength(pages[0]?.total ?? 0)
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length)
  })

  it('pages through the whole catalogue as a feed, each product once', async () => {
    const pages = await allPages<Products>('/api/products', { celebrities: 'feed', seed: '3' })
    const products = pages.flatMap((page) => page.products)
    expect(new Set(products.map(({ id }) => id)).size).toBe(DISTINCT_PRODUCTS)
    expect(products).toHaveLength(pages[0]?.total ?? 0)
    expect(products.filter(({ name }) => name === 'Shared Dress')).toHaveLength(1)
  })
})

describe('similar items', () => {
  it('are marked in lists of a person, filtered or not', async () => {
    await database.pool.query(
      `UPDATE catalog.worn_items SET said_by = 'creator', certainty = 0.5 WHERE product_id =
        (SELECT id FROM catalog.products WHERE title = 'Boots 2')`,
    )
    const celebrities = formatCelebritySelection(['Bo, Jr.'])
    const claims = async (path: string, query: Record<string, string>) => {
      const pages = await allPages<Claimed>(path, { celebrities, ...query })
      return pages
        .flatMap(({ products }) => products)
        .flatMap(({ name, claim }) => (claim ? [{ name, claim }] : []))
    }
    const similar = [{ name: 'Boots 2', claim: { by: 'creator', isExact: false } }]
    expect(await claims('/api/products', { seed: '7' })).toEqual(similar)
    await createDocumentUpdater(database.pool).update()
    expect(await claims('/api/search/products', { kind: 'boots' })).toEqual(similar)
  })
})

describe('most worn brands and colours', () => {
  it('do not count similar items', async () => {
    const claim = async (certainty: number) => {
      await database.pool.query(
        `UPDATE catalog.worn_items SET said_by = 'creator', certainty = $1, row_says = '{"brand": "Almara"}'
          WHERE product_id = (SELECT id FROM catalog.products WHERE title = 'Boots 2')`,
        [certainty],
      )
      await createDocumentUpdater(database.pool).update()
      await database.pool.query(
        `UPDATE search.documents SET colors = '{red}' WHERE product_id =
          (SELECT id FROM catalog.products WHERE title = 'Boots 2')`,
      )
    }
    // Replies are cached until the notification of a change arrives.
    const expectCounts = (counts: object) =>
      eventually(async () =>
        expect(await data<object>(`/api/people/${encodeURIComponent('Bo, Jr.')}`)).toMatchObject(
          counts,
        ),
      )
    await claim(1)
    await expectCounts({
      brands: [{ name: 'Almara', count: 1 }],
      colours: [{ name: 'red', count: 1 }],
    })
    await claim(0.5)
    await expectCounts({ brands: [], colours: [] })
  })
})

describe('GET /api/image', () => {
  it('returns the celebrity and the products with their boxes, in file order', async () => {
    const found = await data<object>('/api/image', { url: 'https://pictures.example.com/0.jpg' })
    expect(found).toMatchObject({
      celebrity: { name: 'Zoë Ward' },
      products: [
        {
          name: 'Shared Dress',
          box: { x: 0.25, y: 0.5, width: 0.25, height: 0.5, point: { x: 0.375, y: 0.75 } },
        },
        { name: 'Scarf 0' },
      ],
    })
  })

  it('is 404 for an image that is not in the catalogue', async () => {
    expect(await get('/api/image', { url: 'https://elsewhere.example.com/x.jpg' })).toMatchObject({
      status: 404,
      body: { success: false },
    })
  })
})

describe('GET /api/products/:id/worn-by', () => {
  it('returns the other images of the same product', async () => {
    const { products } = await data<Products>('/api/image', {
      url: 'https://pictures.example.com/0.jpg',
    })
    const { images } = await data<Images>(`/api/products/${products[0]?.id}/worn-by`)
    expect(images.map(({ image }) => image)).toEqual(['https://pictures.example.com/1.jpg'])
  })

  it.each(['999999', 'abc', '1%20OR%201=1'])('is 404 for %s', async (id) => {
    expect((await request(`/api/products/${id}/worn-by`)).status).toBe(404)
  })
})

describe('the files', () => {
  const text = async (path: string) => (await request(path)).text()

  it('/products.csv is the catalogue with a header row', async () => {
    const lines = (await text('/products.csv')).trim().split('\r\n')
    expect(lines[0]).toMatch(/^celebrity_name,celebrity_image,name,price,website/)
    expect(lines).toHaveLength(PRODUCTS + 1)
  })

  it('/celebrities.txt and /celebs-home.txt are lists of names', async () => {
    expect(await text('/celebrities.txt')).toBe('100% Cy\nada Lune\nBo, Jr.\nZoë Ward\n')
    expect(await text('/celebs-home.txt')).toBe('Bo, Jr.\nZoë Ward\n')
  })

  it.each(['/products.csv', '/celebrities.txt'])('limits downloads of all of %s', async (path) => {
    const calls = RATE_LIMITS.export.calls + 1
    const answers = await Promise.all(Array.from({ length: calls }, () => request(path)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await Promise.all(answers.map(async (answer) => answer.body?.cancel()))
  })
})
