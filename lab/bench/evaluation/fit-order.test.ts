import { expect, it } from 'vitest'
import {
  readLabel,
  readLikely,
  LABEL_WEIGHTS,
  LIKELY_WEIGHTS,
} from '#shared/vocabulary/label-match.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createPlausibilityCheck, readProducts, scoreOrder } from './fit-order.ts'

const product = (productKey: string, similarity: number, color: string) => ({
  productKey,
  similarity,
  id: productKey,
  euros: 1,
  isDrawn: false,
  description: {
    kind: 'dresses',
    colors: [color],
    patterns: [],
    materials: [],
    departments: [],
  },
})
const asked = (label: string) => ({
  candidates: [
    product('a', 0.9, 'red'),
    product('b', 0.8, 'black'),
    product('c', 0.7, 'green'),
    product('d', 0.6, 'purple'),
  ],
  question: {
    meaning: readLabel(label, 'dress'),
    likely: readLikely({ colour: [['purple', 0.9]] }),
    isKindSure: true,
    thresholds: { sameItem: 2, close: 2, similar: 2 },
    best: [],
    similarInOwnColor: null,
    minAnswers: 3,
  },
  isPlausible: ({ colors }: { colors: readonly string[] }) => colors.includes('purple'),
})
const NOTHING = { cut: 0, colour: 0, pattern: 0 }

it('counts the objects with a plausible product first, and among three', () => {
  const objects = [asked('dress'), asked('purple dress')]
  expect(scoreOrder(objects, { label: LABEL_WEIGHTS, likely: NOTHING })).toEqual({
    objects: 2,
    first: 0.5,
    three: 0.5,
  })
  const { first } = scoreOrder(objects, { label: LABEL_WEIGHTS, likely: LIKELY_WEIGHTS })
  expect(first).toBe(1)
})

it('finds jeans implausible for trousers, though they are trousers too', () => {
  const isPlausible = createPlausibilityCheck('pants', { type: 'trousers', colour: 'red' }, [
    'jeans',
    'trousers',
  ])
  const { description } = product('a', 1, 'red')
  expect(isPlausible({ ...description, kind: 'trousers' })).toBe(true)
  expect(isPlausible({ ...description, kind: 'jeans' })).toBe(false)
})

it('reads the products that have a vector of the version', async () => {
  const database = await testDatabase()
  try {
    expect(await readProducts(database.pool, 'of no model')).toEqual([])
  } finally {
    await database.close()
  }
})
