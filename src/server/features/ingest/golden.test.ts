import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createShops, importCsv } from './index.ts'
import type { NewShop } from './shops.service.ts'

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

const onPage = (id: string, title: string, price: string, page: string, more: Item = {}): Item =>
  a(id, title, price, {
    link: `https://a.shop.example/${page}?variant=${id}`,
    canonical_link: `https://a.shop.example/${page}`,
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
  // Dinars have three decimals, yen none.
  a('dinar', 'Silk abaya', '12.345 JOD'),
  a('yen', 'Cotton kimono', '12800.4 JPY'),
  // The page of its sizes is one, and so is the item; a group of different things is none.
  onPage('tee-s', 'Polo shirt S', '18', 'polo', { size: 'S', brand: 'Nord' }),
  onPage('tee-m', 'Polo shirt M', '17', 'polo', { size: 'M', brand: 'Nord' }),
  a('mixed-1', 'Wool scarf', '20', { item_group_id: 'mixed', size: 'M/L/XL' }),
  a('mixed-2', 'Leather boots', '90', { item_group_id: 'mixed', size: '32/34' }),
  // One part number, two colours.
  a('mpn-red', 'Beanie', '12', { brand: 'Nord', mpn: 'N-7', color: 'Red' }),
  a('mpn-blue', 'Beanie', '13', { brand: 'Nord', mpn: 'N-7', color: 'Blue' }),
  a('pack', 'Socks, pack of 3', '9', { product_type: 'Socks' }),
  a('dog', 'Dog coat', '30', { google_product_category: '5' }),
  a('inside', 'Silk tie', '30', { link: 'http://192.168.1.4/tie' }),
  a('gone', 'Linen shirt', '22'),
  a('filler', 'Plain tee', '7.999', { mpn: 'T', brand: 'Generic' }),
]
const A2 = [
  ...A1.filter(({ id }) => !['gone', 'on-sale', 'ribs-m', 'dearer-sale'].includes(String(id))),
  // Its offer moves to the coat; nobody sells the hat it was.
  a('dearer-sale', 'Rain hat', '30', { sale_price: '35 EUR', gtin: SHARED_GTIN }),
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
  ...A2.filter(({ id }) => !['coat', 'usd', 'notice'].includes(String(id))),
  a('notice', 'Forged bag', '16'),
  // A new id at the same link.
  onPage('usd-2', 'Denim jacket', '99.90 USD', 'usd', { condition: 'refurbished' }),
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
  'image_link',
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
const B_COAT = b(
  '1',
  'Coat of wool',
  '130 GBP',
  '',
  SHARED_GTIN,
  'NORD',
  '',
  'in_stock',
  '',
  // The coat has the pictures of the shop that described it first.
  'https://cdn.b.example/coat.jpg',
)
const B_WATCH = b('2', 'Watch', '1.250,00 EUR', '990 EUR', '', 'aurum', 'w-1', 'in stock', 'new')
const B_BELT = b('3', 'Leather belt', '35 GBP', '', '', '', '', 'backorder')
const B_RING = b('4', 'Ring', '12 GBP')
const B1 = tsv(B_COAT, B_WATCH, B_BELT, B_RING)
const B_BELT2 = B_BELT.with(5, '4006381333955')
const B2 = tsv(B_COAT.with(3, '125 GBP'), B_WATCH, B_BELT2)
// A page said another price than the belt's feed; only its brand changes here.
const B_BELT3 = B_BELT2.with(6, 'Nord')
const B3 = tsv(B_COAT.with(3, '125 GBP'), B_WATCH.with(8, 'out of stock'), B_BELT3, B_RING)

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
    WHERE table_schema = 'catalog' AND table_type = 'BASE TABLE'
      -- Their order is that of the rows in their tables; events.test.ts is about them.
      AND table_name <> 'events' ORDER BY 1`,
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
    INSERT INTO catalog.offer_checks (offer_id, source_says, next_check_at, wanted_at)
      SELECT id, '{"price": "€990"}', now(), now() FROM catalog.offers
      WHERE shop_item_id = '2' AND price = '€990';
    UPDATE catalog.offers SET price = '£33.00', price_amount = 33 WHERE shop_item_id = '3'`)
  await read('Shop A', 'a.xml', xml(A3), 'A, third run')
  await read('Shop B', 'b.tsv', B3, 'B, third run')
  await importFile(CSV2, 'catalogue file that replaces', true)

  await after('shop A deleted', { offers: await shops.remove('Shop A') })
  await after('shop B deleted', { offers: await shops.remove('Shop B') })
  await expect(`${report.join('\n')}\n`).toMatchFileSnapshot('./golden.txt')
}, 120_000)

