import { expect, test } from 'vitest'
import { cropArea } from './crop-photo.ts'

const photo = { width: 400, height: 800 }

test.each([
  [
    'a large box exactly',
    { x: 100, y: 100, width: 100, height: 100 },
    { x: 100, y: 200, width: 100, height: 200 },
  ],
  [
    'a tiny box with what is around it',
    { x: 100, y: 100, width: 10, height: 10 },
    { x: 73, y: 178, width: 64, height: 64 },
  ],
  [
    'a tiny box in the corner inside the photo',
    { x: 390, y: 0, width: 10, height: 10 },
    { x: 336, y: 0, width: 64, height: 64 },
  ],
])('crops %s', (_, bbox, area) => {
  expect(cropArea(bbox, photo)).toEqual(area)
})
