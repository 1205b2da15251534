import { expect, test } from 'vitest'
import { neighbor } from './perturbed-math.ts'

const half = () => 0.5

test('every inexact function is off by one unit in the last place', () => {
  expect(Math.sin(0.5)).not.toBe(0.479425538604203)
  expect(Math.sin(0.5)).toBeCloseTo(0.479425538604203, 14)
  expect(Math.sqrt(4)).not.toBe(2)
  expect(Math.log2(8)).not.toBe(3)
})

test('so is the operator **', () => {
  expect(4 ** half()).not.toBe(2)
  expect(4 ** half()).toBeCloseTo(2, 14)
  expect((1 + 1) ** ((half() ** -1) ** 1)).toBeCloseTo(4, 13)
})

test('what the specification makes exact stays exact', () => {
  expect([Math.exp(0), Math.cos(0), 2 ** 31, 7.5 ** 0, Math.hypot(0, 0)]).toEqual([
    1, 1, 2_147_483_648, 1, 0,
  ])
})

test('a neighbour is the next double', () => {
  expect(neighbor(1, true)).toBe(1 + Number.EPSILON)
  expect(neighbor(-1, true)).toBe(-1 - Number.EPSILON)
  expect(neighbor(1, false)).toBe(1 - Number.EPSILON / 2)
  expect(neighbor(0, true)).toBe(0)
})
