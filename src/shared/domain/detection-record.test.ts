import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '#shared/contract/products.ts'
import { type Detection, detectionSchema, storedDetectionSchema } from './detection.ts'
import { toDetection, getDetectionName, toStoredDetection } from './detection-record.ts'

const bbox = { x: 10, y: 20, width: 100, height: 200 }
const detection: Detection = detectionSchema.parse({
  id: 'shopping_7',
  label: 'navy coat',
  title: 'Navy wool coat',
  confidence: 0.87,
  bbox,
  category: 'clothing',
  source: 'google_shopping',
  price: '€89',
  seller: 'Unknown Seller',
  productLink: 'https://www.example.com/coat',
  thumbnail: 'https://example.com/t.jpg',
  imageUrl: 'https://example.com/i.jpg',
  rating: 4.5,
  reviews: 12,
  offersLink: 'https://example.com/offers',
  delivery: 'Free',
  durability: 'New',
  thumbnailVideo: 'https://example.com/v.mp4',
})

describe('stored detection record', () => {
  test('every field of a detection', () => {
    const record = toStoredDetection(detection, {
      originalImageUrl: 'https://example.com/photo.jpg',
      isLiked: true,
    })
    expect(record).toEqual({
      name: 'Navy wool coat',
      image_url: 'https://example.com/i.jpg',
      thumbnail: 'https://example.com/t.jpg',
      price: '€89',
      currency: 'EUR',
      category: 'clothing',
      type: 'product',
      confidence: 0.87,
      bbox,
      product_id: 'shopping_7',
      detection_id: 'shopping_7',
      seller: 'example',
      product_link: 'https://www.example.com/coat',
      rating: 4.5,
      reviews: 12,
      offers_link: 'https://example.com/offers',
      delivery: 'Free',
      durability: 'New',
      thumbnail_video: 'https://example.com/v.mp4',
      source: 'google_shopping',
      is_liked: true,
      original_image_url: 'https://example.com/photo.jpg',
    })
    expect(storedDetectionSchema.parse(record)).toEqual(record)
  })

  test('says when the price is not that of the shop', () => {
    const products = [{ title: 'Navy wool coat', price: '€99' }]
    expect(toStoredDetection({ ...detection, products }).is_price_edited).toBe(true)
    expect(toStoredDetection(detection).is_price_edited).toBeUndefined()
  })

  test("'my_product' for a manual detection", () => {
    expect(toStoredDetection({ ...detection, isManual: true }).type).toBe('my_product')
  })

  test('without a price the currency is USD, and liking is left unsaid', () => {
    const record = toStoredDetection({ ...detection, price: undefined })
    expect(record.currency).toBe('USD')
    expect(record.is_liked).toBeUndefined()
  })

  test.each([
    [{ title: ' Navy coat ', label: 'coat' }, 'Navy coat'],
    [{ title: 'N/A', label: 'coat' }, 'coat'],
    [{ label: 'coat' }, 'coat'],
    [{ label: ' ' }, 'Unknown Product'],
  ])('the name of %j is %s', (named, name) => {
    expect(getDetectionName(named)).toBe(name)
  })
})

describe('a record read back, stored by another client', () => {
  const record: ProductRecord = {
    ...toStoredDetection(detection),
    id: 'shopping_7',
    detection_id: 'shopping_7',
    product_id: 'shopping_7',
    type: 'detection',
    title: 'Navy wool coat',
    brand: null,
    category: 'clothing',
    confidence_score: 0.87,
    bbox,
    image_url: 'https://example.com/i.jpg',
    thumbnail: 'https://example.com/t.jpg',
    price: '€89',
    seller: 'example',
    product_link: 'https://www.example.com/coat',
    rating: 4.5,
    reviews: 12,
    offers_link: 'https://example.com/offers',
    delivery: 'Free',
    durability: 'New',
    thumbnail_video: 'https://example.com/v.mp4',
    source: 'google_shopping',
    original_image_url: null,
    celebrity_name: null,
    celebrity_image: null,
    is_liked: false,
    is_price_edited: false,
    detected_at: '2026-01-02T03:04:05.000Z',
  }

  test('a bare price keeps the currency of its record', () => {
    const read = toDetection({ ...record, price: '12.5', currency: 'EUR' }, null, 0)
    expect(read.price).toBe('€12.50')
  })

  test('becomes a detection with every field it was stored with', () => {
    const { label, seller, ...stored } = detection
    expect(toDetection(record, null, 0)).toMatchObject({
      ...stored,
      label: 'Navy wool coat',
      seller: 'example',
      products: [{ title: 'Navy wool coat', delivery: 'Free' }],
      isEditable: true,
    })
    expect([label, seller]).toEqual(['navy coat', 'Unknown Seller'])
  })

  test.each([
    ['my_product', 'google_lens', 'manual_detection'],
    ['detection', 'google_shopping', 'google_shopping'],
    ['detection', 'an unknown source', 'google_lens'],
  ] as const)('of type %s and source %s has the source %s', (type, stored, source) => {
    const read = toDetection({ ...record, type, source: stored }, null, 0)
    expect(read.source).toBe(source)
  })

  test('without a box is placed at 150 by 150, each with another offset', () => {
    const placed = [0, 1, 2].map(
      (index) => toDetection({ ...record, bbox: null }, null, index).bbox,
    )
    expect(placed).toMatchObject([
      { width: 150, height: 150 },
      { width: 150, height: 150 },
      { width: 150, height: 150 },
    ])
    expect(new Set(placed.map(({ x, y }) => `${x},${y}`)).size).toBe(3)
  })
})
