import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { AppliedFilter, FacetValue } from '#shared/contract/product-search.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { formatPosition } from './filter-labels.ts'
import type { ListPosition, Sort } from './list-order.store.ts'
import type { Filter } from './product-filter.store.ts'
import {
  createDocumentUpdater,
  createDocumentWriter,
} from '#server/features/catalog/document-writer.store.ts'
import { createDocumentsStore } from './documents.store.ts'
import { createSearch } from './index.ts'

const COLORS = ['Ink', 'Cherry', 'Sage', 'Navy']
const KINDS = ['Slip Dress', 'Pencil Skirt', 'Chelsea Boots', 'Dress Watch', 'Straight Trousers']
const PRICES = ['$40.00', '€90.00', '£150.00', '¥30,000', 'CHF 700']
const PEOPLE = ['Ada Lune', 'Zoë Ward']

const rows = Array.from({ length: 60 }, (_, index) => {
  const pick = <T>(list: readonly T[], step: number) =>
    list[Math.floor(index / step) % list.length] as T
  const cloth = index % 40 === 1 ? 'Striped Silk' : 'Silk'
  const name = `Model ${index} ${cloth} ${pick(KINDS, 1)} in ${pick(COLORS, 5)}`
  return catalogRow({
    name,
    price: pick(PRICES, 3),
    brand: index % 3 === 0 ? 'Oslo & Fjord' : 'Almara',
    celebrity_name: pick(PEOPLE, 2),
    celebrity_image: `https://x.example.com/${index % 8}-${pick(PEOPLE, 2)}.jpg`,
    website: `https://${index % 2 ? 'first' : 'second'}.example.com/${index}`,
  })
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await importRows(app.pool, rows)
})
afterAll(() => app.close())

type Page = {
  total: number
  applied: AppliedFilter[]
  relaxed: { words: string; did: string }[]
  products: CatalogProduct[]
  next: string | null
}
const get = async <T>(call: string, query: Record<string, string>): Promise<T> => {
  const reply = await app.request(`/api/search/${call}?${new URLSearchParams(query).toString()}`)
  expect([query, reply.status]).toEqual([query, 200])
  return ((await reply.json()) as { data: T }).data
}
const page = (query: Record<string, string>) => get<Page>('products', query)
const counts = async (query: Record<string, string>) =>
  (await get<{ total: number; facets: FacetValue[] }>('counts', query)).facets
