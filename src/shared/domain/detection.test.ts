import { describe, expect, test } from 'vitest'
import {
  detectionSchema,
  buildLensDetectionId,
  buildShoppingDetectionId,
  storedDetectionSchema,
} from './detection.ts'

const title = 'Wool coat'
const bbox = { x: 10, y: 20, width: 100, height: 200 }
const bare = { id: 'lens_1', label: 'coat', bbox, category: 'clothing', source: 'google_lens' }

describe('detection', () => {
  test('default confidence 0.9, no products, not manual', () => {
    expect(detectionSchema.parse(bare)).toMatchObject({
      confidence: 0.9,
      products: [],
      isManual: false,
      isEditable: false,
      isResizable: false,
    })
  })

  test.each([
    ['an unknown source', { source: 'elsewhere' }],
    ['an unknown category', { category: 'furniture' }],
    ['an empty id', { id: '' }],
    ['a confidence over 1', { confidence: 1.1 }],
    ['a box without size', { bbox: { x: 1, y: 1 } }],
    ['a box of negative size', { bbox: { ...bbox, width: -1 } }],
    ['an endless title', { title: 'x'.repeat(301) }],
    ['an endless list of products', { products: Array.from({ length: 21 }, () => ({ title })) }],
  ])('is refused with %s', (_what, wrong) => {
    expect(detectionSchema.safeParse({ ...bare, ...wrong }).success).toBe(false)
  })

  test("id prefixes: 'shopping_' for shopping results, 'lens_' for lens detections", () => {
    expect(buildShoppingDetectionId('7')).toBe('shopping_7')
    expect(buildLensDetectionId('7')).toBe('lens_7')
  })
})

describe('stored detection record', () => {
  test('defaults: Unknown Product, USD, product, 0.9', () => {
    expect(storedDetectionSchema.parse({})).toEqual({
      name: 'Unknown Product',
      currency: 'USD',
      type: 'product',
      confidence: 0.9,
    })
  })

  test.each([
    ['another type', { type: 'admin' }],
    ['a confidence below 0', { confidence: -1 }],
    ['an endless link', { product_link: `https://e.com/${'x'.repeat(2_048)}` }],
  ])('is refused with %s', (_what, wrong) => {
    expect(storedDetectionSchema.safeParse(wrong).success).toBe(false)
  })
})
