import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createShops } from './index.ts'
import type { NewShop } from './shops.service.ts'

/**
 * Files in the published layouts of shop systems, networks and price comparisons, with what their five items
 * must become. They are written after the layouts, not taken from shops; `tests/feeds/README.md` says more.
 */
const FOLDER = new URL('../../../../tests/feeds/', import.meta.url)
const HEAD = /^# (\S+) (\{.*\}) left out: (\d+)$/
const examples = (await readFile(new URL('expected.txt', FOLDER), 'utf8'))
  .split('\n\n')
  .filter((part) => part.trim() !== '')
  .map((part) => {
    const [head = '', ...items] = part.trim().split('\n')
    const [, file = '', settings = '{}', leftOut = '0'] = HEAD.exec(head) ?? []
    return {
      file,
      settings: JSON.parse(settings) as Partial<NewShop>,
      leftOut: Number(leftOut),
      items: items.toSorted(),
    }
  })

let database: Database
let folder: string
let shops: ReturnType<typeof createShops>
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-examples-'))
  const { pool } = database
  shops = createShops({ pool, atomically: createAtomically(pool), folder: join(folder, 'tmp') })
})
afterAll(async () => {
  await shops.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Row = Record<'title' | 'price' | 'stock' | 'colors' | 'sizes' | 'url', string>
const itemsOf = async (name: string) => {
  const { rows } = await database.pool.query<Row>(
    `SELECT title, trim_scale(price_amount) || ' ' || currency AS price,
      coalesce(availability, '-') AS stock,
      coalesce(nullif(array_to_string(colors, ' '), ''), '-') AS colors,
      coalesce(nullif(array_to_string(sizes, ' '), ''), '-') AS sizes, url
    FROM catalog.offers JOIN catalog.products ON products.id = product_id
    WHERE shop_id = (SELECT shop_id FROM catalog.feeds WHERE name = $1)`,
    [name],
  )
  return rows
    .map((row) => [row.title, row.price, row.stock, row.colors, row.sizes, row.url].join(' | '))
    .toSorted()
}

it('are at least fifty files of at least fourteen formats, with five items each', () => {
  const formats = new Set(examples.map(({ file }) => /^[a-z0-9]+/.exec(file)?.[0]))
  expect(examples.length).toBeGreaterThanOrEqual(50)
  expect(formats.size).toBeGreaterThanOrEqual(14)
  expect(examples.filter(({ items }) => items.length !== 5)).toEqual([])
})

describe('all items are imported from', () => {
  it.each(examples)('$file', async ({ file, settings, leftOut, items }) => {
    const source = new URL(file, FOLDER).pathname
    await shops.add({ name: file, source, ...settings })
    try {
      const run = await shops.run(file)
      expect(run).toMatchObject({ reason: null, problems: [], skipped: 0, leftOut })
      expect(await itemsOf(file)).toEqual(items)
      // Read again, nothing has changed.
      expect(await shops.run(file, { force: true })).toMatchObject({ outcome: 'unchanged' })
    } finally {
      await shops.remove(file)
    }
  })
})
