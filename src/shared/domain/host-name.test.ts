import { domainToASCII, domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { toReadableHost } from './host-name.ts'

test.each([
  'магазин.рф',
  'ελλάδα.ελ',
  'متجر.السعودية',
  'दुकान.भारत',
  'łódź.pl',
  'mode-für-øre.example',
  '王小明.com',
  'ファッション.jp',
  '패션.한국',
  'ünïcödé-ñame.dé',
])('%s is read', (host) => {
  const ascii = domainToASCII(host)
  expect(ascii).toContain('xn--')
  expect(toReadableHost(ascii)).toBe(domainToUnicode(ascii))
})

test.each([
  ['with a Latin end', domainToASCII('аррӏе.com')],
  ['without its end, which may be Latin', domainToASCII('аррӏе')],
  ['of two alphabets', domainToASCII('аррle.рф')],
  ['whose letters belong to none', 'xn--i-7iq.ws'],
  ['that is no Punycode', 'xn--999999999.com'],
  ['with nothing after its prefix', 'xn--.com'],
  ['in ASCII', 'shop.example.com'],
])('a host %s stays as it is', (_, host) => {
  expect(toReadableHost(host)).toBe(host)
})
