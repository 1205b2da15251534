import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createSubjectsStore } from '#server/vision/indexing/indexing.store.ts'
import { createDocumentUpdater, createDocumentWriter } from './document-writer.store.ts'
import { createSearch } from '#server/features/search/index.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const DRESS = 'https://shop.example.com/dress'
beforeEach(() =>
  importRows(
    database.pool,
    [
      catalogRow({ name: 'Red Velvet Dress', website: DRESS, price: '€90.00', brand: 'Almara' }),
      catalogRow({
        celebrity_name: 'Zoë Ward',
        celebrity_image: 'https://pictures.example.com/zoe.jpg',
        name: 'Red Velvet Dress',
        website: DRESS,
        price: '€90.00',
        brand: 'Almara',
      }),
      catalogRow({ name: 'Chelsea Boots in Black', website: 'https://shop.example.com/boots' }),
    ],
    { replace: true },
  ),
)

const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query(text, values)).rows as Row[]
type Document = {
  kind: string
  colors: string[]
  materials: string[]
  tags: string[]
  euros: number
  people: number
  words: string
  is_buyable: boolean
  cards: { id: string; name: string; celebrity_name: string; price: string; website: string }[]
}
const documentOf = async (title: string) =>
  (
    await sql<Document>(
      `SELECT documents.*, cardinality(people) AS people, words::text
      FROM search.documents JOIN catalog.products ON id = product_id WHERE title = $1`,
      [title],
    )
  )[0]
/** How many pages of terms wait to be added to the index. */
const PENDING = `SELECT reloptions[1] AS option, gin_clean_pending_list(oid)::int AS pending
  FROM pg_class WHERE relname = 'documents_by_terms'`
const update = () => createDocumentUpdater(database.pool).update()

