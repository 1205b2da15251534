import { describe, expect, it } from 'vitest'
import { createColumnReader, proposeColumns } from './feed-columns.ts'
import { type FeedDefaults, productPageUrl, RawItemBuilder, readItem } from './feed-item.ts'
import { titleWithoutSize } from './sizes.ts'
import { type StagedItem, stagedRecords } from '#server/features/catalog/index.ts'
import { addItemHash, contentOf, contentsFrom, saltOf, stagedItem } from './staged-item.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const VALID = {
  id: 'A-1',
  title: 'Wool coat',
  link: 'https://shop.example.com/coat',
  price: '120 EUR',
}
type Values = Record<string, string | readonly string[]>

const read = (values: Values, defaults: Partial<FeedDefaults> = {}) => {
  const item = new RawItemBuilder(1)
  for (const [name, texts] of Object.entries({ ...VALID, ...values }))
    for (const text of [texts].flat()) item.add(name, text)
  return readItem(item.build(), { now: NOW, ...defaults })
}
const itemOf = (values: Values, defaults?: Partial<FeedDefaults>) => {
  const result = read(values, defaults)
  if (!('item' in result)) throw new Error(JSON.stringify(result))
  return result.item
}

describe('a GTIN', () => {
  it.each([
    ['4006381333931', '04006381333931'],
    ['400-6381 333931', '04006381333931'],
    ['036000291452', '00036000291452'],
    ['96385074', '00000096385074'],
    ['14006381333938', '14006381333938'],
    // A wrong check digit, another length, no number, only zeros.
    ['4006381333932', null],
    ['40063813339', null],
    ['4006381333931x', null],
    ['00000000', null],
    ['', null],
    // With a right check digit, but assigned by the shop itself: 2, 02 and 04. Eight digits have other prefixes.
    ['2012345678903', null],
    ['0212345678909', null],
    ['212345678909', null],
    ['0412345678903', null],
    ['412345678903', null],
    ['20123451', '00000020123451'],
    ['0512345678900', '00512345678900'],
  ])('%s is %j', (gtin, expected) => expect(itemOf({ gtin }).gtin).toBe(expected))
})

describe('the price of an item', () => {
  it.each<[Values, number, string]>([
    [{ price: '120 EUR' }, 120, 'EUR'],
    [{ price: '120', currency: 'gbp' }, 120, 'GBP'],
    [{ price: '12.500', currency: 'KWD' }, 12.5, 'KWD'],
    [{ price: '12.500', currency: 'EUR' }, 12_500, 'EUR'],
    [{ price: '7.999', currency: 'EUR' }, 7_999, 'EUR'],
    [{ price: '19.9949 EUR' }, 19.99, 'EUR'],
    [{ price: '120 EUR', sale_price: '90 EUR' }, 90, 'EUR'],
    [{ price: '120 EUR', sale_price: '90' }, 90, 'EUR'],
    [{ price: '120 EUR', sale_price: '120 EUR' }, 120, 'EUR'],
    [{ price: '120 EUR', sale_price: '130 EUR' }, 120, 'EUR'],
    [{ price: '120 EUR', sale_price: '0 EUR' }, 120, 'EUR'],
    [{ price: '', sale_price: '90 EUR' }, 90, 'EUR'],
    [{ price: '10000000 EUR' }, 10_000_000, 'EUR'],
    [{ price: '120' }, 120, 'CHF'],
  ])('%j is %d %s', (values, amount, currency) =>
    expect(itemOf({ ...values }, { currency: 'CHF' })).toMatchObject({ amount, currency }),
  )

  it.each<[Values, string]>([
    [{ price: 'ask us' }, 'has no price'],
    [{ price: '0 EUR' }, 'has no price'],
    [{ price: '10000001 EUR' }, 'has an impossible price, 10000001'],
    [{ price: '120' }, 'has a price without a currency, "120"'],
  ])('%j: %s', (values, reason) => expect(read(values)).toMatchObject({ reason }))

  it.each([
    ['2026-11-01T00:00Z/2026-11-30T23:59Z', 90],
    ['2026-11-15T12:00:00Z/2026-11-15T12:00:00Z', 90],
    ['2026-11-01T00:00Z / 2026-11-15T11:59:59Z', 120],
    ['2026-11-15T12:00:01Z/2026-12-01T00:00Z', 120],
    ['soon', 90],
    ['2026-12-01T00:00Z', 90],
    ['soon/2026-11-01T00:00Z', 90],
    ['2026-12-01T00:00Z/later', 90],
  ])('of a sale on %s is %d', (sale_price_effective_date, amount) =>
    expect(itemOf({ sale_price: '90 EUR', sale_price_effective_date }).amount).toBe(amount),
  )
})

