import { describe, expect, it } from 'vitest'
import { collectFeed, decodeText } from '#tests/support/feed-items.ts'
import { BrokenFeedError } from './feed-item.ts'
import { readFeedFile } from './feed-parser.ts'

const rss = (items: string, head = '<?xml version="1.0"?>') =>
  `${head}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>A shop</title><link>https://shop.example.com</link>${items}</channel></rss>`

const ITEM = `<item>
  <g:id>D-1</g:id>
  <title>Silk &amp;amp; Lace Dress</title>
  <link>https://shop.example.com/d1?utm_source=feed&amp;size=2</link>
  <description><![CDATA[<p>Soft&nbsp;silk.</p><script>alert(1)</script><p>Lined.</p>]]></description>
  <g:image_link>https://cdn.example.com/d1.jpg</g:image_link>
  <g:additional_image_link>https://cdn.example.com/d1-b.jpg</g:additional_image_link>
  <g:price>1.299,00 EUR</g:price>
  <g:availability>in_stock</g:availability>
  <g:brand>Maison &eacute;toile</g:brand>
  <g:gtin>4006381333931</g:gtin>
  <g:google_product_category>2271</g:google_product_category>
  <g:shipping><g:price>4.90 EUR</g:price><g:country>DE</g:country></g:shipping>
  <g:color>Black/White</g:color><g:size>S</g:size>
</item>`

const read = (xml: string) =>
  collectFeed((sink) => readFeedFile(decodeText(xml), sink, { format: null }))

describe('a Google Merchant feed', () => {
  it('as RSS 2.0, with entities escaped twice, HTML in the description and nested costs of shipping', async () => {
    const { items, problems } = await read(rss(ITEM))
    expect(problems).toEqual([])
    expect(items).toEqual([
      {
        line: 2,
        id: 'D-1',
        groupId: null,
        title: 'Silk & Lace Dress',
        description: 'Soft silk. Lined.',
        url: 'https://shop.example.com/d1?utm_source=feed&size=2',
        canonicalUrl: 'https://shop.example.com/d1?size=2',
        pictures: ['https://cdn.example.com/d1.jpg', 'https://cdn.example.com/d1-b.jpg'],
        amount: 1299,
        currency: 'EUR',
        availability: 'in_stock',
        terms: { shipping: { amount: 4.9, to: 'DE' } },
        condition: 'new',
        brand: 'Maison étoile',
        gtin: '04006381333931',
        mpn: null,
        category: 'clothing',
        kind: 'dress',
        type: 'dresses',
        colors: ['Black', 'White'],
        colorKey: 'black/white',
        pattern: null,
        material: null,
        sizes: ['S'],
        departments: [],
        soldAs: null,
      },
    ])
  })

  it('as Atom, whose links are attributes', async () => {
    const { items } = await read(`
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
  <entry><g:id>1</g:id><title>Boots</title>
    <link rel="self" href="https://shop.example.com/atom/1"/>
    <link rel="alternate" href="https://shop.example.com/1"/>
    <g:price>USD 12</g:price><g:sale_price>9.5 USD</g:sale_price><g:condition>used</g:condition>
    <g:availability>out of stock</g:availability></entry>
</feed>`)
    expect(items).toMatchObject([
      {
        url: 'https://shop.example.com/1',
        amount: 9.5,
        currency: 'USD',
        condition: 'used',
        availability: 'out_of_stock',
        kind: 'footwear',
      },
    ])
  })

  it('with prefixes that are not declared, and blank lines before its beginning', async () => {
    const { items } = await read(
      `\n\n<rss><channel><item><g:id>1</g:id><g:title>Belt</g:title><g:link>https://a.example.com/1</g:link><g:price>5 EUR</g:price></item></channel></rss>`,
    )
    expect(items).toMatchObject([{ title: 'Belt', kind: 'belt' }])
  })

  it('tells for each unusable item its line and the reason', async () => {
    const item = (inside: string) => `\n<item><g:id>x</g:id>${inside}</item>`
    const title = '<title>Hat</title>'
    const link = '<link>https://a.example.com/1</link>'
    const { items, problems } = await read(
      rss(
        item(link + '<g:price>5 EUR</g:price>') +
          item(title + '<g:price>5 EUR</g:price>') +
          item(title + link) +
          item(title + link + '<g:price>0.00 EUR</g:price>') +
          item(title + link + '<g:price>5</g:price>') +
          item(title + '<link>javascript:alert(1)</link><g:price>5 EUR</g:price>') +
          item(title + '<link>http://localhost/admin</link><g:price>5 EUR</g:price>') +
          item(title + link + '<g:price>5 EUR</g:price>'),
      ),
    )
    expect(items.map(({ line }) => line)).toEqual([10])
    expect(problems).toEqual([
      '3: has no title',
      '4: has no link',
      '5: has no price',
      '6: has no price',
      '7: has a price without a currency, "5"',
      '8: has a link that is not a web address: "javascript:alert(1)"',
      '9: has a link into a private network: "http://localhost/admin"',
    ])
  })

  it('keeps ten of hundreds of pictures, each once', async () => {
    const pictures = Array.from(
      { length: 300 },
      (_, n) =>
        `<g:additional_image_link>https://cdn.example.com/${n % 200}.jpg</g:additional_image_link>`,
    )
    const { items } = await read(rss(ITEM.replace('</item>', `${pictures.join('')}</item>`)))
    expect(new Set(items[0]?.pictures).size).toBe(10)
  })
})

