import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductFilterQuery } from '#shared/contract/product-search.ts'
import { paths } from '#shared/paths.ts'
import type { Connection } from '#server/core/db/query.ts'
import { createFacets, importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createFacetIndex, type FacetIndex } from './facet-index.ts'
import { createFacetRowsStore } from './facet-rows.store.ts'
import { FACETS, type Filter, type Sort } from './product-filter.ts'
import { createFilteredStore } from '#server/features/search/filtered.store.ts'

const log = pino({ level: 'silent' })
const NOUNS = ['Slip Dress', 'Pencil Skirt', 'Chelsea Boots', 'Dress Watch', 'Thing']
const COLOURS = ['in Ink', 'in Cherry', 'in Navy', 'in Red and Black', '']
const CLOTHS = ['Silk', 'Striped Silk', 'Floral Velvet', 'Oversized Wool', '']
/** Some on the edge of a band, and some that are not quite the same in single precision. */
const PRICES = ['$40.00', '€50.00', '€90.10', '€150.10', '¥30,000', 'CHF 700', '']
const PEOPLE = ['Ada Lune', 'Zoë Ward', 'Bo Field']

const row = (index: number) =>
  catalogRow({
    name: `${CLOTHS[index % 5]} ${NOUNS[(index * 3 + (index >> 4)) % 5]} ${index} ${COLOURS[(index >> 2) % 5]}`,
    price: PRICES[(index * 5) % 7] ?? '',
    brand: ['Oslo & Fjord', 'Almara', ''][index % 3] ?? '',
    celebrity_name: PEOPLE[index % 3] ?? '',
    celebrity_image: `https://x.example.com/${index % 9}.jpg`,
    website: `https://${['first', 'second'][index % 2]}.example.com/${index}`,
  })

let app: TestApp
let index: FacetIndex
let someIds: string[]
const nowhere = { total: async () => null, page: async () => null, counts: async () => null }

beforeAll(async () => {
  const remoteImages = { fetch: () => Promise.reject(new Error('offline')), close: async () => {} }
  app = await startTestApp({}, { remoteImages })
  await importRows(
    app.pool,
    Array.from({ length: 150 }, (_, place) => row(place)),
  )
  await app.pool
    .query(`UPDATE catalog.offers SET condition = CASE id % 3 WHEN 0 THEN 'used' ELSE 'new' END,
    availability = CASE id % 4 WHEN 0 THEN 'in_stock' WHEN 1 THEN 'out_of_stock' END`)
  await app.pool.query(`UPDATE catalog.offers SET url = '' WHERE id % 10 = 0`)
  await describeChanged()
  const { rows } = await app.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE id % 7 = 0',
  )
  someIds = rows.map(({ id }) => id)
  index = createFacetIndex(app.pool, 100)
  index.start(app.pool, log)
  await index.settled()
})
afterAll(async () => {
  await index.close()
  await app.close()
})

const describeChanged = () => createFacets(app.pool).describeChanged()

const QUERIES: readonly ProductFilterQuery[] = [
  {},
  { q: 'dress' },
  { q: 'dress watch' },
  { q: 'red dress' },
  { q: 'striped black skirt' },
  { q: 'oversized' },
  { q: 'silk under 100 €' },
  { q: 'thing under 120' },
  { q: 'zoe ward boots' },
  { kind: ['dresses', 'watches'] },
  { colour: ['red'], brand: ['Almara'] },
  { colour: ['blue', 'black'], stock: 'in_stock' },
  { condition: ['used'], price: { min: 50, max: 200, currency: 'EUR' } },
  { price: { min: 90.1, max: 150.1, currency: 'EUR' } },
  { celebrities: 'Ada Lune', colour: ['black'] },
  { celebrities: 'Ada Lune|Bo Field', kind: ['dresses'] },
]
const SORTS: readonly Sort[] = ['relevance', 'price', 'price-desc', 'newest']

const everyPage = async (
  store: ReturnType<typeof createFilteredStore>,
  filter: Filter,
  sort: Sort,
  limit: number,
) => {
  const ids: string[] = []
  for (let after = null; ;) {
    const page = await store.page(filter, sort, after, limit)
    ids.push(...page.map(({ own_id }) => own_id))
    const last = page.at(-1)
    if (!last || page.length < limit) return ids
    after = { tier: last.tier, value: last.value, id: last.own_id }
  }
}

