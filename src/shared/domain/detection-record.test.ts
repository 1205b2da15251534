import { describe, expect, test } from 'vitest'
import { type Detection, detectionSchema } from './detection.ts'
import { storedDetectionSchema } from './detection-record.ts'
import { detectionName, recordFromDetection } from './record-from-detection.ts'

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
  test('defaults: Unknown Product, USD, product, 0.9', () => {
    expect(storedDetectionSchema.parse({})).toEqual({
      name: 'Unknown Product',
      currency: 'USD',
      type: 'product',
      confidence: 0.9,
    })
  })

  test('every field of a detection', () => {
    const record = recordFromDetection(detection, {
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

  test("'my_product' for a manual detection", () => {
    expect(recordFromDetection({ ...detection, isManual: true }).type).toBe('my_product')
  })

  test('without a price the currency is USD, and liking is left unsaid', () => {
    const record = recordFromDetection({ ...detection, price: undefined })
    expect(record.currency).toBe('USD')
    expect(record.is_liked).toBeUndefined()
  })

  test.each([
    [{ title: ' Navy coat ', label: 'coat' }, 'Navy coat'],
    [{ title: 'N/A', label: 'coat' }, 'coat'],
    [{ label: 'coat' }, 'coat'],
    [{ label: ' ' }, 'Unknown Product'],
  ])('the name of %j is %s', (named, name) => {
    expect(detectionName(named)).toBe(name)
  })

  test.each([
    ['another type', { type: 'admin' }],
    ['a confidence below 0', { confidence: -1 }],
    ['an endless link', { product_link: `https://e.com/${'x'.repeat(2_048)}` }],
  ])('is refused with %s', (_what, wrong) => {
    expect(storedDetectionSchema.safeParse(wrong).success).toBe(false)
  })
})