describe('beside the price, an item states', () => {
  const shipping = (amount: number, to: string | null = null) => ({ shipping: { amount, to } })
  it.each<[Values, object | null]>([
    [{ shipping: 'DE::Standard:4,95 EUR' }, shipping(4.95, 'DE')],
    [{ shipping: 'us:CA:Ground:6.49 USD:1:3:2:5', price: '9 USD' }, shipping(6.49, 'US')],
    [{ shipping: 'US:CA:Fast:16 EUR,US:CA:Ground:6 EUR,GB:::1 EUR' }, shipping(6, 'US')],
    [{ shipping: ':::0 EUR' }, shipping(0)],
    [{ shipping: ['DE:::4 EUR', '7'] }, shipping(7)],
    [{ shipping: '3.90' }, shipping(3.9)],
    [{ shipping: 'DE:::4.95 USD' }, null],
    [{ shipping: 'US:CA:Ground::1:3:2:5' }, null],
    [{ shipping: 'free' }, null],
    [{ quantity: '3', availability: 'in stock' }, { left: 3 }],
    [
      { quantity: '5', shipping: '2', availability: '5' },
      { left: 5, ...shipping(2) },
    ],
    [{ quantity: '6', availability: 'in stock' }, null],
    [{ quantity: '0', availability: 'in stock' }, null],
    [{ quantity: '2.5', availability: 'in stock' }, null],
    [{ quantity: '3', availability: 'preorder' }, null],
    [{ quantity: '3', availability: '' }, null],
    [{ sale_price: '7 EUR' }, { before: 9 }],
    [{ sale_price: '9 EUR' }, null],
    [{ sale_price: '11 EUR' }, null],
    [{ price: '', sale_price: '7 EUR' }, null],
  ])('%j: %j', (values, terms) =>
    expect(itemOf({ price: '9 EUR', ...values }).terms).toEqual(terms),
  )
})

describe('the link of an item', () => {
  const shop = { shopUrl: 'https://shop.example.com/' }
  it.each<[string, Partial<FeedDefaults>, string]>([
    ['//shop.example.com/a', {}, 'https://shop.example.com/a'],
    [' https://a.example.com/?a=1&amp;b=2 ', {}, 'https://a.example.com/?a=1&b=2'],
    ['/p/1', shop, 'https://shop.example.com/p/1'],
    ['https://other.example.com/1', shop, 'https://other.example.com/1'],
    ['http://localhost:8080/1', { allowsPrivate: true }, 'http://localhost:8080/1'],
    ['https://93.184.216.34/1', {}, 'https://93.184.216.34/1'],
    ['https://localhost.example.com/', {}, 'https://localhost.example.com/'],
  ])('%s is taken', (link, defaults, url) => expect(itemOf({ link }, defaults).url).toBe(url))

  it.each([
    ['/p/1', `has a link without the shop's address: "/p/1"`],
    ['ftp://a.example.com', 'has a link that is not a web address: "ftp://a.example.com"'],
    ['javascript:alert(1)', 'has a link that is not a web address: "javascript:alert(1)"'],
    ['https://a@b.example.com', 'has a link that is not a web address: "https://a@b.example.com"'],
    [
      'https://:b@c.example.com',
      'has a link that is not a web address: "https://:b@c.example.com"',
    ],
    ['http://', 'has a link that is not a web address: "http://"'],
    [`https://a.example.com/${'x'.repeat(2000)}`, 'has a link that is too long'],
    ['http://localhost/1', 'has a link into a private network: "http://localhost/1"'],
    ['http://intranet/1', 'has a link into a private network: "http://intranet/1"'],
    ['http://printer.local/1', 'has a link into a private network: "http://printer.local/1"'],
    ['http://127.0.0.1/1', 'has a link into a private network: "http://127.0.0.1/1"'],
  ])('%s: %s', (link, reason) => expect(read({ link })).toMatchObject({ reason }))

  it('is that of the shop if the item has its own only there', () => {
    const values = { link: '', shop_link: '/p/1' }
    expect(read(values)).toEqual({ reason: 'has no link', question: 'shop' })
    expect(itemOf(values, shop).url).toBe('https://shop.example.com/p/1')
    expect(read({ link: '' }, shop)).toEqual({ reason: 'has no link', question: 'link' })
  })

  it('identifies the item without tracking, by the canonical one if there is one', () => {
    const link = 'https://click.example.com/?utm_source=x&GCLID=1&size=2#top'
    expect(itemOf({ link })).toMatchObject({
      url: link,
      canonicalUrl: 'https://click.example.com/?size=2',
    })
    const canonical_link = 'https://a.example.com/1?fbclid=2'
    expect(itemOf({ link, canonical_link }).canonicalUrl).toBe('https://a.example.com/1')
    expect(itemOf({ link, canonical_link: 'ftp://x' }).canonicalUrl).toBe(
      'https://click.example.com/?size=2',
    )
    expect(itemOf({ id: '', link }).id).toBe('https://click.example.com/?size=2')
  })

  it.each([
    [
      'https://a.example.com/1?variant=2&Size=M&dwvar_1_color=red&page=3',
      'https://a.example.com/1?page=3',
    ],
    ['https://a.example.com/1#variant', 'https://a.example.com/1'],
    ['https://a.example.com/1', 'https://a.example.com/1'],
    ['not a link?size=1', 'not a link?size=1'],
  ])('leads to the page of all sizes: %s', (address, page) =>
    expect(productPageUrl(address)).toBe(page),
  )
})

