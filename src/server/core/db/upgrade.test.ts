import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from './database.ts'
import { migrateDatabase } from './migrate.ts'
import { importCsv } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { callerWith } from '#tests/support/callers.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { insertSession } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

const FIXTURES = 'tests/fixtures'
const FILES = new Set(['/products.csv', '/celebrities.txt', '/celebs-home.txt'])

/**
 * What version 0.1 answered from the database that is in the dump, except that a picture of two people is
 * now a look of each.
 */
const repliesSchema = z.object({
  replies: z.record(z.string(), z.unknown()),
  lists: z.record(
    z.string(),
    z.object({ saved: z.array(z.looseObject({})), mine: z.array(z.looseObject({})) }),
  ),
})

/** The vocabulary ranks what a search finds, so only what is found stays the same. */
const inOrder = (reply: unknown): unknown => {
  const search = searchReply.safeParse(reply)
  if (!search.success) return reply
  const { data, ...others } = search.data
  return { ...others, data: { ...data, products: data.products.toSorted((a, b) => +a.id - +b.id) } }
}
const searchReply = z.looseObject({
  data: z.looseObject({
    celebrities: z.array(z.unknown()),
    products: z.array(z.looseObject({ id: z.string() })),
  }),
})

/** What version 0.1 stored after scans: a guess, and what its user edited, hearted or added. */
const SCANNED = `
  INSERT INTO public.users (id, name, email) VALUES ('scanner', 'Scanner', 'scanner@x.example');
  INSERT INTO public.user_products (user_id, detection_id, name, currency, type, confidence,
      is_liked, original_image_url, created_at, updated_at)
    SELECT 'scanner', id, id, 'USD', type, 0.9, is_liked, photo, now(), now() + changed_after
    FROM (VALUES
      ('guess', 'product', false, '/media/uploads/1.jpg', interval '20 microseconds'),
      ('edited', 'product', false, '/media/uploads/1.jpg', interval '1 minute'),
      ('hearted', 'product', true, '/media/uploads/1.jpg', interval '20 microseconds'),
      ('added', 'my_product', false, '/media/uploads/1.jpg', interval '20 microseconds'),
      ('without a photo', 'product', false, null, interval '20 microseconds')
    ) AS stored (id, type, is_liked, photo, changed_after)`

