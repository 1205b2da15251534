import { expect, test } from 'vitest'
import { detectedProductFromDetection, detectedProductSchema } from './detected-product.ts'
import { detectionSchema } from './detection.ts'

const createdAt = '2026-01-02T03:04:05.000Z'
const detection = detectionSchema.parse({
  id: 'lens_1',
  label: 'navy coat',
  bbox: { x: 1, y: 2, width: 3, height: 4 },
  category: 'clothing',
  source: 'google_lens',
  title: 'Navy wool coat',
  price: '€1.089,50',
  productLink: 'https://www.example.com/coat',
  brand: 'Maison Ada',
  stockInfo: 'In stock',
})

test("a saved favorite has type 'detection' and carries its offer", () => {
  const product = detectedProductFromDetection(detection, createdAt)
  expect(product).toMatchObject({
    id: 'lens_1',
    type: 'detection',
    name: 'Navy wool coat',
    brand: 'Maison Ada',
    confidence: 0.9,
    createdAt,
    googleShoppingData: {
      title: 'Navy wool coat',
      seller: 'example',
      product_link: 'https://www.example.com/coat',
      extracted_price: 1089.5,
      currency: 'EUR',
      stock_information: 'In stock',
    },
  })
  expect(detectedProductSchema.parse(product)).toEqual(product)
})

test.each([
  ['another type', { type: 'product' }],
  ['no id', { id: '' }],
  ['an endless name', { name: 'x'.repeat(301) }],
])('a saved favorite is refused with %s', (_what, wrong) => {
  const product = detectedProductFromDetection(detection, createdAt)
  expect(detectedProductSchema.safeParse({ ...product, ...wrong }).success).toBe(false)
})