const FEW = QUERIES.filter(({ q, celebrities }) => q?.startsWith('o') || celebrities)

/** Everything the index answers, beside what the database answers. */
const compare = async (
  queries: readonly ProductFilterQuery[] = [{}, ...FEW],
  { sorts = ['price'], limit = 200 }: { sorts?: readonly Sort[]; limit?: number } = {},
) => {
  const [inMemory, inDatabase] = [index, nowhere].map((one) => createFilteredStore(app.pool, one))
  for (const query of queries) {
    const { filter } = await app.catalog.productSearch.read(query)
    const more = { isBuyable: true, within: { kinds: ['dresses'], productIds: someIds } }
    for (const asked of [filter, { ...filter, ...more }]) {
      const about = JSON.stringify(query)
      expect(await index.total(asked), `${about} is in memory`).not.toBeNull()
      expect([about, await inMemory?.total(asked)]).toEqual([about, await inDatabase?.total(asked)])
      const counts = await inMemory?.counts(asked, FACETS)
      expect([about, counts]).toEqual([about, await inDatabase?.counts(asked, FACETS)])
    }
    for (const sort of sorts)
      expect([query, sort, inMemory && (await everyPage(inMemory, filter, sort, limit))]).toEqual([
        query,
        sort,
        inDatabase && (await everyPage(inDatabase, filter, sort, limit)),
      ])
  }
}

