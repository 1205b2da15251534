import { expect, it } from 'vitest'
import { findNumberFormats } from './number-formats.mjs'

const find = (code, path = 'src/a.ts') => findNumberFormats(path, code).map(({ name }) => name)

it.each([
  ['count.toLocaleString()', 'toLocaleString'],
  ['count.toLocaleString(undefined, { style: "unit" })', 'toLocaleString'],
  ["new Date(day).toLocaleDateString('de')", 'toLocaleDateString'],
  ['new Intl.NumberFormat().format(1)', 'NumberFormat'],
  ["new Intl.ListFormat('en').format(names)", 'ListFormat'],
  ['`${share.toFixed(1)} %`', 'toFixed'],
])('finds %s', (code, name) => expect(find(code)).toEqual([name]))

it.each([
  'count.toLocaleString(LOCALE_TEXT.locale)',
  'new Intl.NumberFormat(locale, { style: "percent" })',
  "new Intl.Locale('de').maximize()",
  'const x = Number(value.toFixed(3))',
  'text.toLocaleUpperCase()',
])('passes %s', (code) => expect(find(code)).toEqual([]))

it('allows what nobody reads, by file', () =>
  expect(find('`${x.toFixed(1)}px`', 'src/client/features/home/home-page.tsx')).toEqual([]))