describe('an item', () => {
  it.each<[Values, object]>([
    [{ title: '  ' }, { reason: 'has no title', question: 'title' }],
    [{ published: 'Draft' }, { leftOut: 'is not published', category: '(no category)' }],
    [{ published: '-1' }, { leftOut: 'is not published', category: '(no category)' }],
    [
      { title: 'Table lamp', product_type: 'Home & Garden > Lamps' },
      { leftOut: 'is not fashion', category: 'Home & Garden > Lamps' },
    ],
    [
      { title: 'Puodelis', product_type: 'Indai' },
      { leftOut: 'is of no kind that we know', category: 'Indai' },
    ],
    [
      { title: 'E-Gift Card', product_type: 'Dresses' },
      { leftOut: 'is not a product', category: 'Dresses' },
    ],
    [{ title: 'Shipping protection' }, { leftOut: 'is not a product', category: '(no category)' }],
  ])('%j is left out', (values, result) => expect(read(values)).toEqual(result))

  it('that is not fashion is taken if all are', () => {
    const lamp = { title: 'Table lamp', product_type: 'Home & Garden > Lamps' }
    expect(itemOf(lamp, { takesAll: true }).category).toBe('other')
    expect(itemOf({ published: 'publish' }).title).toBe('Wool coat')
  })

  it.each([
    ['in stock', 'in_stock'],
    ['https://schema.org/InStock', 'in_stock'],
    ['Sold Out', 'out_of_stock'],
    ['3', 'in_stock'],
    ['1.0', 'in_stock'],
    ['0', 'out_of_stock'],
    ['-2', 'out_of_stock'],
    ['pre-order', 'preorder'],
    ['backorder', 'backorder'],
    ['3 left', null],
    ['', null],
  ])('whose availability is %j is %j', (availability, expected) =>
    expect(itemOf({ availability }).availability).toBe(expected),
  )

  it.each([
    ['', {}, 'new'],
    ['', { condition: 'used' as const }, 'used'],
    ['Refurbished', { condition: 'used' as const }, 'refurbished'],
    ['https://schema.org/UsedCondition', {}, 'used'],
    ['as it is', {}, 'new'],
  ])('whose condition is %j is, by default %j, %s', (condition, defaults, expected) =>
    expect(itemOf({ condition }, defaults).condition).toBe(expected),
  )

  it.each([
    ['Maison', 'Maison'],
    ['N/A', null],
    ['No Brand', null],
    ['--', null],
    ['', null],
    ['Other Stories', 'Other Stories'],
  ])('of the brand %j has the brand %j', (brand, expected) =>
    expect(itemOf({ brand }).brand).toBe(expected),
  )

  it('has at most three colours, each once', () => {
    expect(itemOf({ color: 'Red / red;Blue, Blue | Green & Pink+Grey' }).colors).toEqual([
      'Red',
      'red',
      'Blue',
    ])
    expect(itemOf({ color: ' / ' }).colors).toEqual([])
  })

  it('says pattern and material in lower case, and where it belongs', () => {
    expect(
      itemOf({ pattern: 'STRIPED', material: 'Silk', product_type: 'Women > Coats', mpn: ' X-1 ' }),
    ).toMatchObject({ pattern: 'striped', material: 'silk', departments: ['women'], mpn: 'X-1' })
    expect(itemOf({})).toMatchObject({
      pattern: null,
      material: null,
      mpn: null,
      groupId: null,
      description: null,
      departments: [],
      soldAs: null,
    })
  })

  it('has pictures from every list, each once, also of this server if the operator supplied them', () => {
    const values = {
      image_link: 'https://a.example.com/1.jpg,https://a.example.com/2.jpg',
      additional_image_link: [
        'https://a.example.com/3.jpg https://a.example.com/1.jpg',
        '/media/4.jpg',
        'http://localhost/5.jpg',
      ],
    }
    const pictures = [1, 2, 3].map((number) => `https://a.example.com/${number}.jpg`)
    expect(itemOf(values).pictures).toEqual(pictures)
    expect(itemOf(values, { hasOwnPictures: true }).pictures).toEqual([...pictures, '/media/4.jpg'])
  })
})

