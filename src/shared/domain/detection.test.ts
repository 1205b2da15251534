import { describe, expect, test } from 'vitest'
import { detectionSchema, lensDetectionId, shoppingDetectionId } from './detection.ts'
import { favoriteProblem, manualSaveProblem } from './detection-rules.ts'

const title = 'Wool coat'
const price = '$120'
const productLink = 'https://example.com/coat'
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
    expect(shoppingDetectionId('7')).toBe('shopping_7')
    expect(lensDetectionId('7')).toBe('lens_7')
  })
})

describe('favoriting a manual detection requires a title, a price and a link', () => {
  const message =
    'Please edit this manual detection and add title, price, and valid product link before saving!'
  test.each([
    ['complete', { isManual: true, title, price, productLink }, null],
    ['no title', { isManual: true, title: ' ', price, productLink }, message],
    ['no price', { isManual: true, title, productLink }, message],
    ['price N/A', { isManual: true, title, price: 'N/A', productLink }, message],
    ['link not http', { isManual: true, title, price, productLink: 'example.com' }, message],
    ['not manual', { isManual: false }, null],
  ])('%s', (_case, detection, problem) => {
    expect(favoriteProblem(detection)).toBe(problem)
  })
})

describe('manual detection save requires non-blank title, price and product link', () => {
  const required = 'Please fill in all required fields: Title, Price, and Product Link'
  const invalid = 'Please enter a valid product link starting with http:// or https://'
  test.each([
    ['complete', { title, price, productLink }, null],
    ['blank title', { title: '  ', price, productLink }, required],
    ['blank price', { title, price: '', productLink }, required],
    ['blank link', { title, price, productLink: ' ' }, required],
    ['link must start with http', { title, price, productLink: 'www.example.com' }, invalid],
    ['link of another kind', { title, price, productLink: 'javascript:alert(1)' }, invalid],
    ['blank comes first', { title: '', price, productLink: 'x' }, required],
  ])('%s', (_case, fields, problem) => {
    expect(manualSaveProblem(fields)).toBe(problem)
  })
})