describe('search documents', () => {
  it('hold what a product is filtered by and a card for each person, from the import on', async () => {
    const dress = await documentOf('Red Velvet Dress')
    expect(dress).toMatchObject({
      kind: 'dresses',
      colors: ['red'],
      materials: ['velvet'],
      euros: 90,
      people: 2,
      words: "'almara' 'dress' 'red' 'velvet'",
      is_buyable: true,
    })
    expect(dress?.cards.map((card) => [card.celebrity_name, card.price, card.website])).toEqual([
      ['Ada Lune', '€90.00', DRESS],
      ['Zoë Ward', '€90.00', DRESS],
    ])
    const worn = await sql<{ id: string }>(
      `SELECT worn.id FROM catalog.worn_items worn JOIN catalog.products ON products.id = product_id
      WHERE title = 'Red Velvet Dress' ORDER BY worn.id`,
    )
    expect(dress?.cards.map(({ id }) => id)).toEqual(worn.map(({ id }) => id))
    expect(await sql('SELECT FROM search.changes')).toEqual([])
  })

  it.each([
    ['an offer', `UPDATE catalog.offers SET availability = 'removed' WHERE url = '${DRESS}'`],
    ['a product', `UPDATE catalog.products SET material = 'wool' WHERE title = 'Red Velvet Dress'`],
    [
      'what is seen',
      `INSERT INTO catalog.seen_attributes (product_id, models, kind)
        SELECT id, 'm', 'dress' FROM catalog.products WHERE title = 'Red Velvet Dress'`,
    ],
    ['a worn item', `UPDATE catalog.worn_items SET row_says = '{"name": "Gown"}' WHERE is_first`],
  ])('are written again after a change of %s', async (_, change) => {
    await sql(change)
    const rows = () => sql('SELECT * FROM search.documents ORDER BY product_id')
    const before = await rows()
    await update()
    expect(await rows()).not.toEqual(before)
  })

  it('know what a shop lists outside fashion, which the finder never sees', async () => {
    await sql(
      `WITH shop AS (INSERT INTO catalog.shops (name) VALUES ('Pets') RETURNING id)
      INSERT INTO catalog.products (product_key, title, category, described_by, pictures)
      SELECT gen_random_uuid(), title, 'other', source, '{https://cdn.example/coat.jpg}'
      FROM shop, (VALUES ('Dog Coat', true), ('Ski Coat', false)) AS one(title, is_shops)
      CROSS JOIN LATERAL (SELECT CASE WHEN is_shops THEN shop.id END) AS said(source)`,
    )
    await update()
    expect(await documentOf('Dog Coat')).toMatchObject({ kind: 'other' })
    // A catalogue file says 'other' of what it has no word for.
    expect(await documentOf('Ski Coat')).toMatchObject({ kind: 'coats' })
    const seen = await createSubjectsStore(database.pool).readAll()
    expect(seen.filter(({ urls }) => urls[0].endsWith('coat.jpg'))).toHaveLength(1)
    const { refinements } = createSearch(database.pool, async () => ({ date: '', perEuro: {} }))
    const plan = await refinements.read({})
    expect((await refinements.byWords('coat', plan)).map(({ name }) => name)).toEqual(['Ski Coat'])
    const keys = await sql<{ key: string }>('SELECT product_key AS key FROM search.documents')
    await sql('UPDATE search.documents SET is_buyable = true')
    const facts = await refinements.facts(
      keys.map(({ key }) => key),
      plan,
    )
    expect(facts.size).toBe(keys.length - 1)
    await sql(`DELETE FROM catalog.products WHERE title LIKE '% Coat'`)
  })

  it('keep what the title says and what the shop states apart from what was seen', async () => {
    await sql(
      `WITH added AS (INSERT INTO catalog.products (product_key, title, category, colors, pictures)
        VALUES (gen_random_uuid(), 'Slim Trousers', 'clothing', '{navy}', '{https://cdn.example/t.jpg}')
        RETURNING id)
      INSERT INTO catalog.seen_attributes (product_id, models, pattern)
      SELECT id, 'tiny', 'checked' FROM added`,
    )
    await update()
    await sql('UPDATE search.documents SET is_buyable = true')
    const { refinements } = createSearch(database.pool, async () => ({ date: '', perEuro: {} }))
    const [{ key } = { key: '' }] = await sql<{ key: string }>(
      `SELECT product_key AS key FROM catalog.products WHERE title = 'Slim Trousers'`,
    )
    const facts = await refinements.facts([key], await refinements.read({}))
    expect(facts.get(key)).toMatchObject({
      patterns: ['checked'],
      sources: {
        title: { kind: 'trousers', colors: [], patterns: [] },
        stated: { kind: 'trousers', colors: ['navy', 'blue'], patterns: [] },
      },
    })
    await sql(`DELETE FROM catalog.products WHERE title = 'Slim Trousers'`)
  })

  it('go with their product in the same transaction', async () => {
    await sql(`DELETE FROM catalog.worn_items`)
    await sql(`DELETE FROM catalog.products WHERE title = 'Red Velvet Dress'`)
    expect(await documentOf('Red Velvet Dress')).toBeUndefined()
    await update()
    expect((await documentOf('Chelsea Boots in Black'))?.cards).toMatchObject([
      { celebrity_name: '', name: 'Chelsea Boots in Black' },
    ])
  })

  it('fill a migrated database in batches, and go on where they stopped', async () => {
    await sql('TRUNCATE search.documents')
    await sql('UPDATE search.state SET vocabulary = 0')
    const first = await createDocumentWriter(database.pool).writeNextOutdated('0')
    expect(first).not.toBeNull()
    expect(await sql('SELECT vocabulary FROM search.state')).toEqual([{ vocabulary: 0 }])
    await update()
    expect(await sql('SELECT FROM search.documents')).toHaveLength(2)
    expect(
      (await sql<{ vocabulary: number }>('SELECT * FROM search.state'))[0]?.vocabulary,
    ).not.toBe(0)
  })

  it('find the next batch of an import without reading all that was noted', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        'INSERT INTO search.changes (product_id) SELECT n / 3 FROM generate_series(3, 90000) n',
      )
      expect(await createDocumentWriter(client).writeNextChanged('0')).toBe('2000')
      const { rows } = await client.query<{ read: number }>(
        `SELECT seq_tup_read::int AS read FROM pg_stat_xact_user_tables
        WHERE relid = 'search.changes'::regclass`,
      )
      // Earlier transactions of this connection may be in it.
      expect(rows[0]?.read).toBeLessThan(1000)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('are written in batches while searches read', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      // A last product, behind batches of ids that no product has.
      await client.query(`INSERT INTO catalog.products (id, product_key, title)
        VALUES (20000, gen_random_uuid(), 'Green Gown')`)
      await client.query(
        'INSERT INTO search.changes (product_id) SELECT generate_series(100, 20000)',
      )
      await createDocumentWriter(client).writeChanged()
      const green = `SELECT FROM search.documents WHERE colors && ARRAY['green']`
      expect((await client.query(green)).rowCount).toBe(1)
      // Such a lock would last until the import ends, and every search would wait for it.
      const { rows } = await client.query(
        `SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock'
        AND relation::regclass::text LIKE 'search.documents%'`,
      )
      expect(rows).toEqual([])
      expect((await client.query(PENDING)).rows).toEqual([{ option: 'fastupdate=on', pending: 0 }])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it.each([
    ['a change', () => sql(`UPDATE catalog.products SET material = 'wool'`).then(update)],
    ['new rates', () => createDocumentUpdater(database.pool).convertPrices()],
  ])('are added to the index together, with none pending after %s', async (_, write) => {
    await sql(`UPDATE search.documents SET currency = 'USD'`)
    await sql(`SELECT gin_clean_pending_list('search.documents_by_terms')`)
    await importRows(database.pool, [catalogRow({ name: 'Blue Coat' })])
    await write()
    expect(await sql(PENDING)).toEqual([{ option: 'fastupdate=on', pending: 0 }])
  })

  it('keep a change that was noted after the products were read', async () => {
    const other = await database.pool.connect()
    try {
      await other.query('BEGIN')
      await other.query(`UPDATE catalog.products SET title = 'Gown' WHERE title LIKE 'Red%'`)
      await sql(`UPDATE catalog.offers SET price = '€80.00' WHERE url = '${DRESS}'`)
      await update()
      await other.query('COMMIT')
    } finally {
      other.release()
    }
    await update()
    expect(await documentOf('Gown')).toMatchObject({ kind: 'dresses' })
  })

  it('say whether the cheapest offer cost more before, where an earlier price is known', async () => {
    const saleTags = async (change: string) => {
      await sql(`UPDATE catalog.offers SET ${change} WHERE url = '${DRESS}'`)
      await update()
      const { tags } = (await documentOf('Red Velvet Dress')) ?? { tags: [] }
      return tags.filter((tag) => tag.startsWith('sale:'))
    }
    expect(await saleTags(`terms = '{"left": 2}'`)).toEqual([])
    expect(await saleTags(`terms = '{"before": 120}'`)).toEqual(['sale:yes'])
    expect(await saleTags(`terms = '{"before": 80}'`)).toEqual(['sale:no'])
    expect(await saleTags('terms = NULL, price_amount = 70')).toEqual(['sale:yes'])
    expect(await saleTags('price_amount = 75')).toEqual(['sale:no'])
    // Amounts in another currency cannot be compared.
    expect(await saleTags(`price_amount = 70, currency = 'USD'`)).toEqual([])
    expect(await saleTags(`availability = 'out_of_stock'`)).toEqual([])
  })
})