/** One small file of each format, as the systems write them; their items as they are offered. */
const FORMATS: Record<string, { file: string; text: string; settings?: Partial<NewShop> }> = {
  'Shopify export': {
    file: 'shopify.csv',
    settings: { shop: 'https://lena.example.org/', currency: 'EUR' },
    text: `Handle,Title,Body (HTML),Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Barcode,Image Src,Image Position,Variant Image,Status
lena-top,Lena top,<p>Soft</p>,Lena,Apparel & Accessories > Clothing > Shirts & Tops,Tops,true,Color,Black,Size,S,L-1,shopify,0,deny,30.00,,https://cdn.example.org/l1.jpg,1,https://cdn.example.org/black.jpg,active
lena-top,,,,,,,,Black,,M,L-2,shopify,4,deny,32.00,,https://cdn.example.org/l2.jpg,2,,
lena-top,,,,,,,,Red,,M,L-3,shopify,1,deny,28.00,,,,https://cdn.example.org/red.jpg,
lena-top,,,,,,,,,,,,,,,,,https://cdn.example.org/l3.jpg,3,,
lena-cap,Lena cap,,Lena,,Caps,true,Title,Default Title,,,C-1,,,deny,12.00,,https://cdn.example.org/c.jpg,1,,active
lena-old,Lena old,,Lena,,Caps,true,Title,Default Title,,,C-2,,,deny,12.00,,,,,draft
`,
  },
  'Shopify products.json': {
    file: 'shopify.json',
    settings: { shop: 'https://json.example.org/', currency: 'CAD' },
    text: JSON.stringify([
      {
        id: 5,
        title: 'Camp cap',
        handle: 'camp-cap',
        vendor: 'Blue',
        product_type: 'Caps',
        options: [{ name: 'Colour' }, { name: 'Size' }],
        variants: [
          { option1: 'Navy', option2: 'S', price: '40.00', available: true },
          { option1: 'Navy', option2: 'L', price: '42.00', available: false },
        ],
        images: [{ src: 'https://cdn.example.org/camp.jpg' }],
      },
    ]),
  },
  WooCommerce: {
    file: 'woo.csv',
    settings: { shop: 'https://woo.example.org/', currency: 'USD' },
    text: `ID,Type,SKU,Name,Published,Visibility in catalog,Description,In stock?,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
741,variable,tee,Basic T-shirt,1,visible,Soft,1,,,"Clothing > T-shirts, Sale","https://woo.example.org/t1.jpg, https://woo.example.org/t2.jpg",,Color,"Blue, Red",Size,"S, M"
745,simple,beanie,Beanie,1,visible,Warm,1,18,20,Clothing > Accessories,https://woo.example.org/b.jpg,,Color,Red,,
746,simple,hidden,Hidden hat,0,hidden,,1,,20,Hats,,,,,,
747,variation,tee-b,Basic T-shirt - Blue,1,visible,,1,,25,,,tee,Color,Blue,Size,S
748,variation,tee-r,Basic T-shirt - Red,1,visible,,0,,24,,https://woo.example.org/red.jpg,id:741,Color,Red,Size,M
`,
  },
  'WooCommerce, in Russian': {
    file: 'woo-ru.csv',
    settings: { shop: 'https://woo-ru.example.org/', currency: 'RUB' },
    text: `ID,Тип,Артикул,Имя,Опубликован,Описание,"В наличии?","Базовая цена",Категории,Изображения
40,simple,,"Кружевной комбинезон",1,Описание,1,2400,Женская одежда,https://woo-ru.example.org/1.jpg
`,
  },
  Wix: {
    file: 'wix.csv',
    settings: { shop: 'https://wix.example.org/', currency: 'GBP' },
    text: `\uFEFFhandleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2
product_1,Product,Tutu dress,<p>Fun</p>,a~mv2.jpg;b~mv2.jpg,Kids;Dresses,,,18.0,,true,PERCENT,10.0,InStock,Colour,COLOR,"rgb(255, 192, 203):pink;#CC9BD0:Lilac",Size,DROP_DOWN,2 years;3 years
product_1,Variant,,,,,,,,0.0,true,,,InStock,,,"rgb(255, 192, 203):pink",,,2 years
product_1,Variant,,,,,,,,2.0,true,,,OutOfStock,,,#CC9BD0:Lilac,,,3 years
`,
  },
  Etsy: {
    file: 'etsy.csv',
    settings: { shop: 'https://www.etsy.com/shop/Anna' },
    text: `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU
"Linen scarf, hand woven","Woven",65,USD,1,"gift,scarf",Linen,https://i.example.org/1.jpg,https://i.example.org/2.jpg,,,,linen-1
`,
  },
  'Meta template': {
    file: 'meta.csv',
    text: `# Required | A unique content ID for the item.,# Required | A specific title,# Required | The price,# Required | The link,,
id,title,price,link,gender,age_group
m-1,Royal blue top,"49,00 TND",https://meta.example.org/1,unisex,adult
`,
  },
  'Yandex YML': {
    file: 'yml.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog date="2026-01-01 10:00"><shop><name>S</name>
<currencies><currency id="RUR" rate="1"/></currencies>
<categories><category id="1">Одежда</category><category id="2" parentId="1">Платья</category><category id="3">Красота и здоровье</category></categories>
<offers>
<offer id="y1" available="true" group_id="g1"><url>https://yml.example.org/1</url><price>3400</price><currencyId>RUR</currencyId><categoryId>2</categoryId><picture>https://yml.example.org/1.jpg</picture><picture>https://yml.example.org/2.jpg</picture><vendor>Rene</vendor><name>Платье Rene</name><param name="Цвет">Синий</param><param name="Размер">42</param><param name="Пол">Женский</param></offer>
<offer id="y2" available="false" group_id="g1"><url>https://yml.example.org/1</url><price>3100</price><currencyId>RUR</currencyId><categoryId>2</categoryId><vendor>Rene</vendor><name>Платье Rene</name><param name="Цвет">Синий</param><param name="Размер">44</param></offer>
<offer id="y3" available="true"><url>https://yml.example.org/3</url><price>900</price><currencyId>RUR</currencyId><categoryId>3</categoryId><name>Шампунь</name></offer>
</offers></shop></yml_catalog>`,
  },
  Atom: {
    file: 'atom.xml',
    text: `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>23</g:id><g:title><![CDATA[Термобельё]]></g:title><link href="https://atom.example.org/23"/><g:price>1 999 UAH</g:price><g:condition>used</g:condition></entry></feed>`,
  },
  TSV: {
    file: 'plain.tsv',
    text: `id\ttitle\tlink\tprice\titem_group_id\tcolor\tsize\tgender
g-m\tSki jacket — Black, Size M\thttps://tsv.example.org/g-m\t12.500 JOD\tg\tBlack\tM\tmale
g-l\tSki jacket — Black, Size L\thttps://tsv.example.org/g-l\t13.500 JOD\tg\tBlack\tL\tmale
`,
  },
  ShareASale: {
    file: 'shareasale.txt',
    settings: { currency: 'USD' },
    text: `881|Leather belt|77|Belts Inc|https://www.shareasale.com/m-pr.cfm?merchantID=77&userID=YOURUSERID&productID=881|https://s.example.org/t.jpg|https://s.example.org/b.jpg|39.00|59.00|Clothing|Accessories|A belt||||||2026-01-01|instock|Belts|B-1|Belts||||012345678905|SKU-1
`,
  },
  Rakuten: {
    file: 'rakuten.txt',
    text: `HDR|1237|Shoes.example|09/03/2026 00:02:32
900|Suede boots|SB-1|Shoes|Boots|https://click.linksynergy.com/link?id=x&murl=https%3A%2F%2Fshoes.example.org%2F900|https://shoes.example.org/900.jpg||Boots|Long boots|0|amount|80|120|||Suedes||boots|P-9|Suedes Ltd||in-stock|012345678912|60|USD|||||38|Suede|Brown|Female||Adult
TRL|1
`,
  },
  'another list as XML': {
    file: 'list.xml',
    settings: { currency: 'EUR' },
    text: `<products><product><part_number>77</part_number><name>Silver ring</name><url>https://list.example.org/77</url><category>Jewelry &gt; Rings</category><variants><price>78</price><image>https://list.example.org/77.jpg</image></variants></product></products>`,
  },
  'product page': {
    file: 'page.html',
    settings: { shop: 'https://page.example.org/p/9' },
    text: `<!doctype html><html><head><script type="application/ld+json">{"@type":"Product","name":"Wool hat","image":"/hat.jpg","offers":{"price":"25","priceCurrency":"KES"}}</script></head></html>`,
  },
  'columns of its own': {
    file: 'own.csv',
    settings: { map: 'title=Label,price=Cost,link=https://own.example.org/{No},id=No' },
    text: `No;Label;Cost\n1;Abaya, black;1 250 ₽\n`,
  },
}

it('offers these items of each format', async () => {
  const lines: string[] = []
  for (const [name, { file, text, settings }] of Object.entries(FORMATS)) {
    await writeFile(join(folder, file), text)
    await shops.add({ name, source: join(folder, file), ...settings })
    const { startedAt: _, ...result } = await shops.run(name)
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT jsonb_strip_nulls((to_jsonb(offer) || jsonb_build_object('product', to_jsonb(product)
          - '{id,product_key,search,seen,worn_count,described_by}'::text[]))
          - '{id,product_id,shop_id,first_seen_at,last_seen_at}'::text[])::text AS row
      FROM catalog.offers offer JOIN catalog.products product ON product.id = product_id
      WHERE shop_id = (SELECT shop_id FROM catalog.feeds WHERE name = $1) ORDER BY shop_item_id`,
      [name],
    )
    lines.push(`# ${name}: ${JSON.stringify(result)}`, ...rows.map(({ row }) => row), '')
    // Read again, nothing has changed.
    expect(await shops.run(name, { force: true })).toMatchObject({ outcome: 'unchanged' })
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-formats.txt')
}, 120_000)
