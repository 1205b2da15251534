import { describe, expect, it } from 'vitest'
import { nameColor, findDominantColors, chooseVisibleColor } from './colors.ts'
import type { Chance } from './words.ts'

const paint = (
  side: number,
  color: (x: number, y: number) => readonly [number, number, number],
) => {
  const pixels = new Uint8Array(side * side * 3)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) pixels.set(color(x, y), (y * side + x) * 3)
  return pixels
}

describe('colorName', () => {
  it.each([
    { rgb: [0, 0, 0], name: 'black' },
    { rgb: [255, 255, 255], name: 'white' },
    { rgb: [24, 36, 72], name: 'navy' },
    { rgb: [178, 131, 78], name: 'camel' },
    { rgb: [245, 239, 222], name: 'ivory' },
    { rgb: [200, 20, 30], name: 'red' },
    { rgb: [128, 128, 128], name: 'grey' },
    { rgb: [40, 120, 60], name: 'green' },
    { rgb: [100, 20, 40], name: 'burgundy' },
  ])('calls $rgb $name', ({ rgb: [red = 0, green = 0, blue = 0], name }) => {
    expect(nameColor(red, green, blue)).toBe(name)
  })
})

describe('dominantColors', () => {
  const side = 96
  const seen = (pixels: Uint8Array, margin = 0.1, contentSize = { width: side, height: side }) =>
    findDominantColors({ pixels, side, contentSize, margin })

  it('names a plain garment', () => {
    const [first, ...rest] = seen(paint(side, () => [24, 36, 72]))
    expect(first).toMatchObject({ name: 'navy', hex: '#182448' })
    expect(first?.share).toBeCloseTo(1)
    expect(rest).toEqual([])
  })

  it('prefers the item to a wall visible at its edges and around the box', () => {
    const pixels = paint(side, (x, y) =>
      Math.hypot(x - 48, y - 48) < 30 ? [200, 20, 30] : [240, 240, 242],
    )
    expect(seen(pixels)[0]?.name).toBe('red')
  })

  it('returns both colours of a striped top, with shares that add up to at most one', () => {
    const pixels = paint(side, (_, y) => (Math.floor(y / 8) % 2 ? [255, 255, 255] : [24, 36, 72]))
    const colors = seen(pixels, 0)
    expect(colors.map(({ name }) => name).toSorted()).toEqual(['navy', 'white'])
    expect(colors.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.000001)
  })

  it('ignores the ground between a pair of shoes', () => {
    const pixels = paint(side, (x) => (x < 36 || x > 60 ? [168, 122, 76] : [130, 128, 126]))
    const framed = paint(side, (x, y) => {
      const isEdge = x < 9 || y < 9 || x > 86 || y > 86
      const at = (y * side + x) * 3
      return isEdge ? [130, 128, 126] : [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    })
    const contentSize = { width: side, height: side }
    const source = { pixels: framed, side, contentSize, margin: 0.1 }
    expect(findDominantColors({ ...source, isPair: true })[0]?.name).toBe('camel')
  })

  it('ignores the grey padding of a square', () => {
    const pixels = paint(side, (x) => (x >= 40 && x < 56 ? [40, 120, 60] : [114, 114, 114]))
    expect(seen(pixels, 0, { width: 16, height: 96 })).toMatchObject([{ name: 'green' }])
  })
})

const pixels = (name: string, share: number) => [{ name, share, hex: '#000000' }]

it.each<[string, string, number, Chance[], string | undefined]>([
  [
    'most pixels, and the model finds it likely',
    'white',
    0.58,
    [
      ['white', 0.55],
      ['grey', 0.38],
    ],
    'white',
  ],
  [
    'a finer shade than the model knows',
    'camel',
    0.6,
    [
      ['tan', 0.35],
      ['brown', 0.33],
    ],
    'camel',
  ],
  [
    'black leather in the sun',
    'charcoal',
    0.8,
    [
      ['black', 0.61],
      ['grey', 0.11],
    ],
    'black',
  ],
  [
    'nothing where black leather in the sun may be grey or navy',
    'charcoal',
    0.8,
    [
      ['black', 0.55],
      ['grey', 0.3],
    ],
    undefined,
  ],
  [
    'some pixels, and the model finds it likely',
    'denim',
    0.47,
    [
      ['denim', 0.31],
      ['blue', 0.18],
    ],
    'denim',
  ],
  [
    'white in the shade',
    'silver',
    0.6,
    [
      ['white', 0.57],
      ['cream', 0.25],
    ],
    'white',
  ],
  [
    'grey wool',
    'silver',
    0.89,
    [
      ['grey', 0.44],
      ['silver', 0.12],
    ],
    'grey',
  ],
  [
    'what the model alone sees if it is nearly sure',
    'khaki',
    0.31,
    [
      ['olive', 0.72],
      ['green', 0.1],
    ],
    'olive',
  ],
  [
    'the shade of the pixels where the model wavers between two words for it',
    'camel',
    0.58,
    [
      ['tan', 0.3],
      ['brown', 0.2],
      ['grey', 0.1],
    ],
    'camel',
  ],
  [
    'nothing where the model finds it only possible',
    'white',
    0.58,
    [
      ['white', 0.36],
      ['grey', 0.3],
    ],
    undefined,
  ],
  [
    'nothing where the pixels show another name than the likeliest',
    'white',
    0.58,
    [
      ['grey', 0.53],
      ['white', 0.4],
    ],
    undefined,
  ],
  [
    'nothing where both disagree',
    'brown',
    0.53,
    [
      ['navy', 0.24],
      ['black', 0.16],
    ],
    undefined,
  ],
  [
    'nothing where neither is clear',
    'blush',
    0.26,
    [
      ['black', 0.33],
      ['red', 0.16],
    ],
    undefined,
  ],
])('names %s', (_, name, share, chances, named) => {
  expect(chooseVisibleColor('top', pixels(name, share), chances, 1)).toBe(named)
})

it.each([
  ['eyewear', 'black', 0.41, 'black'],
  ['eyewear', 'brown', 0.9, undefined],
  ['belt', 'brown', 0.5, 'brown'],
  ['belt', 'charcoal', 0.5, undefined],
  ['belt', 'denim', 0.5, undefined],
  ['belt', 'brown', 0.29, undefined],
])('of a kind that the model does not describe (%s, %s, %s): %s', (kind, name, share, named) => {
  expect(chooseVisibleColor(kind, pixels(name, share), [], 1)).toBe(named)
})

it('names no colour on a box that may show something else', () => {
  const named = (score: number) =>
    chooseVisibleColor('top', pixels('red', 0.7), [['red', 0.5]], score)
  expect(named(0.5)).toBe('red')
  expect(named(0.49)).toBeUndefined()
})

it('of what is worn on skin, names the first colour that is not that of skin', () => {
  const onSkin = [...pixels('chocolate', 0.5), ...pixels('black', 0.35)]
  expect(chooseVisibleColor('eyewear', onSkin, [], 1)).toBe('black')
  expect(chooseVisibleColor('belt', onSkin, [], 1)).toBe('chocolate')
  const mostlySkin = [...pixels('taupe', 0.6), ...pixels('black', 0.2)]
  expect(chooseVisibleColor('eyewear', mostlySkin, [], 1)).toBeUndefined()
})