describe('sizes', () => {
  it.each([
    [['S, M;L|XL'], ['S', 'M', 'L', 'XL']],
    [['M/L'], ['M/L']],
    [['S/XL'], ['S', 'XL']],
    [['s / m / l'], ['s', 'm', 'l']],
    [['32/34'], ['32/34']],
    [['36/37.5/38'], ['36', '37.5', '38']],
    [['36/37/one'], ['36/37/one']],
    [['M/'], ['M/']],
    [['38', '38', ' '], ['38']],
    [
      [Array.from({ length: 50 }, (_, at) => at).join()],
      Array.from({ length: 40 }, (_, at) => `${at}`),
    ],
  ])('%j are %j', (size, sizes) => expect(itemOf({ size }).sizes).toEqual(sizes))

  it.each([
    ['Ski jacket – Black, Size M', ['M'], 'Ski jacket – Black'],
    ['Boots (EU 38)', ['38'], 'Boots'],
    ['Coat [xl]', ['XL'], 'Coat'],
    ['Top 1.5', ['1+5'], 'Top 1.5'],
    ['Top, S', ['S', 'M'], 'Top, S'],
    ['Team', ['m'], 'Team'],
    ['- M', ['M'], '- M'],
    ['Coat', [], 'Coat'],
  ])('are no part of the title: %s %j', (title, sizes, plain) =>
    expect(titleWithoutSize(title, sizes)).toBe(plain),
  )

  it('are looked for in a title in time that does not grow with its words', () => {
    const start = performance.now()
    for (const word of ['gr.', 'size: ', 'EU ', 'US.:', '- ', '('])
      titleWithoutSize(`Coat - ${word.repeat(160)}!`, ['M'])
    // With two ways to read each point, 30 of them took hours.
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it.each([
    [{ multipack: '3' }, 'Pack of 3'],
    [{ multipack: '1' }, null],
    [{ title: 'Socks, pack of 5' }, 'Pack of 5'],
    [{ title: 'Socks 3er-Pack' }, 'Pack of 3'],
    [{ title: 'Socks 2-pcs' }, 'Pack of 2'],
    [{ title: 'Lot de 4 tee' }, 'Pack of 4'],
    [{ title: 'Hat gift set' }, 'Set'],
    [{ is_bundle: 'Yes' }, 'Set'],
    [{ is_bundle: 'no' }, null],
    [{ title: 'Backpack 20' }, null],
  ])('and pieces: %j is sold as %j', (values, soldAs) => expect(itemOf(values).soldAs).toBe(soldAs))
})

describe('what an item says', () => {
  const content = (values: Values, salt = '', now = NOW) => {
    const item = new RawItemBuilder(1)
    for (const [name, texts] of Object.entries({ ...VALID, ...values }))
      for (const text of [texts].flat()) item.add(name, text)
    return contentOf(item.build(), salt, now)
  }
  const sale = { sale_price_effective_date: '2026-11-01T00:00Z/2026-11-30T00:00Z' }
  const DECEMBER = new Date('2026-12-01T00:00:00Z')

  it('has changed if a value, the reader or a sale has', () => {
    expect(content({})).toEqual(content({}))
    expect(content({ size: 'M' }).content).not.toBe(content({}).content)
    expect(content({ size: ['M', 'L'] }).content).not.toBe(content({ size: 'ML' }).content)
    expect(content({}, 'other').content).not.toBe(content({}).content)
    expect(content(sale, '', DECEMBER).content).not.toBe(content(sale).content)
    expect(content({}, '', DECEMBER)).toEqual(content({}))
    expect(saltOf({ now: NOW })).toBe(saltOf({ now: DECEMBER }))
    expect(saltOf({ now: NOW, currency: 'EUR' })).not.toBe(saltOf({ now: NOW }))
  })

  it('belongs to its group, or else to the page of all its sizes', () => {
    const clusterOf = (values: Values) => content(values).cluster
    const page = 'https://shop.example.com/1'
    expect(clusterOf({ item_group_id: 'G' })).toBe(clusterOf({ item_group_id: 'G', link: page }))
    expect(clusterOf({ item_group_id: 'G' })).toBeGreaterThan(0)
    expect(clusterOf({ link: `${page}?size=1` })).toBe(clusterOf({ link: `${page}?size=2` }))
    expect(clusterOf({ link: page })).toBeLessThan(0)
    expect(clusterOf({ link: page })).not.toBe(clusterOf({}))
    expect(clusterOf({ canonical_link: page })).toBe(clusterOf({ link: page }))
    expect(clusterOf({ link: '', shop_link: page })).toBe(clusterOf({ link: page }))
    expect(clusterOf({ link: '', id: page })).toBe(clusterOf({ link: page }))
  })

  it('adds up in any order', () => {
    const most = 2 ** 48 - 1
    expect(addItemHash(addItemHash(5, most), 7)).toBe(addItemHash(addItemHash(7, 5), most))
    expect(addItemHash(most, 1)).toBe(0)
    expect([...contentsFrom('7:8 -9:10')]).toEqual([
      [7, 8],
      [-9, 10],
    ])
  })
})

describe('what the catalogue stores of an item', () => {
  const recordOf = (item: Partial<StagedItem>) =>
    (
      JSON.parse(stagedRecords([{ line: 1, title: 'Coat', price: '$5', url: '', ...item }])) as [
        object,
      ]
    )[0]

  it.each([
    [{ price: '€5.50' }, { price_amount: 5.5, currency: 'EUR' }],
    [{ price: '999999999999' }, { price_amount: 999_999_999_999, currency: null }],
    [{ price: `0.${'0'.repeat(60)}1 EUR` }, { price_amount: null, currency: 'EUR' }],
    [{ price: '1000000000000 EUR' }, { price_amount: null, currency: 'EUR' }],
    [{ price: '' }, { price_amount: null, currency: null }],
    [{}, { pictures: [], page_url: null, is_variant: false, shop_id: null, shop_item_id: null }],
    [{ shop: { id: 7, itemId: 'a' } }, { shop_id: 7, shop_item_id: 'a' }],
    [
      { ownId: 'a', plainTitle: 'b' },
      { own_id: 'a', plain_title: 'b' },
    ],
  ])('%j: %j', (item, record) => expect(recordOf(item)).toMatchObject(record))

  it.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], null],
    [
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4],
      [5, 6],
    ],
  ])('has the box and best-seen point of %j', (given, box, best_seen) => {
    const worn = { celebrity_name: 'Ada Lune', look_url: '/looks/1.jpg', box: given }
    expect(recordOf({ worn })).toMatchObject({ celebrity_name: 'Ada Lune', box, best_seen })
  })
})

