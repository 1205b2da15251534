import { describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from './detection-frame.ts'

describe('a 400-unit box', () => {
  test.each([
    ['square', { width: 400, height: 400 }, { x: 40, y: 80, width: 100, height: 200 }],
    ['upright', { width: 800, height: 1600 }, { x: 80, y: 320, width: 200, height: 800 }],
    ['wide', { width: 1200, height: 200 }, { x: 120, y: 40, width: 300, height: 100 }],
  ])('%s image: x and y are scaled separately', (_shape, image, pixels) => {
    const units = { x: 40, y: 80, width: 100, height: 200 }
    expect(toUnits(pixels, image)).toEqual(units)
    expect(fromUnits(units, image)).toEqual(pixels)
  })

  test('the whole image is 400 by 400 units', () => {
    const whole = { x: 0, y: 0, width: 423, height: 640 }
    expect(toUnits(whole, whole)).toEqual({ x: 0, y: 0, width: 400, height: 400 })
  })
})
