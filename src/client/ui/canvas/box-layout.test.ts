import { expect, test } from 'vitest'
import { placeLabel, placeToolbar } from './box-layout.ts'

const window = { width: 400, height: 600 }
const toolbar = { width: 140, height: 44 }

test.each([
  ['below the box', { x: 130, y: 100, width: 140, height: 100 }, { x: 130, y: 208 }],
  [
    'above its label at the foot of the photo',
    { x: 130, y: 500, width: 140, height: 90 },
    { x: 130, y: 416 },
  ],
  [
    'inside one as high as the photo',
    { x: 130, y: 0, width: 140, height: 600 },
    { x: 130, y: 548 },
  ],
  [
    'below the label of a tiny box at the top of the photo',
    { x: 130, y: 10, width: 20, height: 12 },
    { x: 70, y: 62 },
  ],
  ['inside the photo at its left edge', { x: 0, y: 100, width: 20, height: 20 }, { x: 8, y: 128 }],
  [
    'inside the photo at its right edge',
    { x: 380, y: 100, width: 20, height: 20 },
    { x: 252, y: 128 },
  ],
])('puts the buttons of a box %s', (_, box, position) => {
  expect(placeToolbar(box, toolbar, window)).toEqual(position)
})

test.each([
  ['above its box', { x: 130, y: 100, width: 140, height: 100 }, { left: 0, top: -30 }],
  [
    'further left where the photo ends',
    { x: 350, y: 100, width: 20, height: 20 },
    { left: -50, top: -30 },
  ],
  [
    'inside a box at the top of the photo',
    { x: 130, y: 10, width: 140, height: 100 },
    { left: 0, top: 6 },
  ],
  ['below a box it would cover', { x: 130, y: 10, width: 140, height: 20 }, { left: 0, top: 26 }],
])('the label is %s', (_, box, position) => {
  expect(placeLabel(box, { width: 100, height: 24 }, window)).toEqual(position)
})
