import { seededNumbers } from './seeded-numbers.ts'

const VALUES = [
  'Dress',
  '',
  ' ',
  '12.00 EUR',
  '1.299,00 EUR',
  'USD 12',
  '-1 EUR',
  '0',
  '1e309 USD',
  'NaN EUR',
  '99999999999999999999 EUR',
  '١٢ EUR',
  '12 XXX',
  '€',
  'in stock',
  'in_stock',
  'vorrätig',
  'https://shop.example.com/1',
  'http://',
  '//cdn.example.com/a.jpg',
  'javascript:alert(1)',
  'http://user:pass@a.example/',
  'data:image/png;base64,AAAA',
  'ftp://a.example/x',
  'https://[::1]/',
  'file:///etc/passwd',
  'https://a.example/\u0000',
  '\u0000\u0001\u0002',
  '\uFFFF\uFFFE',
  '😀'.repeat(300),
  `a${'😀'.repeat(300)}`,
  '<b>bold</b>',
  '&lt;script&gt;x&lt;/script&gt;',
  '&amp;amp;lt;',
  '&bogus;',
  '&#0;',
  '&#x110000;',
  "'; DROP TABLE offers; --",
  '{"a":1}',
  '=1+1',
  '\u202Eevil',
  'a\u0301'.repeat(200),
  'x'.repeat(30_000),
  '4006381333931',
  '0000000000000',
  '12345',
  '2026-13-45/x',
  '[]',
  '%00',
  '\\',
  '"',
  '""',
  '\t',
  '\n',
] as const
const NAMES = [
  'id',
  'title',
  'link',
  'price',
  'sale_price',
  'image_link',
  'availability',
  'brand',
  'gtin',
  'mpn',
  'color',
  'size',
  'item_group_id',
  'description',
  'condition',
  'google_product_category',
  'pattern',
  'sale_price_effective_date',
  'currency',
  'product_type',
  '__proto__',
  'constructor',
  'toString',
] as const

type Random = ReturnType<typeof seededNumbers>
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T

const xmlValue = (value: string, random: Random): string => {
  const way = random(4)
  if (way === 0) return `<![CDATA[${value}]]>`
  if (way === 1) return value
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const xml = (random: Random): string => {
  const items = Array.from({ length: random(8) }, (_, index) => {
    const fields = Array.from({ length: random(14) }, () => {
      const name = pick(['', 'g:', 'x:'], random) + pick(NAMES, random)
      return `<${name}>${xmlValue(pick(VALUES, random), random)}</${name}>`
    })
    const sound = `<g:id>${index}</g:id><title>Coat ${index}</title><link>https://shop.example.com/${index}</link><g:price>10 EUR</g:price>`
    return `<item>${random(3) > 0 ? sound : ''}${fields.join('')}</item>`
  })
  const doctype = pick(
    [
      '',
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
      '<!DOCTYPE rss SYSTEM "file:///etc/passwd">',
    ],
    random,
  )
  return `<?xml version="1.0"?>${doctype}<rss><channel>${items.join('\n')}</channel></rss>`
}

const delimitedFeed = (random: Random): string => {
  const separator = pick(['\t', ',', ';', '|'], random)
  const columns = [
    'id',
    'title',
    'link',
    'price',
    ...Array.from({ length: random(6) }, () => pick(NAMES, random)),
  ]
  const quoteMaybe = (value: string) =>
    random(2) === 0 ? `"${value.replaceAll('"', '""')}"` : value
  const rows = Array.from({ length: random(10) }, (_, index) =>
    random(3) > 0
      ? [`${index}`, 'Coat', `https://shop.example.com/${index}`, '10 EUR'].join(separator)
      : columns.map(() => quoteMaybe(pick(VALUES, random))).join(separator),
  )
  return [columns.join(separator), ...rows].join(pick(['\n', '\r\n', '\r'], random))
}

const shopify = (random: Random): string => {
  const value = (): unknown =>
    pick(
      [pick(VALUES, random), null, random(1_000), {}, [], true, { src: pick(VALUES, random) }],
      random,
    )
  const products = Array.from({ length: random(6) }, () => ({
    id: value(),
    title: value(),
    handle: value(),
    vendor: value(),
    variants: pick([[{ price: value(), available: value(), option1: value() }], value()], random),
    images: value(),
    options: value(),
  }))
  return JSON.stringify({ products })
}

const page = (random: Random): string =>
  `<html><head><base href="${pick(VALUES, random)}"><script type="application/ld+json">${shopify(random).replace('products', pick(['@graph', 'offers', 'x'], random))}</script><meta property="og:title" content="${pick(VALUES, random)}"><meta property="product:price:amount" content="${pick(VALUES, random)}"></head><body itemscope itemtype="https://schema.org/Product"><b itemprop="${pick(['name', 'price', 'offers'], random)}">${pick(VALUES, random)}`

/** What happens to files on their way: bytes get lost, doubled, swapped or cut off. */
const damageBytes = (bytes: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(bytes)
  const way = random(14)
  if (way === 0) return copy.subarray(0, random(copy.length + 1))
  if (way === 1) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), copy])
  if (way === 2) for (let hit = 0; hit < 20; hit += 1) copy[random(copy.length)] = random(256)
  if (way === 3) return Buffer.concat([copy, copy])
  if (way === 4)
    return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(copy.toString(), 'utf16le')])
  return copy
}

export type NastyFeed = { kind: 'file' | 'shopify' | 'page'; bytes: Buffer }

/** A feed as no shop should write it, always the same for a seed. */
export const nastyFeed = (seed: number): NastyFeed => {
  const random = seededNumbers(seed * 7_919 + 1)
  const kind = pick(['xml', 'xml', 'delimited', 'delimited', 'shopify', 'page'] as const, random)
  const text = { xml, delimited: delimitedFeed, shopify, page }[kind](random)
  const bytes = damageBytes(Buffer.from(text), random)
  return { kind: kind === 'xml' || kind === 'delimited' ? 'file' : kind, bytes }
}
