import { expect, test } from 'vitest'
import { isHttpLink } from './product-link.ts'

test.each([
  ['https://example.com/coat', true],
  ['http://example.com', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['httpx://example.com', false],
  ['http://', false],
  ['example.com/http://', false],
  [' https://example.com', false],
  ['javascript:alert(1)//http://', false],
  ['N/A', false],
  ['', false],
  [null, false],
  [undefined, false],
])('a link is shown only if it begins with http: %j %s', (link, shown) => {
  expect(isHttpLink(link)).toBe(shown)
})
