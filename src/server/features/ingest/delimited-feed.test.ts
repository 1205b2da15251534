import { describe, expect, it } from 'vitest'
import { collectFeed, decodeText } from '#tests/support/feed-items.ts'
import { type FeedFileSyntax, readFeedFile } from './feed-parser.ts'

const read = (text: string, format: FeedFileSyntax | null = null) =>
  collectFeed((sink) => readFeedFile(decodeText(text), sink, { format }))

describe("Google's TSV", () => {
  const HEADER = 'id\ttitle\tlink\tprice\tavailability\timage link\tproduct type\tsize\n'

  it('is read with spaces in its column names', async () => {
    const { items } = await read(
      `\uFEFF${HEADER}1\tWool coat\thttps://a.example.com/1\t£1,299.00\tin stock\thttps://a.example.com/1.jpg\tWomen > Coats\tS,M,L\n`,
    )
    expect(items).toMatchObject([
      {
        line: 2,
        amount: 1299,
        currency: 'GBP',
        pictures: ['https://a.example.com/1.jpg'],
        kind: 'outerwear',
        sizes: ['S', 'M', 'L'],
      },
    ])
  })

  it('reports a line with too many fields, and goes on', async () => {
    const { items, problems } = await read(
      `${HEADER}${'x\t'.repeat(9)}\n2\tCap\thttps://a.example.com/2\t5 EUR\tin stock\t\t\t\n`,
    )
    expect(items.map(({ id }) => id)).toEqual(['2'])
    expect(problems).toEqual(['2: Too many fields: expected 8, found 10'])
  })

  it.each([
    ['ends in the middle of a line', `${HEADER}1\tCap\thttps://a.exa`, 'in the middle of line 2'],
    ['has a quoted value without an end', `${HEADER}1\t"Cap\n${'2\tx\n'.repeat(9)}`, 'never ends'],
    ['has no header', '1\tCap\thttps://a.example.com\n', 'No column has a title'],
  ])('is broken when it %s', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })
})

describe('affiliate networks', () => {
  it('Awin: its tracked link is opened, its own address says what it is', async () => {
    const { items } = await read(
      `aw_deep_link,product_name,aw_product_id,merchant_product_id,merchant_image_url,description,merchant_category,search_price,store_price,currency,merchant_deep_link,brand_name,colour,in_stock,ean,Fashion:size,alternate_image,alternate_image_two
https://www.awin1.com/pclick.php?p=1,"Leather Tote, ""Anna""",1,SKU1,https://a.example.com/1.jpg,Nice,Bags > Totes,89.90,,GBP,https://a.example.com/1?utm_medium=awin,Anna,Tan,1,5901234123457,,https://a.example.com/2.jpg,https://a.example.com/3.jpg
`,
    )
    expect(items).toMatchObject([
      {
        id: 'SKU1',
        title: 'Leather Tote, "Anna"',
        url: 'https://www.awin1.com/pclick.php?p=1',
        canonicalUrl: 'https://a.example.com/1',
        amount: 89.9,
        currency: 'GBP',
        brand: 'Anna',
        colors: ['Tan'],
        gtin: '05901234123457',
        kind: 'bag',
        availability: 'in_stock',
        pictures: [1, 2, 3].map((n) => `https://a.example.com/${n}.jpg`),
      },
    ])
  })

  it('CJ: the reduced price counts, whatever the case of its columns', async () => {
    const { items } = await read(
      `PROGRAM_NAME|NAME|SKU|BUY_URL|IMAGE_URL|PRICE|SALE_PRICE|CURRENCY|IN_STOCK|MANUFACTURER|UPC|ADVERTISER_CATEGORY
Shop|Runner|R1|https://www.anrdoezrs.net/click-1|https://a.example.com/r.jpg|120.00|79.00|USD|yes|N/A|036000291452|Shoes
`,
    )
    expect(items).toMatchObject([
      {
        id: 'R1',
        amount: 79,
        currency: 'USD',
        brand: null,
        gtin: '00036000291452',
        kind: 'footwear',
      },
    ])
  })
})