let former: z.infer<typeof repliesSchema>
let formerRows: Record<string, unknown>[]
let formerKeys: unknown
let database: Database
let server: TestApp
beforeAll(async () => {
  former = repliesSchema.parse(
    JSON.parse(await readFile(`${FIXTURES}/version-0.1-replies.json`, 'utf8')),
  )
  database = await emptyDatabase()
  const client = await database.pool.connect()
  await client.query(await readFile(`${FIXTURES}/version-0.1.sql`, 'utf8'))
  // The dump changes the settings of its session.
  client.release(true)
  await database.pool.query(SCANNED)
  formerRows = await all('SELECT id, row_key FROM public.products ORDER BY id')
  formerKeys = await all('SELECT product_key FROM public.product_vectors WHERE owner_uid IS NULL')
  await migrateDatabase(database.pool)
  server = await startTestApp({ database })
  // Which a server does in its first seconds, beside everything else.
  await createDocumentUpdater(database.pool).update()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const all = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows
const exportedCsv = async () => (await server.request('/products.csv')).text()

describe('a database of version 0.1, migrated', () => {
  it('has each thing once, with an offer, and every row as a worn item under its former id', async () => {
    expect(
      await all(`SELECT (SELECT count(*)::int FROM catalog.people) AS people,
        (SELECT count(*)::int FROM catalog.looks) AS looks,
        (SELECT count(*)::int FROM catalog.products) AS products,
        (SELECT count(*)::int FROM catalog.offers) AS offers,
        (SELECT products FROM catalog.totals) AS total`),
    ).toEqual([{ people: 5, looks: 8, products: 11, offers: 11, total: 11 }])
    // A picture of two people is a look of each, and a row's key contains its address.
    const worn = await all(`SELECT worn.id, row_key, look.url LIKE '%#person-%' AS is_shared
      FROM catalog.worn_items worn JOIN catalog.looks look ON look.id = look_id ORDER BY worn.id`)
    expect(worn.map(({ id }) => id)).toEqual(formerRows.map(({ id }) => id))
    const otherKeys = worn.filter(({ row_key }, at) => row_key !== formerRows[at]?.['row_key'])
    expect(otherKeys).toEqual([expect.objectContaining({ is_shared: true })])
    expect(
      await all(`SELECT title, brand, category, pictures, worn_count FROM catalog.products
        WHERE title = 'Velvet Dress'`),
    ).toEqual([
      {
        title: 'Velvet Dress',
        brand: 'Almara',
        category: 'clothing',
        pictures: ['/media/demo/dress.png', '/media/demo/dress-2.png'],
        worn_count: 3,
      },
    ])
    expect(await all('SELECT host FROM catalog.shops ORDER BY host')).toEqual([
      { host: 'hats.example' },
      { host: 'late.example' },
      { host: 'shop.example.com' },
    ])
  })

  it('keeps no second copy of the catalogue', async () => {
    expect(
      await all(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'
        AND tablename IN ('products', 'celebrities', 'celebrity_images', 'product_vectors')`),
    ).toEqual([])
  })

  it('answers what version 0.1 answered, the files byte for byte', async () => {
    for (const [path, reply] of Object.entries(former.replies)) {
      const answer = await server.request(path)
      if (FILES.has(path)) expect(await answer.text()).toBe(reply)
      else expect(inOrder(await answer.json()), path).toMatchObject(inOrder(reply) as object)
    }
  })

  it('no longer takes two things without a website for one', async () => {
    const { data } = (await (await server.request('/api/search?q=scarf')).json()) as {
      data: { products: { name: string }[] }
    }
    expect(data.products.map(({ name }) => name)).toEqual(['Vintage Scarf', 'Vintage Scarf'])
  })

  it("keeps everybody's saved and own products", async () => {
    for (const [uid, lists] of Object.entries(former.lists)) {
      const { api } = callerWith(server, await insertSession(database.pool, TEST_SECRET, uid))
      expect((await api('POST /saved-products.php', { body: { uid } })).data).toMatchObject(
        lists.saved,
      )
      expect((await api('POST /my-products.php', { body: { uid } })).data).toMatchObject(lists.mine)
    }
  })

  it('takes what was only found for scans, and lists the rest under My Products', async () => {
    const uid = 'scanner'
    const { api } = callerWith(server, await insertSession(database.pool, TEST_SECRET, uid))
    const { data: mine } = await api('POST /my-products.php', { body: { uid } })
    expect(mine.map(({ title }) => title).toSorted()).toEqual([
      'added',
      'edited',
      'hearted',
      'without a photo',
    ])
    expect((await api('GET /api/my-scans')).data).toMatchObject([{ objects: 4 }])
  })

  it('finds products by the vectors they had', async () => {
    const keys = z
      .array(z.object({ product_key: z.string() }).transform(({ product_key }) => product_key))
      .parse(formerKeys)
    expect(keys).not.toEqual([])
    const vectors = await createProductVectorsStore(database.pool).read('fixture-1', keys)
    expect(vectors).toHaveLength(keys.length)
    const products = await createCatalogReader(database.pool).products.byKeys(keys)
    expect([...products.keys()].toSorted()).toEqual(keys.toSorted())
  })

  it('takes the exported file again without a change', async () => {
    const exported = await exportedCsv()
    expect(await importCsv(database.pool, Readable.from([exported]))).toMatchObject({
      isImported: true,
      added: 0,
      changed: 0,
    })
    await importCsv(database.pool, Readable.from([exported]), { replace: true })
    expect(await exportedCsv()).toBe(exported)
    expect(await all('SELECT count(*)::int AS products FROM catalog.products')).toEqual([
      { products: 11 },
    ])
  })
})
