import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createShops, importCsv } from './index.ts'

/**
 * What each run of two shops and of a catalogue file changes: every column of every catalogue table.
 * After an intended change of the importer, `npx vitest run golden -u` writes golden.txt anew; read its
 * diff line by line, because a wrong price or a product of another shop hides there.
 */
let database: Database
let folder: string
let shops: ReturnType<typeof createShops>
const report: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-golden-'))
  const { pool } = database
  shops = createShops({ pool, atomically: createAtomically(pool), folder: join(folder, 'tmp') })
})
afterAll(async () => {
  await shops.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Item = Record<string, string | readonly string[]>
const xml = (items: readonly Item[]) =>
  `<rss><channel>\n${items
    .map((item) => {
      const fields = Object.entries(item).flatMap(([name, values]) =>
        [values].flat().map((value) => `<g:${name}>${value}</g:${name}>`),
      )
      return `<item>${fields.join('')}</item>`
    })
    .join('\n')}\n</channel></rss>`

/** Shop A states prices without a currency, has sizes, sales and several pictures. */
const a = (id: string, title: string, price: string, more: Item = {}): Item => ({
  id,
  title,
  link: `https://a.shop.example/${id}?utm_source=feed`,
  canonical_link: `https://a.shop.example/${id}`,
  price,
  image_link: `https://cdn.a.example/${id}.jpg`,
  availability: 'in stock',
  ...more,
})
const size = (id: string, of: string, price: string, availability: string, more: Item = {}): Item =>
  a(id, 'Rib dress', price, {
    item_group_id: 'ribs',
    size: of,
    availability,
    color: 'Red',
    ...more,
  })

const SHARED_GTIN = '4006381333931'
const A1 = [
  a('coat', 'Wool coat', '120.00', {
    brand: 'Nord',
    gtin: SHARED_GTIN,
    additional_image_link: ['https://cdn.a.example/coat-back.jpg', 'https://cdn.a.example/bad.jpg'],
    description: 'Warm',
    product_type: 'Coats',
    material: 'Wool',
    color: 'Navy',
  }),
  a('on-sale', 'Silk scarf', '80', {
    sale_price: '60',
    sale_price_effective_date: '2020-01-01T00:00Z/2098-01-01T00:00Z',
  }),
  a('sale-over', 'Felt hat', '50', {
    sale_price: '10',
    sale_price_effective_date: '2020-01-01T00:00Z/2020-12-31T00:00Z',
  }),
  a('sale-later', 'Straw hat', '40', {
    sale_price: '5',
    sale_price_effective_date: '2098-01-01T00:00Z/2099-01-01T00:00Z',
  }),
  a('two-currencies', 'Sun hat', '40 GBP', { sale_price: '30 EUR' }),
  a('through-others', 'Cap', '9', { link: 'https://network.example/click?to=cap' }),
  a('dearer-sale', 'Rain hat', '30', { sale_price: '35 EUR' }),
  size('ribs-s', 'S', '25.00', 'out of stock'),
  size('ribs-m', 'M', '30.00', 'in stock', { gtin: '4006381333948' }),
  size('ribs-l', 'L', '32.00', 'in stock'),
  a('dearest', 'Gold watch', '10000000', { brand: 'Aurum', mpn: 'W-1', condition: 'used' }),
  a('impossible', 'Platinum watch', '10000000.01'),
  a('usd', 'Denim jacket', '99.90 USD', { condition: 'refurbished', availability: 'preorder' }),
  a('notice', 'Forged bag', '15'),
  a('gone', 'Linen shirt', '22'),
  a('filler', 'Plain tee', '7.999', { mpn: 'T', brand: 'Generic' }),
]
const A2 = [
  ...A1.filter(({ id }) => id !== 'gone' && id !== 'on-sale' && id !== 'ribs-m'),
  a('on-sale', 'Silk scarf', '80', { availability: 'out of stock' }),
  size('ribs-m', 'M', '28.00', 'in stock', { gtin: '4006381333948' }),
  a('new', 'Velvet skirt', '45', {
    google_product_category: '1581',
    pattern: 'Plain',
    size: 'S,M',
    gender: 'female',
    age_group: 'kids',
  }),
]
const A3 = [
  ...A2.filter(({ id }) => id !== 'coat'),
  a('coat', 'Wool coat', '110.00', {
    brand: 'Nord',
    gtin: SHARED_GTIN,
    image_link: 'https://cdn.a.example/coat.jpg',
    additional_image_link: ['https://cdn.a.example/bad.jpg', 'https://cdn.a.example/coat-new.jpg'],
  }),
  a('gone', 'Linen shirt', '20'),
]

/** Shop B writes one item per line, with currencies; it sells some of the same things. */
const COLUMNS = [
  'id',
  'title',
  'link',
  'price',
  'sale_price',
  'gtin',
  'brand',
  'mpn',
  'availability',
  'condition',
]
const tsv = (...rows: string[][]) =>
  [COLUMNS, ...rows].map((row) => COLUMNS.map((_, index) => row[index] ?? '').join('\t')).join('\n')
const b = (id: string, title: string, price: string, ...more: string[]) => [
  id,
  title,
  `https://b.shop.example/${id}`,
  price,
  ...more,
]
const B_COAT = b('1', 'Coat of wool', '130 GBP', '', SHARED_GTIN, 'NORD', '', 'in_stock')
const B_WATCH = b('2', 'Watch', '1.250,00 EUR', '990 EUR', '', 'aurum', 'w-1', 'in stock', 'new')
const B_BELT = b('3', 'Leather belt', '35 GBP', '', '', '', '', 'backorder')
const B_RING = b('4', 'Ring', '12 GBP')
const B1 = tsv(B_COAT, B_WATCH, B_BELT, B_RING)
const B_BELT2 = B_BELT.with(5, '4006381333955')
const B2 = tsv(B_COAT.with(3, '125 GBP'), B_WATCH, B_BELT2)
const B3 = tsv(B_COAT.with(3, '125 GBP'), B_WATCH.with(8, 'out of stock'), B_BELT2, B_RING)

const CSV_HEAD = 'celebrity_name,celebrity_image,name,price,website,category,brand,product_image'
const LOOK = 'https://looks.example/ada-1.jpg'
const CSV1 = `${CSV_HEAD}
Ada Lund,${LOOK},Leather belt,£35,https://b.shop.example/3,accessories,,https://looks.example/belt.jpg
Ada Lund,${LOOK},Pearl ring,999999999999,https://c.shop.example/ring,jewelry,Perla,
Ada Lund,https://looks.example/ada-2.jpg,Pearl ring,999999999999,https://c.shop.example/ring,jewelry,Perla,
Bo Creator,https://looks.example/bo.jpg,Comet,1000000000000,https://c.shop.example/comet,,,
Bo Creator,https://looks.example/bo.jpg,Boots,,,footwear,,
`
const CSV2 = `${CSV_HEAD}
Ada Lund,${LOOK},Leather belt,£35,https://b.shop.example/3,accessories,,https://looks.example/belt.jpg
Ada Lund,${LOOK},Pearl ring,$80,https://c.shop.example/ring,jewelry,Perla,https://cdn.a.example/bad.jpg
`

/** Times and transactions become the step in which they first occurred. */
const steps = new Map<string, string>()
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*\+\d\d:\d\d|(?<="changed_in": ")\d+/g

/** Of each table after the last step, so that only what changed is reported. */
const contents = new Map<string, string[]>()

const after = async (step: string, result: object) => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'catalog' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  report.push(`# ${step}: ${JSON.stringify(result)}`)
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT jsonb_strip_nulls(to_jsonb(one))::text AS row FROM catalog.${name} one ORDER BY 1`,
    )
    const lines = rows
      .map(({ row }) =>
        row
          .replaceAll(TIME, (time) => {
            if (!steps.has(time)) steps.set(time, step)
            return steps.get(time) ?? ''
          })
          .replaceAll(folder, ''),
      )
      .toSorted()
    const before = contents.get(name) ?? []
    const removed = before.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)
    const added = lines.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
    if (removed.length + added.length > 0) report.push(`## ${name}`, ...removed, ...added)
    contents.set(name, lines)
  }
  report.push('')
}

const read = async (name: string, file: string, text: string, step: string) => {
  await writeFile(join(folder, file), text)
  const { startedAt: _, ...result } = await shops.run(name)
  await after(step, result)
}
const importFile = async (text: string, step: string, replace: boolean) => {
  const { problems, ...result } = await importCsv(database.pool, Readable.from([text]), { replace })
  await after(step, { ...result, problems: problems.kept })
}

it('changes exactly these rows in each run of two shops and a catalogue file', async () => {
  const file = (name: string) => join(folder, name)
  await writeFile(file('a.xml'), xml(A1))
  await writeFile(file('b.tsv'), B1)
  await shops.add({ name: 'Shop A', source: file('a.xml'), currency: 'EUR', credit: 'A' })
  await shops.add({ name: 'Shop B', source: file('b.tsv'), condition: 'used' })

  await read('Shop A', 'a.xml', xml(A1), 'A, first run')
  await read('Shop B', 'b.tsv', B1, 'B, first run')
  await importFile(CSV1, 'catalogue file', false)
  await read('Shop A', 'a.xml', xml(A2), 'A, second run')
  await read('Shop B', 'b.tsv', B2, 'B, second run')

  // Two notices were accepted, and a page has said another price than its feed since.
  await database.pool.query(`
    INSERT INTO takedowns (kind, subject, title, reason) VALUES ('picture', 'x', 'x', 'x');
    INSERT INTO takedown_pictures (takedown_id, url) SELECT id, 'https://cdn.a.example/bad.jpg'
      FROM takedowns;
    INSERT INTO takedown_identities (takedown_id, identity)
      SELECT takedowns.id, md5(E'shop\n' || shops.id || E'\nnotice')::uuid
      FROM takedowns, catalog.shops WHERE name = 'Shop A';
    INSERT INTO catalog.offer_checks (offer_id, source_says, next_check_at, wanted_at)
      SELECT id, '{"price": "£35"}', now(), now() FROM catalog.offers WHERE shop_item_id = '3';
    UPDATE catalog.offers SET price = '£33.00', price_amount = 33 WHERE shop_item_id = '3'`)
  await read('Shop A', 'a.xml', xml(A3), 'A, third run')
  await read('Shop B', 'b.tsv', B3, 'B, third run')
  await importFile(CSV2, 'catalogue file that replaces', true)

  await after('shop A deleted', { offers: await shops.remove('Shop A') })
  await after('shop B deleted', { offers: await shops.remove('Shop B') })
  await expect(`${report.join('\n')}\n`).toMatchFileSnapshot('./golden.txt')
}, 120_000)
