import { expect, test } from 'vitest'
import { productRecordSchema } from '#shared/contract/products.ts'
import { toFavoriteProduct, toProductRecord } from './favorite-record.ts'

const product = {
  name: 'Silk scarf',
  id: '17',
  price: '€45',
  currency: 'EUR',
  image_url: '/media/scarf.jpg',
  product_link: 'https://shop.example/scarf',
  category: 'accessories',
  brand: 'Maison Ada',
  seller: 'shop',
  celebrity_name: 'Ines Okafor',
  celebrity_image: '/media/look.jpg',
}
const savedAt = '2026-01-02T03:04:05.000Z'

test('a plain product becomes a record of the wire, and comes back whole', () => {
  const record = toProductRecord(product, savedAt)
  expect(productRecordSchema.parse(record)).toEqual(record)
  expect(toFavoriteProduct(record)).toEqual(product)
})

test('what is not known is null, and the currency USD', () => {
  expect(toProductRecord({ name: 'Hat' }, savedAt)).toMatchObject({
    id: 'Hat',
    type: 'product',
    price: null,
    currency: 'USD',
    is_liked: true,
    detected_at: savedAt,
  })
})