const everyPage = async (query: Record<string, string>) => {
  const found: CatalogProduct[] = []
  let after: string | null = null
  do {
    const one: Page = await page({ ...query, ...(after === null ? {} : { after }) })
    found.push(...one.products)
    after = one.next
  } while (after !== null)
  return found
}
const sqlCount = async (condition: string): Promise<number> => {
  const { rows: counted } = await app.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM search.documents WHERE ${condition}`,
  )
  return counted[0]?.count ?? -1
}

it.each(['relevance', 'price'])(
  'two garments are listed, each in its own colour, by %s',
  async (sort) => {
    const query = { q: 'cherry dress and navy skirt', sort, limit: '4' }
    const [{ total }, listed] = await Promise.all([page(query), everyPage(query)])
    const names = listed.map(({ name }) => name.replace(/^Model \d+ (?:Striped )?Silk /, ''))
    expect(new Set(names)).toEqual(new Set(['Slip Dress in Cherry', 'Pencil Skirt in Navy']))
    expect(new Set(listed.map(({ id }) => id)).size).toBe(total)
  },
)

describe('searching products', () => {
  it.each([
    ['dress', "kind = 'dresses'"],
    ['black dress', "kind = 'dresses' AND 'black' = ANY (colors)"],
    ['pants', "kind = 'trousers'"],
    ['oslo and fjord boots', "kind = 'boots' AND brand = 'Oslo & Fjord'"],
    ['dress under 100 €', "kind = 'dresses' AND euros <= 100"],
  ])('lists every product once and tells the true total: %s', async (q, condition) => {
    const found = await everyPage({ q })
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const { total } = await page({ q })
    expect([found.length, total]).toEqual([await sqlCount(condition), total])
    expect(total).toBe(found.length)
    expect(total).toBeGreaterThan(0)
  })

  it('returns dresses for dress, not a dress watch', async () => {
    const names = (await everyPage({ q: 'dress' })).map(({ name }) => name)
    expect(names.filter((name) => name.includes('Watch'))).toEqual([])
  })

  it('lists plain black before patterned black, unless a pattern is asked for', async () => {
    const isPlain = ({ name }: CatalogProduct) => !name.includes('Striped')
    const found = await everyPage({ q: 'black skirt' })
    const plain = found.filter(isPlain).length
    expect([plain, found.length - plain]).toEqual([1, 2])
    expect(found.slice(0, plain).every(isPlain)).toBe(true)
    const striped = await everyPage({ q: 'striped black skirt' })
    expect(striped.map(isPlain)).toEqual([false, false])
  })

  it('says what it understood, and leaves out what was removed', async () => {
    const { applied, total } = await page({ q: 'black dress under 100 €' })
    expect(applied.map(({ label }) => label)).toEqual(['Dresses', 'Black', 'Under €100'])
    const wider = await page({
      q: 'black dress under 100 €',
      without: 'colour:black|price:-100EUR',
    })
    expect(wider.applied.map(({ label }) => label)).toEqual(['Dresses'])
    expect(wider.total).toBeGreaterThan(total)
  })

  it('lists what one person wears', async () => {
    const found = await everyPage({ q: 'zoe ward dress' })
    expect(new Set(found.map(({ celebrity_name }) => celebrity_name))).toEqual(
      new Set(['Zoë Ward']),
    )
    const chosen = await everyPage({ celebrities: 'Zoë Ward', kind: 'dresses' })
    expect(chosen.map(({ id }) => id).sort()).toEqual(found.map(({ id }) => id).sort())
    expect((await page({ celebrities: 'Nobody', kind: 'dresses' })).total).toBe(0)
  })

  it.each(['price', 'price-desc', 'newest', 'relevance'])(
    'pages on in the order of %s',
    async (sort) => {
      const ids = (await everyPage({ sort, colour: 'black|red' })).map(({ id }) => id)
      expect(new Set(ids).size).toBe(await sqlCount("colors && '{black,red}'"))
      expect(ids.length).toBe(new Set(ids).size)
    },
  )

  it.each(['under', 'over', 'around'])('compares with a price %s any number', async (bound) => {
    const q = `dress ${bound} 9999999${',999'.repeat(20)}`
    for (const call of ['products', 'counts']) {
      const query = new URLSearchParams({ q }).toString()
      expect((await app.request(`/api/search/${call}?${query}`)).status).toBe(200)
    }
  })

  it.each([1e-50, 1e-320, 1e300, -1e300])('continues a list after the price %d', async (euros) => {
    const after = formatPosition({ tier: 0, value: euros, id: '1' })
    const query = new URLSearchParams({ q: 'dress', sort: 'price', after }).toString()
    expect((await app.request(`/api/search/products?${query}`)).status).toBe(200)
  })

  it('compares prices of all currencies', async () => {
    const prices = (await everyPage({ sort: 'price' })).map(({ price }) => price)
    expect([...new Set(prices)]).toEqual(['$40.00', '€90.00', '¥30,000', '£150.00', 'CHF 700'])
    expect((await everyPage({ sort: 'price-desc' })).map(({ price }) => price)).toEqual(
      prices.toReversed(),
    )
  })

  it('counts what each filter would leave as SQL does', async () => {
    const facets = await counts({ kind: 'dresses', brand: 'Almara' })
    const shops = await app.pool.query<{ id: number }>('SELECT id FROM catalog.shops')
    const condition: Record<FacetValue['facet'], (value: string) => string> = {
      kind: (value) => `kind = '${value}' AND brand = 'Almara'`,
      brand: (value) => `kind = 'dresses' AND brand = '${value}'`,
      colour: (value) => `kind = 'dresses' AND brand = 'Almara' AND '${value}' = ANY (colors)`,
      size: (value) => `kind = 'dresses' AND brand = 'Almara' AND '${value}' = ANY (sizes)`,
      department: (value) =>
        `kind = 'dresses' AND brand = 'Almara' AND '${value}' = ANY (departments)`,
      shop: (value) => `kind = 'dresses' AND brand = 'Almara' AND ${value} = ANY (shops)`,
      price: (value) => {
        const [, low, high] = /^(\d*)-(\d*)/.exec(value) ?? []
        return `kind = 'dresses' AND brand = 'Almara' AND euros >= ${low || 0} AND euros < ${high || 1e9}`
      },
      condition: (value) =>
        `kind = 'dresses' AND brand = 'Almara' AND '${value}' = ANY (conditions)`,
      stock: () => `kind = 'dresses' AND brand = 'Almara' AND is_in_stock`,
    }
    expect(facets.length).toBeGreaterThan(12)
    expect(facets.filter(({ facet }) => facet === 'shop').length).toBe(shops.rows.length)
    for (const { facet, value, count } of facets)
      expect([facet, value, count]).toEqual([facet, value, await sqlCount(condition[facet](value))])
    const valuesOf = async (expression: string, where: string) => {
      const { rows: found } = await app.pool.query<{ value: string }>(
        `SELECT DISTINCT ${expression} AS value FROM search.documents WHERE ${where} ORDER BY 1`,
      )
      return found.map(({ value }) => value)
    }
    const listed = (facet: string) =>
      facets.flatMap((one) => (one.facet === facet ? [one.value] : [])).toSorted()
    // A value that is left out would be no wrong count.
    expect(listed('colour')).toEqual(
      await valuesOf('unnest(colors)', "kind = 'dresses' AND brand = 'Almara'"),
    )
    expect(listed('kind')).toEqual(await valuesOf('kind', "brand = 'Almara'"))
    expect(listed('brand')).toEqual(await valuesOf('brand', "kind = 'dresses'"))
  })

  it('finds sizes and departments where they are known, and lists what nobody says after those', async () => {
    const { rows: dresses } = await app.pool.query<{ id: string }>(
      "SELECT product_id AS id FROM search.documents WHERE kind = 'dresses' ORDER BY 1 LIMIT 3",
    )
    const [fits = '', other = '', mens = ''] = dresses.map(({ id }) => id)
    const state = (id: string, sizes: string[], department: string) =>
      Promise.all([
        app.pool.query('UPDATE catalog.offers SET sizes = $2 WHERE product_id = $1', [id, sizes]),
        app.pool.query('UPDATE catalog.products SET departments = $2 WHERE id = $1', [
          id,
          [department],
        ]),
      ])
    await state(fits, ['UK 10'], 'women')
    await state(other, ['EU 48'], 'women')
    await state(mens, ['M'], 'men')
    await createDocumentUpdater(app.pool).update()
    const ids = async (query: Record<string, string>) => {
      const { rows: found } = await app.pool.query<{ id: string; url: string }>(
        'SELECT product_id AS id, url FROM catalog.offers',
      )
      const idOf = new Map(found.map(({ id, url }) => [url, id]))
      return (await everyPage(query)).map(({ website }) => idOf.get(website))
    }
    const inSize = await ids({ q: 'dress size 38' })
    expect(inSize[0]).toBe(fits)
    expect(inSize).not.toContain(other)
    expect(inSize.length).toBeGreaterThan(2)
    const forWomen = await ids({ q: "women's dress" })
    expect(new Set(forWomen.slice(0, 2))).toEqual(new Set([fits, other]))
    expect(forWomen).not.toContain(mens)
    expect(forWomen.length).toBeGreaterThan(2)
    // What was chosen leaves out what nobody says.
    expect(await ids({ kind: 'dresses', size: 'women38' })).toEqual([fits])
    expect(await ids({ kind: 'dresses', department: 'men' })).toEqual([mens])
    const sizes = (await counts({ kind: 'dresses', currency: 'GBP' })).filter(
      ({ facet }) => facet === 'size',
    )
    expect(sizes.map(({ label }) => label)).toEqual(['M', 'UK 10', 'UK 20'])
  })

  it('leaves out what is not wanted, by words and as chips', async () => {
    const { applied, total } = await page({ q: 'dress not black' })
    expect(applied.map(({ facet, label }) => [facet, label])).toEqual([
      ['kind', 'Dresses'],
      ['not', 'Not black'],
    ])
    expect(total).toBe(await sqlCount("kind = 'dresses' AND NOT 'black' = ANY (colors)"))
    expect((await page({ q: 'dress not black', without: 'not:black' })).total).toBe(
      await sqlCount("kind = 'dresses'"),
    )
  })

  it('sorts what shall be cheap by price, unless that is not wanted', async () => {
    const [cheapest] = (await page({ q: 'cheap dresses' })).products
    const [first] = (await page({ q: 'dress', sort: 'price' })).products
    expect(cheapest?.id).toBe(first?.id)
    expect((await page({ q: 'cheap dresses' })).applied.at(-1)).toEqual({
      facet: 'sort',
      value: 'price',
      label: 'Cheapest first',
    })
    expect((await page({ q: 'cheap dresses', without: 'sort:price' })).applied).toHaveLength(1)
  })

  it('reads amounts in the currency of the visitor, and says so', async () => {
    const { applied, total } = await page({ q: 'dress under 100', currency: 'GBP' })
    expect(applied.at(-1)).toMatchObject({ facet: 'price', label: 'Under £100' })
    const inPounds = await page({ q: 'dress under £100' })
    expect(total).toBe(inPounds.total)
    const prices = (await counts({ kind: 'dresses', currency: 'GBP' })).filter(
      ({ facet }) => facet === 'price',
    )
    for (const { value, label, count } of prices) {
      expect(label).toContain('£')
      expect((await page({ kind: 'dresses', price: value })).total).toBe(count)
    }
  })

  it('does not take a little black for black while something black is there', async () => {
    const { rows: boots } = await app.pool.query<{ id: string }>(
      "SELECT product_id AS id FROM search.documents WHERE kind = 'boots' AND colors[1] = 'red' LIMIT 1",
    )
    await app.pool.query(
      "UPDATE catalog.products SET colors = '{Orange,Black}', material = 'suede' WHERE id = $1",
      [boots[0]?.id],
    )
    await createDocumentUpdater(app.pool).update()
    const { relaxed, products } = await page({ q: 'black suede boots' })
    expect(relaxed[0]?.did).toBe(
      'No results for black suede boots. Showing results without “suede”.',
    )
    expect(products[0]?.name).toContain('in Ink')
    // Alone it is what was asked for.
    expect((await page({ q: 'orange boots' })).total).toBe(1)
  })

  it('says which words it did not use and what it gave up', async () => {
    expect((await page({ q: 'corduroy trousers' })).relaxed).toEqual([
      {
        words: 'corduroy',
        did: 'No results for corduroy trousers. Showing results without “corduroy”.',
      },
    ])
    expect((await page({ q: 'xylophone dress' })).relaxed).toEqual([
      { words: 'xylophone', did: 'We ignored “xylophone”: we do not know this word.' },
    ])
    expect((await page({ q: 'mules' })).relaxed).toEqual([
      { words: 'mules and clogs', did: 'No results for mules and clogs. Showing shoes.' },
    ])
    expect((await page({ q: 'black dress' })).relaxed).toEqual([])
  })

  it('follows changes that no import made', async () => {
    const before = await sqlCount('is_in_stock')
    await app.pool.query(`UPDATE catalog.offers SET availability = 'in_stock', condition = 'used'
      WHERE id IN (SELECT id FROM catalog.offers ORDER BY id LIMIT 5)`)
    await createDocumentUpdater(app.pool).update()
    expect(await sqlCount('is_in_stock')).toBe(before + 5)
    expect((await page({ stock: 'in_stock', condition: 'used' })).total).toBe(5)
    expect((await page({ q: 'second hand in stock' })).total).toBe(5)
  })

  it.each(['price', 'price-desc'] as const)(
    'lists prices that no rate converts after the others by %s, few or many',
    async (sort) => {
      const readIds = async (mostCounted: number) => {
        const store = createDocumentsStore(app.pool, mostCounted)
        const { filter } = await app.search.productSearch.read({ q: 'dress' })
        const ids: string[] = []
        for (let after: ListPosition | null = null; ;) {
          const { rows } = await store.page({ filter, sort, after, limit: 3 })
          ids.push(...rows.map(({ own_id }) => own_id))
          const last = rows.at(-1)
          if (!last || rows.length < 3) return ids
          after = { tier: last.tier, value: last.value, id: last.own_id }
        }
      }
      const before = await readIds(10_000)
      const unconverted = before.slice(0, 4)
      const keep = await app.pool.query<{ product_id: string; euros: number }>(
        'SELECT product_id, euros FROM search.documents WHERE product_id = ANY ($1)',
        [unconverted],
      )
      await app.pool.query('UPDATE search.documents SET euros = NULL WHERE product_id = ANY ($1)', [
        unconverted,
      ])
      for (const mostCounted of [10_000, 0]) {
        const ids = await readIds(mostCounted)
        expect(ids.toSorted()).toEqual(before.toSorted())
        expect(ids.slice(-4).toSorted()).toEqual(unconverted.toSorted())
      }
      for (const { product_id, euros } of keep.rows)
        await app.pool.query('UPDATE search.documents SET euros = $2 WHERE product_id = $1', [
          product_id,
          euros,
        ])
    },
  )

  it.each(['relevance', 'price', 'price-desc', 'newest'] as const)(
    'lists what is sold out last by %s',
    async (sort) => {
      // Without the kept replies of the server.
      const { productSearch } = createSearch(app.pool, async () => ({ date: '', perEuro: {} }))
      const list = async () =>
        (await productSearch.products({ q: 'dress', sort, limit: 60 })).products.map(({ id }) => id)
      const setAvailability = async (id: string | undefined, availability: string | null) => {
        await app.pool.query(
          `UPDATE catalog.offers SET availability = $2 WHERE product_id = (SELECT product_id
            FROM search.documents WHERE cards -> 0 ->> 'id' = $1)`,
          [id, availability],
        )
        await createDocumentUpdater(app.pool).update()
      }
      const [first, ...others] = await list()
      await setAvailability(first, 'out_of_stock')
      expect(await list()).toEqual([...others, first])
      await setAvailability(first, null)
    },
  )

  it('shows the offer of another shop where the worn one is sold out', async () => {
    const { productSearch } = createSearch(app.pool, async () => ({ date: '', perEuro: {} }))
    const readFirst = async () => {
      await createDocumentUpdater(app.pool).update()
      return (await productSearch.products({ q: 'dress', sort: 'relevance', limit: 1 })).products[0]
    }
    const worn = await readFirst()
    const { rows } = await app.pool.query<{ product_id: string }>(
      `UPDATE catalog.offers SET availability = 'out_of_stock' WHERE product_id = (SELECT product_id
        FROM search.documents WHERE cards -> 0 ->> 'id' = $1) RETURNING product_id`,
      [worn?.id],
    )
    const url = 'https://elsewhere.example/dress'
    await app.pool.query(
      `INSERT INTO catalog.offers (product_id, url, price, price_amount, currency, availability)
        VALUES ($1, $2, '€999', 999, 'EUR', 'in_stock')`,
      [rows[0]?.product_id, url],
    )
    const shown = await readFirst()
    expect(shown).toMatchObject({ id: worn?.id, price: '€999', website: url })
    expect(shown?.availability).toBeUndefined()
    await app.pool.query('DELETE FROM catalog.offers WHERE url = $1', [url])
    await app.pool.query('UPDATE catalog.offers SET availability = NULL WHERE product_id = $1', [
      rows[0]?.product_id,
    ])
    await createDocumentUpdater(app.pool).update()
  })

  it('lists the brands of what was described, and none that nothing has', async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM catalog.products ORDER BY id LIMIT 2',
    )
    const [first = '', second = ''] = rows.map(({ id }) => id)
    const listed = async () => {
      const found = await app.pool.query<{ name: string }>(
        "SELECT name FROM catalog.brands WHERE name LIKE 'New %' ORDER BY name",
      )
      return found.rows.map(({ name }) => name)
    }
    const rename = (id: string, brand: string) =>
      app.pool.query('UPDATE catalog.products SET brand = $2 WHERE id = $1', [id, brand])
    await rename(first, 'New one')
    await rename(second, 'New two')
    await createDocumentWriter(app.pool).write([first])
    expect(await listed()).toEqual(['New one'])
    await rename(first, 'New three')
    await createDocumentUpdater(app.pool).update()
    expect(await listed()).toEqual(['New three', 'New two'])
  })

  const everyId = async (mostCounted: number, filter: Filter, sort: Sort) => {
    const store = createDocumentsStore(app.pool, mostCounted)
    const ids: string[] = []
    for (let after: ListPosition | null = null; ;) {
      const { rows: found } = await store.page({ filter, sort, after, limit: 7 })
      ids.push(...found.map(({ own_id }) => own_id))
      const last = found.at(-1)
      if (!last || found.length < 7) return ids
      after = { tier: last.tier, value: last.value, id: last.own_id }
    }
  }
  it.each([
    {},
    { q: 'dress' },
    { q: 'black dress' },
    { q: 'striped skirt' },
    { q: 'silk under 100 €' },
    { kind: ['footwear', 'dresses'] },
    { colour: ['blue', 'black'] },
    { celebrities: 'Ada Lune', colour: ['red'] },
  ])('lists many matches in the same order as few: %j', async (query) => {
    const { filter } = await app.search.productSearch.read(query)
    for (const sort of ['relevance', 'price', 'price-desc', 'newest'] as const) {
      const few = await everyId(10_000, filter, sort)
      expect(few.length).toBeGreaterThan(0)
      expect([sort, await everyId(0, filter, sort)]).toEqual([sort, few])
    }
  })

  it('counts up to a limit; beyond it, tells which values there are', async () => {
    const store = createDocumentsStore(app.pool, 20)
    const { filter } = await app.search.productSearch.read({})
    expect(await store.total(filter)).toBe(21)
    const many = await store.counts(filter, ['kind', 'brand'])
    expect(many.isSample).toBe(true)
    expect(new Set(many.values.map(({ facet }) => facet))).toEqual(new Set(['kind', 'brand']))
    const few = { ...filter, kinds: ['boots'] }
    expect(await store.total(few)).toBe(12)
    const { isSample, values } = await store.counts(few, ['kind'])
    expect([isSample, values]).toEqual([false, [{ facet: 'kind', value: 'boots', count: 12 }]])
  })

  it('counts again what has just been counted', async () => {
    const { filter } = await app.search.productSearch.read({ kind: ['boots'] })
    const client = await app.pool.connect()
    try {
      await client.query('BEGIN')
      for (const mostCounted of [20, 11]) {
        const store = createDocumentsStore(client, mostCounted)
        const page = () => store.page({ filter, sort: 'newest', after: null, limit: 3 })
        const [first] = (await page()).rows
        expect((await page()).totals.matches).toBe(12)
        await client.query('SAVEPOINT before')
        await client.query('DELETE FROM search.documents WHERE product_id = $1', [first?.own_id])
        // What is more than is counted stays so for a moment, with the products that are left.
        expect((await page()).totals.matches).toBe(mostCounted === 20 ? 11 : 12)
        expect((await page()).rows.map(({ own_id }) => own_id)).not.toContain(first?.own_id)
        await client.query('ROLLBACK TO before')
      }
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('lists what is there while documents are missing, and says so', async () => {
    const documents = await app.pool.query('DELETE FROM search.documents WHERE kind = $1', [
      'boots',
    ])
    await app.pool.query('UPDATE search.state SET vocabulary = 0')
    const { productSearch } = createSearch(app.pool, app.rates.current)
    const find = () => productSearch.products({ sort: 'relevance' })
    expect(await find()).toMatchObject({
      total: 60 - (documents.rowCount ?? 0),
      isMore: true,
      relaxed: [{ words: '', did: expect.stringContaining('some products are missing') }],
    })
    expect(await productSearch.counts({})).toMatchObject({ isMore: true })
    await createDocumentUpdater(app.pool).update()
    expect(await find()).toMatchObject({ total: 60, isMore: false, relaxed: [] })
  })

  it.each([
    { q: "'; DROP TABLE search.documents; --" },
    { q: '\\ % _ : & | ! ( ) <->' },
    { brand: "x' OR 1=1 --", kind: "dresses'; DELETE FROM search.documents" },
    { q: '\u202E\u0000👗'.replace('\u0000', '') },
    { after: Buffer.from('[0,1.5e300,"7"]').toString('base64url') },
    { after: Buffer.from('[0,null,"7"]').toString('base64url'), sort: 'price' },
    { without: '||:::|' + 'x'.repeat(90), q: 'dress' },
  ])('survives %j', async (query) => {
    await page(query)
    const { after: _after, sort: _sort, ...filter } = query as Record<string, string>
    await counts(filter)
    expect(await sqlCount('true')).toBe(60)
  })

  it.each([
    ['q', 'x'.repeat(101)],
    ['after', 'bm9uc2Vuc2U'],
    ['after', Buffer.from('[384,1,"1"]').toString('base64url')],
    ['price', '1'.repeat(40)],
    ['shop', '1 OR 1=1'],
    ['sort', 'id; DROP'],
    ['kind', 'x'.repeat(3000)],
  ])('refuses an invalid %s', async (field, value) => {
    const reply = await app.request(
      `/api/search/products?${new URLSearchParams({ [field]: value }).toString()}`,
    )
    expect(reply.status).toBe(400)
  })
})

describe('searching for details', () => {
  const NAMES = [
    ...['Ink', 'Cherry', 'Sage'].map((color) => `Suede Chain Bag in ${color}`),
    'Canvas Tote in Ink',
    'Ankle-Strap Sandals',
    'Bird Print Tee',
    'Slogan Tee',
    'Floral Tee',
    'Plain Tee',
    'Striped Tee',
  ]
  beforeAll(() =>
    importRows(
      app.pool,
      NAMES.map((name) =>
        catalogRow({ name, website: `https://details.example.com/${encodeURIComponent(name)}` }),
      ),
    ),
  )

  it('keeps what a thing has, where another word about it finds nothing', async () => {
    const { products, relaxed } = await page({ q: 'bag with chain strap' })
    expect(products.map(({ name }) => name.includes('Chain'))).toEqual([true, true, true])
    expect(relaxed).toMatchObject([{ words: 'strap' }])
  })

  it('lists every sort of print for a print', async () => {
    const { products } = await page({ q: 't-shirt with print' })
    expect(products.map(({ name }) => name).toSorted()).toEqual([
      'Bird Print Tee',
      'Floral Tee',
      'Slogan Tee',
    ])
  })
})
