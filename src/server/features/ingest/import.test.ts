import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createCatalogFilesStore } from '#server/features/catalog/index.ts'
import { createCatalog } from '#server/features/browse/index.ts'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { catalogRow, csvOf } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { CATALOG_CHANGED } from '#server/features/catalog/index.ts'
import type { ImportOptions } from './import.service.ts'
import { type CatalogRowInput, importCsv, importRows } from './index.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE catalog.people, catalog.looks, catalog.shops, catalog.products, catalog.words
      RESTART IDENTITY CASCADE`,
  )
  await database.pool.query('UPDATE catalog.totals SET looks = 0, products = 0')
})

/** In chunks of any size, so that boundaries fall inside fields. */
const importText = (text: string, options: ImportOptions = {}, pieceChars = 1_000_000) => {
  const pieces = text.match(new RegExp(`[^]{1,${pieceChars}}`, 'g')) ?? []
  return importCsv(database.pool, Readable.from(pieces, { objectMode: true }), options)
}

const all = async <T extends object>(sql: string) => (await database.pool.query<T>(sql)).rows
const exportedText = async () => {
  let text = ''
  for await (const piece of createCatalog(database.pool).files.csv()) text += piece
  return text
}
const productNames = async () =>
  (await createCatalogFilesStore(database.pool).rows('0', 100)).map(({ name }) => name)

describe('importing a catalogue file', () => {
  it('tells people apart by folded names, and keeps the spelling that it has', async () => {
    const row = (name: string, number: number) =>
      catalogRow({ celebrity_name: name, celebrity_image: `https://x.example.com/${number}.jpg` })
    await importText(csvOf([row('Zoë Ward', 1)]))
    const result = await importText(
      csvOf([row('ZOE WARD', 2), row('Łucja Ø', 3), row('lucja o.', 4)]),
    )
    expect(result.problems.warnings).toBe(2)
    expect(await all('SELECT name, name_key, look_count FROM catalog.people ORDER BY id')).toEqual([
      { name: 'Zoë Ward', name_key: 'zoeward', look_count: 2 },
      { name: 'Łucja Ø', name_key: 'lucjao', look_count: 2 },
    ])
  })

  it('finds people whom an earlier version added without a folded name', async () => {
    await importText(csvOf([catalogRow({ celebrity_name: 'Zoë Ward' })]))
    await database.pool.query('UPDATE catalog.people SET name_key = NULL')
    await importText(csvOf([catalogRow({ celebrity_name: 'zoe ward' })]))
    expect(await all('SELECT name, name_key FROM catalog.people')).toEqual([
      { name: 'Zoë Ward', name_key: 'zoeward' },
    ])
  })

  describe('of a picture with two people', () => {
    const picture = 'https://x.example.com/couple.jpg'
    const row = (celebrity_name: string, name = 'Coat') =>
      catalogRow({ celebrity_name, celebrity_image: picture, name })
    const looks = () =>
      all<{ name: string; items: string[] }>(`
        SELECT person.name, array_agg(product.title ORDER BY product.title) AS items
        FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
        JOIN catalog.worn_items worn ON worn.look_id = look.id AND worn.person_id = person.id
        JOIN catalog.products product ON product.id = worn.product_id
        GROUP BY look.id, person.name ORDER BY person.name`)
    const ofEach = [
      { name: 'Ada Moss', items: ['Coat', 'Hat'] },
      { name: 'Bo Lind', items: ['Coat'] },
    ]

    it('is a look of each, however often it is imported, and its export repeats the file', async () => {
      const text = csvOf([row('Ada Moss'), row('Bo Lind'), row('Ada Moss', 'Hat')])
      for (const added of [3, 0])
        expect(await importText(text)).toMatchObject({
          added,
          changed: 0,
          problems: { warnings: 0 },
        })
      expect(await looks()).toEqual(ofEach)
      const people = await all('SELECT name, look_count FROM catalog.people ORDER BY name')
      expect(people).toEqual([
        { name: 'Ada Moss', look_count: 1 },
        { name: 'Bo Lind', look_count: 1 },
      ])
      const exported = Papa.parse<CatalogRowInput>(await exportedText(), {
        header: true,
        skipEmptyLines: true,
      }).data
      expect(exported.map(({ celebrity_image }) => celebrity_image)).toEqual(
        [1, 2, 3].map(() => picture),
      )
      const again = await importText(await exportedText(), { replace: true })
      expect(again).toMatchObject({ added: 0, changed: 0, removed: 0 })
    })

    it('stays with whom it belongs to when another file names somebody else', async () => {
      await importText(csvOf([row('Ada Moss'), row('Ada Moss', 'Hat')]))
      const second = await importText(csvOf([row('Bo Lind')]))
      expect(second).toMatchObject({ added: 1, problems: { warnings: 0 } })
      expect(await looks()).toEqual(ofEach)
    })

    it('moves with a warning when a file names somebody else for everything in it', async () => {
      await importText(csvOf([row('Ada Mos'), row('Ada Mos', 'Hat')]))
      const corrected = await importText(csvOf([row('Ada Moss'), row('Ada Moss', 'Hat')]))
      expect(corrected.problems.kept).toEqual([
        expect.objectContaining({
          line: 2,
          message: 'The look belonged to Ada Mos and now belongs to Ada Moss',
        }),
      ])
      expect(await looks()).toEqual([{ name: 'Ada Moss', items: ['Coat', 'Hat'] }])
    })
  })

  it('stores celebrities, their images and the products in them', async () => {
    const result = await importText(
      csvOf([
        catalogRow(),
        catalogRow({ name: 'Suede Boots', website: 'https://shop.example.com/boots' }),
        catalogRow({
          celebrity_name: 'B$ck',
          celebrity_image: 'https://pictures.example.com/b.jpg',
        }),
      ]),
    )
    expect(result).toMatchObject({ isImported: true, rows: 3, added: 3 })
    expect(
      await all(`SELECT name, image = 'person_' || id || '.jpg' AS has_own_image, look_count, product_count
        FROM catalog.people ORDER BY id`),
    ).toEqual([
      { name: 'Ada Lune', has_own_image: true, look_count: 1, product_count: 2 },
      { name: 'B$ck', has_own_image: true, look_count: 1, product_count: 1 },
    ])
    expect(
      await all('SELECT product_count, first_product_name FROM catalog.looks ORDER BY id'),
    ).toEqual([
      { product_count: 2, first_product_name: 'Velvet Dress' },
      { product_count: 1, first_product_name: 'Velvet Dress' },
    ])
    expect(
      await all('SELECT celebrities + creators AS people, looks, products FROM catalog.totals'),
    ).toEqual([{ people: 2, looks: 2, products: 2 }])
    expect(await all('SELECT price, price_amount, currency FROM catalog.offers LIMIT 1')).toEqual([
      { price: '$120.50', price_amount: '120.5', currency: 'USD' },
    ])
  })

  it('can be repeated without duplicates and updates changed rows', async () => {
    await importText(csvOf([catalogRow(), catalogRow({ name: 'Boots' })]))
    expect(await importText(csvOf([catalogRow(), catalogRow({ name: 'Boots' })]))).toMatchObject({
      added: 0,
      changed: 0,
    })
    expect(await importText(csvOf([catalogRow({ price: '€99' })]))).toMatchObject({
      added: 0,
      changed: 1,
    })
    expect(await all('SELECT price FROM catalog.offers ORDER BY id')).toEqual([
      { price: '€99' },
      { price: '$120.50' },
    ])
    expect(await productNames()).toEqual(['Velvet Dress', 'Boots'])
  })

  it('reads the same at any chunk size, even with line breaks and commas in fields', async () => {
    const text = csvOf([
      catalogRow({ name: 'A, "quoted"\nname' }),
      catalogRow({ name: 'Żółty płaszcz' }),
    ])
    for (const pieceChars of [7, 64, 5_000]) {
      await importText(text, { replace: true }, pieceChars)
      expect(await productNames()).toEqual(['A, "quoted"\nname', 'Żółty płaszcz'])
    }
  })

  it('reads the optional columns', async () => {
    const row = catalogRow({
      category: 'Bags',
      brand: 'Almara',
      style_type: 'creator',
      box: '0.1 0.2 0.3 0.4',
      product_image: '/media/demo/bag.png',
      image_width: '800',
      image_height: '1200',
      image_color: '#A1b2c3',
    })
    await importText(csvOf([row], Object.keys(row)))
    expect(await all('SELECT category, brand, pictures FROM catalog.products')).toEqual([
      { category: 'bags', brand: 'Almara', pictures: ['/media/demo/bag.png'] },
    ])
    expect(await all('SELECT box, best_seen FROM catalog.worn_items')).toEqual([
      { box: [0.1, 0.2, 0.3, 0.4], best_seen: null },
    ])
    expect(await all('SELECT width, height, color FROM catalog.looks')).toEqual([
      { width: 800, height: 1200, color: '#a1b2c3' },
    ])
    expect(await all('SELECT style_type FROM catalog.people')).toEqual([{ style_type: 'creator' }])
  })

  it('exports exactly what was imported', async () => {
    const row = catalogRow({
      name: 'A "fine", dress',
      box: '0.25 0.5 0.25 0.5',
      category: 'clothing',
    })
    const boots = catalogRow({ name: 'Boots', box: '0.25 0.5 0.25 0.5 0.375 0.75' })
    await importText(csvOf([row, boots], Object.keys(row)))
    const exported = await exportedText()
    expect(await importText(exported)).toMatchObject({ isImported: true, added: 0, changed: 0 })
    await importText(exported, { replace: true })
    expect(await exportedText()).toBe(exported)
  })

  it('exports text that a spreadsheet would run as a formula behind an apostrophe', async () => {
    const names = ['=cmd|calc!A0', '+1', '-1+1', '@SUM(1)', "'=1", "''=1", '＝1', "'tis a dress"]
    const rows = names.map((name) => catalogRow({ name, price: '-2', brand: '@brand' }))
    await importRows(database.pool, rows)
    const exported = await exportedText()
    const cells = Papa.parse<string[]>(exported.trim()).data.flat()
    expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
    expect(cells).toEqual(expect.arrayContaining(["'=cmd|calc!A0", "''=1", "'tis a dress"]))
    expect(await importText(exported)).toMatchObject({ isImported: true, added: 0, changed: 0 })
    await importText(exported, { replace: true })
    expect(await exportedText()).toBe(exported)
    expect((await productNames()).toSorted()).toEqual(names.toSorted())
  })

  it('refuses a best-seen point outside its box', async () => {
    const row = catalogRow({ box: '0.25 0.5 0.25 0.5 0.1 0.75' })
    const result = await importText(csvOf([row], Object.keys(row)))
    expect(result).toMatchObject({ isImported: false })
    expect(result.problems.kept[0]?.message).toContain('a point after the box')
  })

  it('removes rows that are not in the file with --replace', async () => {
    await importText(
      csvOf([
        catalogRow(),
        catalogRow({ celebrity_name: 'Old', celebrity_image: 'https://x.example.com/o.jpg' }),
      ]),
    )
    const result = await importText(csvOf([catalogRow({ name: 'New' })]), { replace: true })
    expect(result).toMatchObject({ added: 1, removed: 2 })
    expect(await productNames()).toEqual(['New'])
    expect(await all('SELECT name FROM catalog.people')).toEqual([{ name: 'Ada Lune' }])
  })

  it('puts the named celebrities on Home in order, or chooses some', async () => {
    const rows = ['Cy', 'Bo', 'Al'].map((name) =>
      catalogRow({ celebrity_name: name, celebrity_image: `https://x.example.com/${name}.jpg` }),
    )
    const home = () =>
      all('SELECT name FROM catalog.people WHERE home_rank IS NOT NULL ORDER BY home_rank')
    await importRows(database.pool, rows)
    expect(await home()).toHaveLength(3)
    await importRows(database.pool, rows, { home: ['Cy', 'Al', 'Nobody'] })
    expect(await home()).toEqual([{ name: 'Cy' }, { name: 'Al' }])
    await importRows(database.pool, rows)
    expect(await home()).toEqual([{ name: 'Cy' }, { name: 'Al' }])
  })

  it('tells every server that the catalogue changed', async () => {
    const client = await database.pool.connect()
    await client.query(`LISTEN ${CATALOG_CHANGED}`)
    const heard = new Promise((resolve) => client.once('notification', resolve))
    await importRows(database.pool, [catalogRow()])
    await expect(heard).resolves.toMatchObject({ channel: CATALOG_CHANGED })
    client.release(true)
  })
})