describe('a size', () => {
  it('and a colour in a group make one offer of all sizes', () => {
    const values = { item_group_id: 'G', color: 'Red', size: 'M', title: 'Wool coat, size M' }
    const staged = stagedItem(itemOf(values), 7, { cluster: 1, content: 2 })
    expect(staged).toMatchObject({
      shop: { id: 7, itemId: 'G/red' },
      isVariant: true,
      ownId: 'A-1',
      plainTitle: 'Wool coat',
      sizes: ['M'],
      page: 'https://shop.example.com/coat',
      pageUrl: null,
      price: '€120',
      cluster: 1,
      content: 2,
    })
  })

  it('is not needed: without any, the item stands alone', () => {
    const values = { canonical_link: 'https://shop.example.com/page' }
    expect(stagedItem(itemOf(values), 7, { cluster: 1, content: 2 })).toMatchObject({
      shop: { id: 7, itemId: 'A-1' },
      isVariant: false,
      sizes: null,
      colors: null,
      departments: null,
      page: null,
      pageUrl: 'https://shop.example.com/page',
    })
  })
})

describe('an item with very much text', () => {
  const built = (...values: [string, string][]) => {
    const item = new RawItemBuilder(3)
    for (const [name, text] of values) item.add(name, text)
    return item.build()
  }
  it('is cut to what a product needs', () => {
    expect(built(['a', ` ${'x'.repeat(30_000)}`]).values.get('a')?.[0]).toHaveLength(19_999)
    const many = built(...Array.from({ length: 60 }, (_, at): [string, string] => ['a', `${at}`]))
    expect(many.values.get('a')).toHaveLength(50)
    const wide = built(...Array.from({ length: 600 }, (_, at): [string, string] => [`${at}`, 'x']))
    expect(wide.values.size).toBe(500)
    const large = built(
      ...Array.from({ length: 60 }, (_, at): [string, string] => [`${at}`, 'x'.repeat(20_000)]),
    )
    expect(large.values.size).toBe(52)
    expect(large.line).toBe(3)
    expect(built(['a', '  ']).values.size).toBe(0)
  })
})

