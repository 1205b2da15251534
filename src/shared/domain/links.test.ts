import { describe, expect, test } from 'vitest'
import { fitsCatalog, isHttpLink, isSellerPhoto, parseHost, parseOwnSitePath } from './links.ts'

test.each([
  ['https://example.com/coat', true],
  ['http://example.com', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['httpx://example.com', false],
  ['http://', false],
  ['example.com/http://', false],
  [' https://example.com', false],
  ['javascript:alert(1)//http://', false],
  ['http://x.example.com/\n<script>', false],
  ['https://example.com/coat\n', false],
  ['https://example.com/red coat', true],
  ['https://example.com/coat\u2028', false],
  ['https://example.com/\u0000coat', false],
  ['https://example.com/<b>', false],
  ["https://münchen.example/Mäntel/外套/👗?q=a+b%20c&s={m}|[l]#(1),'2';~!$*@:", true],
  ['https://x:99999/a', false],
  ['https://[/a', false],
  ['https://a b.example/x', false],
  ['https://%/x', false],
  ['https://1.2.3.4.5/x', false],
  ['https://?x', false],
  ['N/A', false],
  ['', false],
  [null, false],
  [undefined, false],
])('a link is shown only if it begins with http: %j %s', (link, shown) => {
  expect(isHttpLink(link)).toBe(shown)
})

test('the catalogue takes links up to 2,000 bytes, whatever their script', () => {
  expect(fitsCatalog(`https://a.example/${'x'.repeat(1_982)}`)).toBe(true)
  expect(fitsCatalog(`https://a.example/${'x'.repeat(1_983)}`)).toBe(false)
  expect(fitsCatalog(`https://a.example/${'外'.repeat(661)}`)).toBe(false)
})

test("only the second picture of a garment of the demo's shop is its seller's photo", () => {
  expect(isSellerPhoto('/media/demo/shop/22cc2840.webp')).toBe(true)
  expect(isSellerPhoto('/media/demo/cutouts/22cc2840.jpg')).toBe(false)
  expect(isSellerPhoto('https://shop.example/media/demo/shop/a.webp')).toBe(false)
})

test.each([
  ['https://www.Shop.example:8080/a?b#c', 'www.shop.example'],
  ['https://[::1]/', '[::1]'],
  ['shop.example', null],
  ['', null],
  [undefined, null],
])('the host of %j is %j', (address, host) => expect(parseHost(address)).toBe(host))

describe('the redirect query leads to our own site only', () => {
  test.each([
    ['/add-product-photo'],
    ['/profile#saved-products'],
    ['/celebrity-search-result?celebrities=Ada%20M%2C%20B,Cleo'],
    ['/celebrity-image/aHR0cHM6Ly9leGFtcGxlLmNvbS9h'],
  ])('%s is kept', (target) => {
    expect(parseOwnSitePath(target)).toBe(target)
  })

  test.each([
    [null],
    [undefined],
    [''],
    ['profile'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['http://own.invalid//evil.example'],
    ['/..//evil.example'],
    ['/./\\evil.example'],
    [`/${'a'.repeat(3_000)}`],
  ])('%j is dropped', (target) => {
    expect(parseOwnSitePath(target)).toBeNull()
  })
})