describe('one thing in several looks', () => {
  const look = (number: number, changes: CatalogRowInput = {}) =>
    catalogRow({
      celebrity_name: `Person ${number}`,
      celebrity_image: `https://pictures.example.com/${number}.jpg`,
      category: 'clothing',
      ...changes,
    })
  const COLUMNS = [...Object.keys(look(1)), 'brand', 'product_image']
  const importLooks = (rows: CatalogRowInput[], options: ImportOptions = {}) =>
    importText(csvOf(rows, COLUMNS), options)
  const products = () =>
    all('SELECT title, brand, category, pictures, worn_count FROM catalog.products ORDER BY id')

  it('is one product with one offer of the shop at its website', async () => {
    await importLooks([look(1), look(2), look(3, { website: 'https://www.other.example/dress' })])
    expect(await products()).toMatchObject([{ worn_count: 2 }, { worn_count: 1 }])
    expect(
      await all(`SELECT shop.host, home_page, price FROM catalog.offers
        JOIN catalog.shops shop ON shop.id = shop_id ORDER BY offers.id`),
    ).toEqual([
      { host: 'shop.example.com', home_page: 'https://shop.example.com/', price: '$120.50' },
      { host: 'other.example', home_page: 'https://www.other.example/', price: '$120.50' },
    ])
  })

  it('is never recognised by its name alone', async () => {
    await importLooks([look(1, { website: '' }), look(2, { website: '' })])
    expect(await products()).toHaveLength(2)
    expect(await importLooks([look(1, { website: '' })])).toMatchObject({ added: 0, changed: 0 })
    expect(await products()).toHaveLength(2)
  })

  it('keeps the bytes of rows that disagree about it', async () => {
    const rows = [
      look(1, { name: 'velvet DRESS', price: '$99' }),
      look(2, { brand: 'Almara', product_image: '/media/a.png' }),
      look(3, { category: '', brand: 'Tesselle', product_image: '/media/b.png' }),
    ]
    await importLooks(rows)
    const exported = await exportedText()
    expect(await products()).toEqual([
      {
        title: 'velvet DRESS',
        brand: 'Almara',
        category: 'clothing',
        pictures: ['/media/a.png', '/media/b.png'],
        worn_count: 3,
      },
    ])
    for (const row of rows)
      for (const value of [row.name, row.price, row.product_image])
        expect(exported).toContain(value ?? '')
    expect(await importLooks(rows)).toMatchObject({ added: 0, changed: 0 })
    expect(await importText(exported)).toMatchObject({ added: 0, changed: 0 })
    await importText(exported, { replace: true })
    expect(await exportedText()).toBe(exported)
  })

  it('has a new price in all of them, and remembers the former one', async () => {
    await importLooks([look(1), look(2)])
    await importLooks([look(1), look(2)])
    expect(await all('SELECT FROM catalog.price_changes')).toEqual([])
    expect(await importLooks([look(2, { price: '$99' })])).toMatchObject({ changed: 1 })
    const exported = await createCatalogFilesStore(database.pool).rows('0', 10)
    expect(exported.map(({ price }) => price)).toEqual(['$99', '$99'])
    expect(
      await all('SELECT former_price, former_amount, former_currency FROM catalog.price_changes'),
    ).toEqual([{ former_price: '$120.50', former_amount: '120.5', former_currency: 'USD' }])
  })

  it('goes when the last look with it goes', async () => {
    await importLooks([look(1), look(2)])
    await importLooks([look(2)], { replace: true })
    expect(await products()).toMatchObject([{ worn_count: 1 }])
    await importLooks([look(3, { name: 'Boots' })], { replace: true })
    expect(await products()).toMatchObject([{ title: 'Boots' }])
    expect(await all('SELECT FROM catalog.offers')).toHaveLength(1)
  })
})

