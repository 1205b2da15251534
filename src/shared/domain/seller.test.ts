import { describe, expect, test } from 'vitest'
import { toKnownSeller, chooseStoredSeller, parseSeller, formatDisplaySeller } from './seller.ts'

describe('the seller name derives from the link host', () => {
  test.each([
    ['https://www.example.com/coat?ref=1', 'example'],
    ['https://m.example.com', 'example'],
    ['https://store.example.net', 'example'],
    ['https://shop.example.org/a', 'example'],
    ['https://www.shop.example.com', 'example'],
    ['https://example.co.uk', 'example'],
    ['https://www.example.com.au/x', 'example'],
    ['https://example.de', 'example'],
    ['https://example.store', 'example'],
    ['https://outlet.example.fr', 'outlet.example'],
    ['https://hats.example/1', 'hats.example'],
    ['https://hats.example.net/1', 'hats.example'],
    ['https://ada-hats.myshopify.com/products/1', 'ada-hats'],
    ['https://shop.ada-hats.myshopify.com', 'ada-hats'],
    ['https://shop.myshopify.com', 'shop'],
    ['https://myshopify.com/1', 'myshopify'],
    ['https://www.ada.square.site', 'ada'],
    ['https://notmyshopify.com', 'notmyshopify'],
    ['https://xn--mtz-tna.example.com', 'xn--mtz-tna.example'],
    ['https://shop.com', 'shop'],
    ['https://m.co', 'm'],
    ['https://co.uk', 'co'],
    ['https://WWW.Example.COM:8443/', 'example'],
    ['https://mstore.example.museum', 'mstore.example.museum'],
    ['http://localhost:3000/x', 'localhost'],
    ['http://192.0.2.7/x', '192.0.2.7'],
    ['http://[2001:db8::1]/x', '[2001:db8::1]'],
  ])('%s: %s', (link, seller) => {
    expect(parseSeller(link)).toBe(seller)
  })

  test.each([['ftp://example.com'], ['example.com'], ['http://%%'], [''], [null], [undefined]])(
    'no link to derive from: %j',
    (link) => {
      expect(parseSeller(link)).toBeNull()
    },
  )
})

describe("a seller of 'Unknown Seller' or empty is replaced", () => {
  const productLink = 'https://www.example.com/coat'
  test.each([
    ['Maison Ada', productLink, 'Maison Ada', 'Maison Ada'],
    ['  Maison Ada ', undefined, 'Maison Ada', 'Maison Ada'],
    ['Unknown Seller', productLink, 'Example', 'example'],
    ['unknown seller', productLink, 'Example', 'example'],
    ['', productLink, 'Example', 'example'],
    ['N/A', productLink, 'Example', 'example'],
    [null, productLink, 'Example', 'example'],
    ['Unknown Seller', 'javascript:0', 'Shop', 'Unknown Seller'],
    [undefined, undefined, 'Shop', 'Unknown Seller'],
  ])('%j with %j is shown as %s and recorded as %s', (seller, link, shown, recorded) => {
    expect(formatDisplaySeller({ seller, productLink: link })).toBe(shown)
    expect(chooseStoredSeller({ seller, productLink: link })).toBe(recorded)
  })

  test('a known seller is none of these', () => {
    expect(toKnownSeller(' Maison Ada ')).toBe('Maison Ada')
    expect(toKnownSeller('Unknown Seller')).toBeNull()
  })
})

describe('a shop is shown by a name where one can be derived', () => {
  test.each([
    ['second-look.example.com', undefined, 'Second Look'],
    [null, 'https://xn--80aairftm.xn--p1ai/1', 'магазин.рф'],
    ['xn--80aairftm.xn--p1ai', undefined, 'магазин.рф'],
    [null, 'https://xn--mnchen-3ya.de/1', 'München'],
    ['xn--mnchen-3ya.de', 'https://xn--mnchen-3ya.de/1', 'München'],
    ['xn--mnchen-3ya', undefined, 'München'],
    [null, 'https://xn--80ak6aa92e.com/1', 'xn--80ak6aa92e'],
    ['second-look.example', 'https://second-look.example.com/1', 'Second Look'],
    [undefined, 'https://www.maison-ada.co.uk/coat', 'Maison Ada'],
    [undefined, 'https://outlet.maison-ada.fr/coat', 'outlet.maison-ada'],
    [undefined, 'https://www.cobbler.museum/boots', 'cobbler.museum'],
    [undefined, 'https://hats.example/1', 'hats.example'],
    ['hats.example', 'https://www.hats.example.net/1', 'hats.example'],
    [undefined, 'https://ada-hats.myshopify.com/1', 'Ada Hats'],
    [undefined, 'https://www.xn--mtz-tna.fr/1', 'Mtöz'],
    [undefined, 'http://192.0.2.7/x', '192.0.2.7'],
    ['nike', 'https://www.shop.nike.co.uk/p', 'Nike'],
    ['example-shop', undefined, 'Example Shop'],
    ['J.Crew', 'https://jcrew.com/1', 'J.Crew'],
    ['Mytheresa.com', undefined, 'Mytheresa.com'],
  ])('%j with %j: %s', (seller, productLink, name) => {
    expect(formatDisplaySeller({ seller, productLink })).toBe(name)
  })
})
