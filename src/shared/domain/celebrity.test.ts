import { describe, expect, test } from 'vitest'
import {
  buildCelebrityImageName,
  formatNamesHeader,
  readStyleTab,
  parseStyleType,
  formatTileName,
  truncateProductName,
} from './celebrity.ts'

describe('image derived from the name', () => {
  test.each([
    ['Ada Lane', 'ada-lane.jpg'],
    ['A$TRA', 'astra.jpg'],
    ['Ca$h $am', 'cash-sam.jpg'],
    ['Zoë Étoile', 'zoe-etoile.jpg'],
    ["Niamh O'Dell", 'niamh-o-dell.jpg'],
    ['  J.  R. -- Vee!  ', 'j-r-vee.jpg'],
    ['K9 & 2Bits', 'k9-2bits.jpg'],
    ['李 Wei', '李-wei.jpg'],
  ])('%s becomes %s', (name, image) => {
    expect(buildCelebrityImageName(name)).toBe(image)
  })
})

describe('style type of a name the catalogue says nothing of', () => {
  test('is always the same', () => {
    expect(parseStyleType('Ada Lane')).toBe(parseStyleType('Ada Lane'))
    expect(parseStyleType('Zo\u00eb')).toBe(parseStyleType('Zoe\u0308'))
  })

  test('divides many names about evenly', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `Person ${index}`)
    const creators = names.filter((name) => parseStyleType(name) === 'creator').length
    expect(creators).toBeGreaterThan(400)
    expect(creators).toBeLessThan(600)
  })
})

test.each([
  ['all', 'all'],
  ['celebrity', 'celebrity'],
  ['creator', 'creator'],
  [null, 'all'],
  [{ tab: 'creator' }, 'all'],
])('history state %j opens the tab %s', (state, tab) => {
  expect(readStyleTab(state)).toBe(tab)
})

describe('names header', () => {
  const names = Array.from('ABCDEFGHIJKL')
  test.each([
    [0, false, ''],
    [1, false, 'A'],
    [2, false, 'A & B'],
    [3, false, 'A, B & C'],
    [10, false, 'A, B, C, D, E, F, G, H, I & J'],
    [11, false, 'A, B, C, D, E, F, G, H, I & J + 1 more'],
    [12, false, 'A, B, C, D, E, F, G, H, I & J + 2 more'],
    [5, true, 'A, B, C, D & E'],
    [6, true, 'A, B, C, D & E + 1 more'],
    [12, true, 'A, B, C, D & E + 7 more'],
  ])('%i names, mobile %s: %s', (count, isMobile, header) => {
    expect(formatNamesHeader(names.slice(0, count), isMobile)).toBe(header)
  })
})

describe('truncation', () => {
  test.each([
    ['35 (mobile)', true, 35],
    ['60 (desktop)', false, 60],
  ])('product name %s', (_rule, isMobile, limit) => {
    expect(truncateProductName('x'.repeat(limit), isMobile)).toBe('x'.repeat(limit))
    expect(truncateProductName('x'.repeat(limit + 1), isMobile)).toBe(`${'x'.repeat(limit - 1)}…`)
  })

  test('leaves no space before the ellipsis and no half character', () => {
    expect(truncateProductName(`${'x'.repeat(33)} tail`, true)).toBe(`${'x'.repeat(33)}…`)
    expect(truncateProductName('👗'.repeat(36), true)).toBe(`${'👗'.repeat(34)}…`)
  })

  test.each([
    ['Wool coat', 1, 'Wool coat'],
    ['Wool coat', 3, 'Wool coat and 2 more'],
    ['y'.repeat(60), 2, `${'y'.repeat(60)} and 1 more`],
    ['y'.repeat(61), 2, `${'y'.repeat(59)}… and 1 more`],
  ])('tile name 60: %s of %i products', (name, products, shown) => {
    expect(formatTileName(name, products)).toBe(shown)
  })
})