describe('facets in memory', () => {
  it('lists, counts and totals as the database does', () =>
    compare(QUERIES, { sorts: SORTS, limit: 13 }))

  const FIRST = '(SELECT id FROM catalog.products ORDER BY id LIMIT 3)'
  /** Finds products that were not found by these words before. */
  const WORN_AGAIN = `INSERT INTO catalog.worn_items (look_id, person_id, product_id, said_by, search)
    SELECT look_id, person_id, product_id, 'again',
      setweight(to_tsvector('catalog_words', 'oversized'), 'A')
    FROM catalog.worn_items WHERE id % 8 = 0`
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a new price': () =>
      app.pool.query(
        `UPDATE catalog.offers SET price_amount = 61, currency = 'EUR' WHERE id % 9 = 0`,
      ),
    'two changes of stock, one soon after the other': async () => {
      await app.pool.query(`UPDATE catalog.offers SET availability = 'in_stock' WHERE id % 5 = 0`)
      await compare([{}])
      await app.pool.query(`UPDATE catalog.offers SET availability = 'removed' WHERE id % 5 = 0`)
    },
    'two new titles of a product that nobody wears': async () => {
      await app.pool.query(`DELETE FROM catalog.worn_items WHERE product_id % 19 = 0;
        UPDATE catalog.products SET worn_count = 0, title = 'Plain Thing' WHERE id % 19 = 0`)
      await compare([{ q: 'oversized' }])
      await app.pool.query(
        `UPDATE catalog.products SET title = 'Oversized Thing' WHERE id % 19 = 0`,
      )
    },
    'new products': () =>
      importRows(
        app.pool,
        Array.from({ length: 12 }, (_, place) => row(200 + place)),
      ),
    'an import that fails': () =>
      expect(
        importRows(app.pool, [row(3), row(300)], {
          replace: true,
          onProgress: ({ step }) => {
            if (step === 'counting') throw new Error('The connection is lost')
          },
        }),
      ).rejects.toThrow('The connection is lost'),
    'new words of a worn item': () =>
      app.pool.query(`UPDATE catalog.worn_items
        SET search = setweight(to_tsvector('catalog_words', 'oversized thing'), 'A') WHERE id % 11 = 0`),
    'one more worn item of a product': () => app.pool.query(WORN_AGAIN),
    'a removed worn item of a product that others still wear': async () => {
      await app.pool.query(WORN_AGAIN)
      await describeChanged()
      await compare([{ q: 'oversized' }])
      await app.pool.query(`DELETE FROM catalog.worn_items WHERE said_by = 'again'`)
    },
    'a removed product': () =>
      app.pool.query(`DELETE FROM catalog.worn_items WHERE product_id IN ${FIRST};
        DELETE FROM catalog.products WHERE id IN ${FIRST}`),
    'a removed shop': () =>
      app.pool.query(`DELETE FROM catalog.offers
          WHERE shop_id = (SELECT id FROM catalog.shops WHERE host = 'second.example.com');
        DELETE FROM catalog.shops WHERE host = 'second.example.com'`),
    'a takedown and its end': async () => {
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT max(product_id) AS id FROM catalog.worn_items',
      )
      const address = `${app.origin}${paths.product.href(rows[0]?.id ?? '')}`
      const { id } = await app.takedown.remove({
        address,
        reason: 'No licence',
        noticeId: null,
        actor: null,
        origins: [app.origin],
      })
      await compare([{}])
      await app.takedown.restore(id, { actor: null, reason: 'A licence' })
    },
    'removed facets': () => app.pool.query('DELETE FROM catalog.facets WHERE product_id % 13 = 0'),
  }
  it.each(Object.keys(changes))('follows %s at once', async (name) => {
    await changes[name]?.()
    await compare()
    await describeChanged()
    await compare()
  })

  it('shows nothing that is not committed, and everything once it is', async () => {
    const client = await app.pool.connect()
    const all = (await app.catalog.productSearch.read({})).filter
    const before = await index.total(all)
    await client.query('BEGIN')
    await client.query('DELETE FROM catalog.facets WHERE product_id % 17 = 0')
    // A later transaction that ends first must not hide the earlier one.
    await app.pool.query('UPDATE catalog.facets SET euros = 7 WHERE product_id % 17 = 1')
    expect(await index.total(all)).toBe(before)
    await client.query('COMMIT')
    client.release()
    await compare()
    expect(await index.total(all)).toBeLessThan(before ?? 0)
  })

  it('finds words in one title, not in two of the same product', async () => {
    const titled = (word: string) =>
      `(SELECT id FROM catalog.worn_items WHERE search @@ '${word}'::tsquery ORDER BY id LIMIT 1)`
    await app.pool.query(`UPDATE catalog.worn_items SET product_id =
      (SELECT product_id FROM catalog.worn_items WHERE id = ${titled('velvet')})
      WHERE id = ${titled('oversized & !velvet')}`)
    const { filter } = await app.catalog.productSearch.read({})
    const both = { ...filter, words: [['oversized'], ['velvet']] }
    expect(await index.total(both)).toBe(0)
    await compare([{ q: 'oversized' }])
  })

  it('reads what changed while it was loaded, and sorts in what came later', async () => {
    await app.pool.query('DELETE FROM catalog.facets WHERE product_id % 7 = 0')
    let isChanged = false
    const whileReading: Connection['query'] = async (asked, values) => {
      const reply = await app.pool.query(asked, values)
      if (!isChanged && JSON.stringify(asked).includes('product_id > $1')) {
        isChanged = true
        await app.pool.query('UPDATE catalog.facets SET euros = 8 WHERE product_id % 5 = 0')
      }
      return reply
    }
    await index.close()
    index = createFacetIndex(app.pool, 100)
    index.start({ query: whileReading }, log)
    await index.settled()
    expect(isChanged).toBe(true)
    await compare([{}, { q: 'oversized' }])
    await describeChanged()
    await compare([{}, { q: 'oversized' }])
  })

  it('reads everything again after a history that is no longer kept', async () => {
    const store = createFacetRowsStore(app.pool)
    const now = await store.position(null, 0)
    expect((await store.position(now, 5)).changes).toBe(0)
    const long = new Date(Date.now() - 13 * 3_600_000).toISOString()
    expect((await store.position({ ...now, at: long }, 5)).changes).toBeNull()
  })

  it('leaves the answer to the database until many changes are read', async () => {
    const all = (await app.catalog.productSearch.read({})).filter
    await app.pool.query('UPDATE catalog.facets SET euros = euros + 1')
    expect(await index.total(all)).toBeNull()
    await index.settled()
    await compare()
    await app.pool.query('TRUNCATE catalog.facets')
    await describeChanged()
    expect(await index.total(all)).toBeNull()
    await index.settled()
    await compare()
  })
})
