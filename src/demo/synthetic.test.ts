import { expect, test } from 'vitest'
import { syntheticRows, syntheticVector } from './synthetic.ts'

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

test('a catalogue of any size, and the same row whatever the size', () => {
  const small = [...syntheticRows(50)]
  const large = [...syntheticRows(5000)]
  expect(large).toHaveLength(5000)
  expect(large.slice(0, 50)).toEqual(small)
  expect(new Set(large.map(({ name }) => name)).size).toBe(5000)
  expect(new Set(large.map(({ category }) => category)).size).toBe(6)
})

test('vectors have length one, repeat, and lie near their own cluster', () => {
  const [a, again, near, far] = [
    syntheticVector(3, 128),
    syntheticVector(3, 128),
    syntheticVector(4, 128),
    syntheticVector(3000, 128),
  ]
  expect(a).toEqual(again)
  expect(dot(a, a)).toBeCloseTo(1, 4)
  expect(dot(a, near)).toBeGreaterThan(0.7)
  expect(dot(a, far)).toBeLessThan(0.4)
})
