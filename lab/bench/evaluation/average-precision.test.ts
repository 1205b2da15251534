import { describe, expect, it } from 'vitest'
import { computeAveragePrecision, computeMean } from './average-precision.ts'

const box = (x0: number) => ({ x0, y0: 0, x1: x0 + 10, y1: 10 })
const prediction = (x0: number, score: number) => ({ box: box(x0), score })

describe('AP50', () => {
  it.each([
    {
      name: 'all found',
      photos: [{ predictions: [prediction(0, 0.9)], labels: [box(1)] }],
      expected: 1,
    },
    { name: 'nothing predicted', photos: [{ predictions: [], labels: [box(0)] }], expected: 0 },
    {
      name: 'too little overlap',
      photos: [{ predictions: [prediction(5, 0.9)], labels: [box(0)] }],
      expected: 0,
    },
    {
      name: 'one of two found',
      photos: [{ predictions: [prediction(0, 0.9)], labels: [box(0), box(50)] }],
      expected: 0.5,
    },
    {
      name: 'a more certain wrong box first',
      photos: [{ predictions: [prediction(80, 0.9), prediction(0, 0.5)], labels: [box(0)] }],
      expected: 0.5,
    },
    {
      name: 'a second box on one item counts as wrong',
      photos: [
        {
          predictions: [prediction(0, 0.9), prediction(1, 0.8), prediction(50, 0.7)],
          labels: [box(0), box(50)],
        },
      ],
      expected: (1 + 2 / 3) / 2,
    },
    {
      name: 'photos are ranked together',
      photos: [
        { predictions: [prediction(0, 0.4)], labels: [box(0)] },
        { predictions: [prediction(0, 0.8)], labels: [] },
      ],
      expected: 0.5,
    },
  ])('$name: $expected', ({ photos, expected }) => {
    expect(computeAveragePrecision(photos)).toBeCloseTo(expected)
  })

  it('is undefined without true boxes, and then excluded from the mean', () => {
    expect(computeAveragePrecision([{ predictions: [prediction(0, 1)], labels: [] }])).toBeNull()
    expect(computeMean([1, null, 0.5])).toBe(0.75)
  })
})
