import { describe, expect, test } from 'vitest'
import { fromUnits } from '#shared/domain/box.ts'
import { cropArea, computePieceAround } from './photo-crop.ts'

const upright = { width: 400, height: 800 }
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
  expect(cropArea(bbox, upright)).toEqual(area)
})

describe('the piece of a photo that is sent for a box', () => {
  const photo = { width: 1000, height: 500 }
  test.each([
    ['in the middle, with its surroundings', { x: 100, y: 100, width: 100, height: 200 }],
    ['at the edge', { x: 0, y: 0, width: 40, height: 40 }],
    ['at the other edge', { x: 380, y: 390, width: 20, height: 10 }],
    ['over everything', { x: 0, y: 0, width: 400, height: 400 }],
  ])('%s', (_, bbox) => {
    const { piece, bbox: inPiece } = computePieceAround(bbox, photo)
    expect(piece.x).toBeGreaterThanOrEqual(0)
    expect(piece.y).toBeGreaterThanOrEqual(0)
    expect(piece.x + piece.width).toBeLessThanOrEqual(photo.width)
    expect(piece.y + piece.height).toBeLessThanOrEqual(photo.height)
    // The same pixels, whether the box is read in the piece or in the photo.
    const box = fromUnits(inPiece, piece)
    const wanted = fromUnits(bbox, photo)
    expect(box.x + piece.x).toBeCloseTo(wanted.x)
    expect(box.y + piece.y).toBeCloseTo(wanted.y)
    expect(box.width).toBeCloseTo(wanted.width)
    expect(box.height).toBeCloseTo(wanted.height)
  })
})
