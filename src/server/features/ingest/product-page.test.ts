import { describe, expect, it } from 'vitest'
import { collectFeed } from '#tests/support/feed-items.ts'
import { readProductPage } from './product-page.ts'
import { readProductsJson } from './shopify-feed.ts'

const PAGE = 'https://shop.example.com/p/1'
const read = async (html: string) => {
  const item = readProductPage(html, PAGE)
  if (!item) return null
  const { items, problems } = await collectFeed(async ({ onItems }) => onItems([item]))
  return items[0] ?? problems
}
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`

describe('a product page', () => {
  it('by JSON-LD in a graph, the cheapest offer in stock', async () => {
    const html = jsonLd({
      '@graph': [
        { '@type': 'BreadcrumbList' },
        {
          '@type': ['Product', 'Thing'],
          name: 'Quilted jacket',
          image: [{ url: '/a.jpg' }, 'b.jpg'],
          brand: { '@type': 'Brand', name: 'Nord' },
          gtin13: '4006381333931',
          offers: {
            '@type': 'AggregateOffer',
            offers: [
              {
                price: '80.00',
                priceCurrency: 'EUR',
                availability: 'http://schema.org/OutOfStock',
              },
              { price: 95, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
            ],
          },
        },
      ],
    })
    expect(await read(html)).toMatchObject({
      title: 'Quilted jacket',
      url: PAGE,
      pictures: ['https://shop.example.com/a.jpg', 'https://shop.example.com/p/b.jpg'],
      brand: 'Nord',
      gtin: '04006381333931',
      amount: 95,
      currency: 'EUR',
      availability: 'in_stock',
    })
  })

  it('by broken JSON-LD with raw line breaks, as shops write it', async () => {
    const html = jsonLd(
      '{"@type":"Product","name":"Tote\nbag","offers":{"price":"10","priceCurrency":"USD"}};',
    )
    expect(await read(html)).toMatchObject({ title: 'Tote bag', amount: 10 })
  })

  it('by Open Graph, which fills in what JSON-LD leaves out', async () => {
    const html = `${jsonLd({ '@type': 'Product', name: 'Sandals' })}
      <meta property="og:title" content="Sandals | A shop"><meta property="og:image" content="https://a.example.com/s.jpg">
      <meta property="product:price:amount" content="49,90"><meta property="product:price:currency" content="EUR">`
    expect(await read(html)).toMatchObject({
      title: 'Sandals',
      amount: 49.9,
      pictures: ['https://a.example.com/s.jpg'],
    })
  })

  it('by microdata, without the names and prices of reviews and related products', async () => {
    const html = `<div itemscope itemtype="http://schema.org/Product">
      <div itemprop="review" itemscope itemtype="http://schema.org/Review"><span itemprop="name">Lovely</span></div>
      <h1 itemprop="name">Straw hat</h1><img itemprop="image" src="/h.jpg">
      <div itemprop="brand" itemscope><meta itemprop="name" content="Sol"></div>
      <div itemprop="offers" itemscope><span itemprop="price" content="25.00">25</span>
        <meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="http://schema.org/InStock"></div>
      <div itemprop="isRelatedTo" itemscope itemtype="http://schema.org/Product"><b itemprop="price">1</b></div></div>`
    expect(await read(html)).toMatchObject({
      title: 'Straw hat',
      brand: 'Sol',
      amount: 25,
      currency: 'EUR',
      kind: 'hat',
      availability: 'in_stock',
    })
  })

  it('takes time that grows with its length alone', () => {
    const timeOf = (tags: number) => {
      const html = '<meta property="og:image" content="/a.jpg">'.repeat(tags)
      const started = performance.now()
      readProductPage(html, PAGE)
      return performance.now() - started
    }
    timeOf(2_000)
    const ratios = [1, 2, 3].map(() => timeOf(20_000) / timeOf(2_000))
    expect(Math.min(...ratios)).toBeLessThan(40)
  })

  it('reads a value inside values once, however deep they are', () => {
    const properties = ['name', 'description', 'color', 'material', 'price']
    const open = Array.from(
      { length: 900 },
      (_, level) => `<div itemprop="${properties[level % properties.length]}">`,
    ).join('')
    const html = `<div itemscope itemtype="https://schema.org/Product">${open}${'text <br>'.repeat(50_000)}`
    const started = process.cpuUsage()
    readProductPage(html, PAGE)
    // Of the processor: on a busy machine, elapsed time says nothing.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'takes %s for no property that it knows',
    async (name) => {
      const html = `<meta property="${name}" content="x"><meta name="${name}" content="x">
        <div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Coat</b>
        <b itemprop="price">10 EUR</b><b itemprop="${name}">x</b>
        <b itemprop="availability">${name}</b><b itemprop="itemCondition">${name}</b></div>`
      expect(await read(html)).toMatchObject({
        title: 'Coat',
        amount: 10,
        availability: null,
        condition: 'new',
      })
    },
  )

  it('is none where nothing is for sale', async () => {
    expect(await read('<title>About us</title><meta property="og:title" content="About us">')).toBe(
      null,
    )
  })
})

describe("Shopify's products.json", () => {
  const SHOP = { shopUrl: 'https://shop.example.com/', firstLine: 1, currency: 'GBP' }

  it('makes one item of each colour, with its sizes in stock', async () => {
    const variant = (color: string, size: string, price: string, available = true) => ({
      option1: color,
      option2: size,
      price,
      available,
      featured_image: { src: `https://cdn.example.com/${color}.jpg` },
    })
    const json = JSON.stringify({
      products: [
        {
          id: 7,
          title: 'Rib top',
          handle: 'rib-top',
          body_html: '<p>Fine rib.</p>',
          vendor: 'Lune',
          product_type: 'Tops',
          options: [{ name: 'Colour' }, { name: 'Size' }],
          variants: [
            variant('Red', 'S', '29.00'),
            variant('Red', 'M', '25.00', false),
            variant('Blue', 'S', '31.00', false),
          ],
          images: [{ src: 'https://cdn.example.com/all.jpg' }],
        },
        'nonsense',
      ],
    })
    const { items, problems } = await collectFeed((sink) => readProductsJson(json, sink, SHOP))
    expect(problems).toEqual(['2: is not a product'])
    expect(items).toMatchObject([
      {
        id: '7/Red',
        title: 'Rib top – Red',
        url: 'https://shop.example.com/products/rib-top',
        amount: 29,
        currency: 'GBP',
        sizes: ['S'],
        availability: 'in_stock',
        kind: 'top',
        pictures: ['https://cdn.example.com/Red.jpg', 'https://cdn.example.com/all.jpg'],
      },
      { id: '7/Blue', amount: 31, availability: 'out_of_stock', sizes: [] },
    ])
  })

  it('has no more variants than Shopify allows', async () => {
    const variants = Array.from({ length: 3_000 }, (_, index) => ({
      price: '10',
      option1: `Shade ${index}`,
    }))
    const product = { id: 1, title: 'Coat', handle: 'coat', options: [{ name: 'Color' }], variants }
    const { items } = await collectFeed((sink) =>
      readProductsJson(JSON.stringify({ products: [product] }), sink, SHOP),
    )
    expect(items).toHaveLength(2_048)
  })

  it('is broken when it is truncated', async () => {
    await expect(
      collectFeed((sink) => readProductsJson('{"products":[{"id":1', sink, SHOP)),
    ).rejects.toThrow('truncated')
  })
})
