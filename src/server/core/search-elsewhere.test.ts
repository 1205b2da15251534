import { describe, expect, it } from 'vitest'
import { buildSearchLinks, searchElsewhere } from './search-elsewhere.ts'

const hosts = (setting?: string) =>
  buildSearchLinks(searchElsewhere.parse(setting), 'olive utility jacket').map(({ name, url }) => [
    name,
    url,
  ])

describe('SEARCH_ELSEWHERE', () => {
  it('is Google Shopping, eBay, Vinted and Etsy by default', () => {
    expect(hosts()).toEqual([
      ['Google Shopping', 'https://www.google.com/search?udm=28&q=olive%20utility%20jacket'],
      ['eBay', 'https://www.ebay.com/sch/i.html?_nkw=olive%20utility%20jacket'],
      ['Vinted', 'https://www.vinted.com/catalog?search_text=olive%20utility%20jacket'],
      ['Etsy', 'https://www.etsy.com/search?q=olive%20utility%20jacket'],
    ])
  })

  it('takes some of them and shops of its own', () => {
    expect(hosts('Etsy | Zalando=https://www.zalando.de/katalog/?q={words}')).toEqual([
      ['Etsy', 'https://www.etsy.com/search?q=olive%20utility%20jacket'],
      ['Zalando', 'https://www.zalando.de/katalog/?q=olive%20utility%20jacket'],
    ])
  })

  it('is turned off by "off"', () => expect(hosts('off')).toEqual([]))

  it.each([
    'amazon',
    'Shop=https://shop.example/search',
    'Shop=javascript:alert({words})',
    'Shop=https://{words}.example/',
    'ebay||etsy',
    Array.from({ length: 9 }, () => 'ebay').join('|'),
  ])('refuses %s and says what it must be', (setting) => {
    expect(() => searchElsewhere.parse(setting)).toThrow(
      'must be \\"off\\" or a list separated by \\"|\\" of google, ebay, vinted, etsy',
    )
  })

  it('escapes the words', () => {
    const [link] = buildSearchLinks(searchElsewhere.parse('etsy'), 'a&b="c" #1')
    expect(link?.url).toBe('https://www.etsy.com/search?q=a%26b%3D%22c%22%20%231')
  })
})
