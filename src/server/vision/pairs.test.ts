import { describe, expect, it } from 'vitest'
import type { Corners } from './image-ops.ts'
import { joinPairs } from './pairs.ts'

const square = (x: number, y = 0, side = 10): Corners => ({
  x0: x,
  y0: y,
  x1: x + side,
  y1: y + side,
})
const claim = (box: Corners, score: number, kind = 'gloves') => ({
  box,
  kind,
  category: 'accessories',
  score,
})

describe('two gloves', () => {
  it('become one box with the higher score, and are searched by the better visible one', () => {
    expect(joinPairs([claim(square(60, 5), 0.6), claim(square(0), 0.8)])).toEqual([
      { ...claim({ x0: 0, y0: 0, x1: 70, y1: 15 }, 0.8), bestSeen: square(0) },
    ])
  })

  it('pair with the nearest other one, by score, and leave a third alone', () => {
    const joined = joinPairs([
      claim(square(0), 0.9),
      claim(square(30), 0.5),
      claim(square(60), 0.8),
    ])
    expect(joined.map(({ box, score }) => [box.x0, box.x1, score])).toEqual([
      [0, 40, 0.9],
      [60, 70, 0.8],
    ])
  })

  it.each([
    ['the second is far less sure', claim(square(60), 0.39)],
    ['they are of quite different sizes', claim(square(60, 0, 21), 0.8)],
    ['nobody could reach from one to the other', claim(square(101), 0.8)],
    ['they are the same one, seen twice', claim(square(4), 0.8)],
    ['the second is something else', claim(square(60), 0.8, 'watch')],
  ])('stay as they are where %s', (_, other) => {
    const joined = joinPairs([claim(square(0), 0.8), other])
    expect(joined).toHaveLength(2)
    expect(joined.every((find) => find.bestSeen === undefined)).toBe(true)
  })
})

it('keeps two objects of any other kind separate', () => {
  const bags = [claim(square(0), 0.8, 'bag'), claim(square(60), 0.8, 'bag')]
  expect(joinPairs(bags)).toEqual(bags)
})