describe('columns', () => {
  const readRow = (row: Record<string, string>, map = {}) =>
    Object.fromEntries(
      createColumnReader(map)(
        1,
        Object.entries(row).map(([name, text]) => [name, [text]] as const),
      ).values,
    )

  it('with the best name are taken, others are kept under their own', () => {
    expect(
      readRow({
        name: 'Second',
        title: 'First',
        price: '5',
        warehouse: 'B2',
        image2: 'x',
        image3: 'y',
      }),
    ).toEqual({
      title: ['First'],
      price: ['5'],
      warehouse: ['B2'],
      additional_image_link: ['x', 'y'],
    })
    expect(readRow({ title: ' ', name: 'Second' })).toEqual({ title: ['Second'] })
  })

  it('that the operator assigned come before every name; an empty one is absent', () => {
    expect(
      readRow(
        { title: 'Title', headline: 'Headline', price: '5', brand: 'B', handle: 'coat' },
        { title: 'Headline', brand: '', link: '/p/{handle}?v={none}' },
      ),
    ).toEqual({ title: ['Headline'], price: ['5'], handle: ['coat'], link: ['/p/coat?v='] })
  })

  it('are proposed by their names, or else by their values', () => {
    const row = (at: number) => ({
      Preis: `${at},50`,
      a: `https://shop.example.com/p/${at}`,
      b: `https://shop.example.com/${at}.jpg`,
      c: `Wool coat ${at}`,
      d: 'x',
    })
    const rows = [1, 2, 3, 4, 5].map(row)
    const guessed = { link: 'a', image_link: 'b', title: 'c' }
    expect(proposeColumns(Object.keys(row(1)), rows)).toEqual({
      map: { price: 'Preis', ...guessed },
      guessed,
    })
    // Four of five are enough, three are not.
    const spoil = (count: number) => [
      ...Array.from({ length: count }, () => ({ c: 'coat' })),
      ...rows.slice(count),
    ]
    expect(proposeColumns(['c'], spoil(1)).guessed).toEqual({ title: 'c' })
    expect(proposeColumns(['c'], spoil(2)).guessed).toEqual({})
    expect(proposeColumns(['c'], [])).toEqual({ map: {}, guessed: {} })
  })

  it.each([
    ['12.50', 'price'],
    ['€5', 'price'],
    ['5', undefined],
    ['Size 38', undefined],
    ['12.50 and a very long text', undefined],
  ])('whose values are %j are %j', (value, attribute) => {
    const { guessed } = proposeColumns(['x'], [{ x: value }])
    expect(Object.keys(guessed).find((name) => name === 'price')).toBe(attribute)
  })
})