describe('a file with problems', () => {
  const HEADER = 'celebrity_name,celebrity_image,name,price,website'
  const GOOD = 'Ada,https://x.example.com/a.jpg,Dress,$1,https://s.example.com/1'

  const problemsOf = async (...lines: string[]) => {
    const result = await importText(lines.join('\n'))
    return { ...result, list: result.problems.kept }
  }

  const cases: [string, string[], number, string][] = [
    [
      'an unterminated quoted field',
      [HEADER, GOOD, 'Ada,"https://x.example.com/b.jpg,Hat,$1,'],
      3,
      CATALOG_PROBLEMS.unterminatedQuote,
    ],
    [
      'a malformed trailing quote',
      [HEADER, 'Ada,"https://x.example.com/a.jpg"x,Hat,$1,'],
      2,
      CATALOG_PROBLEMS.malformedQuote,
    ],
    ['too many fields', [HEADER, GOOD, `${GOOD},more`], 3, CATALOG_PROBLEMS.tooManyFields(5, 6)],
    [
      'too few fields',
      [HEADER, 'Ada,https://x.example.com/a.jpg', GOOD],
      2,
      CATALOG_PROBLEMS.tooFewFields(5, 2),
    ],
    [
      'a missing column',
      ['celebrity_name,celebrity_image,name,price', GOOD],
      1,
      'The column website is missing',
    ],
    [
      'a thousand columns more than there are',
      [HEADER + ',x'.repeat(1_000)],
      1,
      CATALOG_PROBLEMS.tooManyColumns(1_000, 1_005),
    ],
    ['an empty file', [''], 1, 'The file is empty'],
    [
      'no name',
      [HEADER, 'Ada,https://x.example.com/a.jpg,,$1,https://s.example.com'],
      2,
      'name is missing',
    ],
    [
      'a script as website',
      [HEADER, 'Ada,https://x.example.com/a.jpg,Hat,$1,javascript:alert(1)'],
      2,
      'website is not an http(s) address',
    ],
  ]
  it.each(cases)('is refused for %s, with its line', async (_, lines, line, message) => {
    const { isImported, list } = await problemsOf(...lines)
    expect(isImported).toBe(false)
    expect(list).toContainEqual({ line, severity: 'error', message })
    expect(await productNames()).toEqual([])
  })

  it('counts lines as an editor does, across quoted line breaks and empty lines', async () => {
    const { list } = await problemsOf(
      HEADER,
      `Ada,https://x.example.com/a.jpg,"two\nlines",$1,`,
      '',
      'short',
    )
    expect(list).toEqual([
      { line: 5, severity: 'error', message: CATALOG_PROBLEMS.tooFewFields(5, 1) },
    ])
  })

  it('reports every problem, not only the first', async () => {
    const { problems } = await problemsOf(HEADER, 'a', 'b', GOOD, 'c')
    expect(problems.kept.map(({ line }) => line)).toEqual([2, 3, 5])
  })

  it('leaves the existing catalogue unchanged', async () => {
    await importText(csvOf([catalogRow()]))
    await importText(`${csvOf([catalogRow({ price: '$1' }), catalogRow({ name: 'Hat' })])}\nbroken`)
    expect(await productNames()).toEqual(['Velvet Dress'])
    expect(await all('SELECT price FROM catalog.offers')).toEqual([{ price: '$120.50' }])
  })

  it('only warns about an undetectable delimiter, a duplicate header or an unknown column', async () => {
    const { problems } = await problemsOf(HEADER.split(',')[0] ?? '')
    expect(problems.kept).toContainEqual({
      line: 1,
      severity: 'warning',
      message: CATALOG_PROBLEMS.undetectableDelimiter,
    })
    const { isImported, list } = await problemsOf(`${HEADER},name,shelf`, `${GOOD},x,y`)
    expect(isImported).toBe(true)
    expect(list).toContainEqual({
      line: 1,
      severity: 'warning',
      message: CATALOG_PROBLEMS.duplicateHeader('name', 'name_1'),
    })
    expect(list).toContainEqual({
      line: 1,
      severity: 'warning',
      message: 'The column shelf is not used',
    })
  })

  it('stops early at an unterminated quote instead of buffering the file', async () => {
    let sent = 0
    const endless = Readable.from(
      (function* () {
        yield `${HEADER}\n${GOOD}\nAda,"`
        for (sent = 0; sent < 1_000; sent += 1) yield 'x'.repeat(10_000)
      })(),
      { highWaterMark: 1 },
    )
    const { isImported, problems } = await importCsv(database.pool, endless)
    expect(isImported).toBe(false)
    expect(problems.kept).toEqual([
      { line: 3, severity: 'error', message: CATALOG_PROBLEMS.unterminatedQuote },
    ])
    expect(sent).toBeLessThan(150)
  })

  it('keeps a bounded list of problems', async () => {
    const { problems } = await problemsOf(HEADER, ...Array<string>(3_000).fill('x'))
    expect(problems.errors).toBe(3_000)
    expect(problems.kept).toHaveLength(1_000)
  })
})
