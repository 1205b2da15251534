import { expect, test } from 'vitest'
import { toolbarPlace } from './toolbar-place.ts'

const window = { width: 400, height: 600 }
const toolbar = { width: 140, height: 44 }

test.each([
  ['under the box', { x: 130, y: 100, width: 140, height: 100 }, { x: 130, y: 208 }],
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
  ['inside the photo at its left edge', { x: 0, y: 100, width: 20, height: 20 }, { x: 8, y: 128 }],
  [
    'inside the photo at its right edge',
    { x: 380, y: 100, width: 20, height: 20 },
    { x: 252, y: 128 },
  ],
])('the buttons of a box stand %s', (_, box, place) => {
  expect(toolbarPlace(box, toolbar, window)).toEqual(place)
})
