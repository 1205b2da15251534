import { expect, it } from 'vitest'
import { seenColour } from './seen-colour.ts'
import type { Chance } from './words.ts'

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
    'charcoal',
    0.6,
    [
      ['black', 0.35],
      ['grey', 0.33],
    ],
    'charcoal',
  ],
  [
    'some pixels, and the model finds it likely',
    'denim',
    0.47,
    [
      ['denim', 0.37],
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
    'nothing where the model finds it only possible',
    'white',
    0.58,
    [
      ['white', 0.53],
      ['grey', 0.4],
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
  expect(seenColour('top', pixels(name, share), chances)).toBe(named)
})

it.each([
  ['eyewear', 'black', 0.41, 'black'],
  ['eyewear', 'brown', 0.9, undefined],
  ['belt', 'brown', 0.5, 'brown'],
  ['belt', 'brown', 0.3, undefined],
])('of a kind that the model does not describe (%s, %s, %s): %s', (kind, name, share, named) => {
  expect(seenColour(kind, pixels(name, share), [])).toBe(named)
})