describe('a feed that is broken as a whole', () => {
  const half = rss(ITEM + ITEM)
  it.each([
    ['truncated', half.slice(0, half.length - 40), 'not well-formed'],
    ['not well-formed', rss('<item><title>A</item>'), 'not well-formed'],
    ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', 'web page'],
    ['another kind of XML', '<urlset><url/></urlset>', 'neither RSS nor Atom'],
    ['empty', '', 'empty'],
  ])('%s', async (_, xml, reason) => {
    await expect(read(xml)).rejects.toThrow(reason)
    await expect(read(xml)).rejects.toBeInstanceOf(BrokenFeedError)
  })

  it('never expands entities that it defines itself, and reads no file', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">
      <!ENTITY file SYSTEM "file:///etc/passwd">]>`
    await expect(read(rss(ITEM.replace('D-1', '&b;'), bomb))).rejects.toThrow('not well-formed')
    await expect(read(rss(ITEM.replace('D-1', '&file;'), bomb))).rejects.toThrow('not well-formed')
  })

  it('by a text that does not end', async () => {
    async function* endless() {
      yield '<rss><channel><item><title>'
      for (let round = 0; round < 1_000; round += 1) yield 'x'.repeat(100_000)
    }
    await expect(
      collectFeed((sink) => readFeedFile(endless(), sink, { format: null })),
    ).rejects.toThrow('does not end')
  })
})

describe('an offer of Yandex without a name', () => {
  const yml = (offer: string) => `<yml_catalog><shop><offers>${offer}</offers></shop></yml_catalog>`
  const rest = '<url>https://yml.example.com/1</url><price>9</price><currencyId>RUR</currencyId>'

  it.each([
    ['<typePrefix>Платье</typePrefix><vendor>Rene</vendor><model>A-12</model>', 'Платье Rene A-12'],
    ['<vendor>Rene</vendor><model>Rene Платье</model>', 'Rene Платье'],
    ['<typePrefix>Платье</typePrefix><name>Платье летнее</name><model>A</model>', 'Платье летнее'],
  ])('is called by its prefix, vendor and model: %s', async (parts, title) => {
    const { items } = await read(yml(`<offer id="1" type="vendor.model">${parts}${rest}</offer>`))
    expect(items.map((item) => item.title)).toEqual([title])
  })

  it('has no colours that are ids or values for a screen', async () => {
    const offer = (id: string, color: string) =>
      `<offer id="${id}" group_id="g"><name>Платье</name>${rest}<param name="Цвет">${color}</param></offer>`
    const { items } = await read(
      yml(
        offer('1', '3f2504e0-4f89-11d3-9a0c-0305e82c3301') +
          offer('2', '3f2504e0-4f89-11d3-9a0c-0305e82c3302') +
          offer('3', 'rgb(255, 192, 203)') +
          offer('4', '#CC9BD0') +
          offer('5', 'rgba(0,0,0,.5), Синий'),
      ),
    )
    expect(items.map(({ colors }) => colors)).toEqual([[], [], [], [], ['Синий']])
    // They still look different.
    expect(new Set(items.map(({ colorKey }) => colorKey)).size).toBe(5)
  })
})

it('shows the names of elements, which an operator can assign as columns', async () => {
  const columns: (readonly string[])[] = []
  const xml = `<products>${'<product><caption>Wool hat</caption><at>p/1</at><cost>5 EUR</cost></product>'.repeat(2)}</products>`
  const raw: unknown[] = []
  await readFeedFile(
    decodeText(xml),
    {
      onItems: async (items) => void raw.push(...items.map(({ values }) => values.get('link'))),
      onUnreadable: () => undefined,
      onColumns: (names, map) => columns.push(names, Object.keys(map)),
    },
    { format: null, columnMap: { link: '/{at}', price: 'cost' } },
  )
  expect(columns).toEqual([
    ['caption', 'at', 'cost'],
    ['price', 'title', 'link'],
  ])
  expect(raw).toEqual([['/p/1'], ['/p/1']])
})
