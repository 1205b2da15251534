import { describe, expect, test } from 'vitest'
import {
  favoriteProblem,
  isPriceEdited,
  lensConfidence,
  manualSaveProblem,
  priceIfAny,
  shoppingConfidence,
  withProducts,
} from './detection-rules.ts'

const title = 'Wool coat'
const price = '$120'
const productLink = 'https://example.com/coat'

test.each([
  [0, 0.9],
  [1, 0.85],
  [10, 0.4],
  [18, 0],
  [60, 0],
])('lens confidence is 0.9 minus 0.05 times position: %i', (position, confidence) => {
  expect(lensConfidence(position)).toBeCloseTo(confidence, 10)
})

test.each([
  [{}, 0.8],
  [{ title: 'Coat', price: '$12' }, 0.8 + 0.4 / 3],
  [{ title: 'Coat', price: '$12', seller: 'Maison Ada' }, 1],
])('shopping results 0.8 to 1.0: %j', (product, confidence) => {
  expect(shoppingConfidence(product)).toBeCloseTo(confidence, 10)
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

test.each([
  ['the price of its shop', { isManual: false, price, products: [{ title, price }] }, false],
  ['another price', { isManual: false, price: '$99', products: [{ title, price }] }, true],
  ['no shop', { isManual: false, price, products: [] }, false],
  ['the price of a manual box', { isManual: true, price, products: [{ title }] }, false],
])('a detection with %s', (_case, detection, isEdited) => {
  expect(isPriceEdited(detection)).toBe(isEdited)
})

test.each([
  ['0', null],
  ['0.00', null],
  ['$0', null],
  ['0.5', '0.5'],
  ['€20', '€20'],
  [null, null],
])('the price %s is shown as %s', (entered, shown) => {
  expect(priceIfAny(entered)).toBe(shown)
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

const product = (title: string, more: object = {}) => ({
  title,
  price: '$20',
  productLink: 'https://shop.example/x',
  seller: 'Example',
  ...more,
})

describe('the offer of a detection', () => {
  /** Filled in by remote providers only. */
  const remote = {
    delivery: 'Free',
    durability: 'New',
    offers: '3 offers',
    extractedOffers: 3,
    offersLink: 'https://shop.example/offers',
    extractedPrice: 20,
    thumbnailVideo: 'https://shop.example/v.mp4',
    stockInfo: 'In stock',
    model: 'W-1',
  }

  test('is that of its best product', () => {
    const found = withProducts({ source: 'google_lens', title: undefined }, [
      product('Wool coat', { description: 'Warm', thumbnail: '/t.jpg', ...remote }),
      product('Other coat'),
    ])
    expect(found).toMatchObject({ title: 'Wool coat', description: 'Warm', thumbnail: '/t.jpg' })
    expect(found).toMatchObject(remote)
    expect(found.products).toHaveLength(2)
  })

  test('goes when the last product goes', () => {
    const found = withProducts(
      { source: 'google_lens', title: 'Wool coat', price: '$20', description: 'Warm' },
      [],
    )
    expect(found).toMatchObject({ title: undefined, price: undefined, description: undefined })
  })

  test.each([
    ['google_lens', 'shopping_1', 'google_shopping'],
    ['google_shopping', 'remote_1', 'google_lens'],
    ['manual_detection', 'shopping_1', 'manual_detection'],
  ] as const)('a card of %s with the product %s is of %s', (source, id, expected) => {
    expect(withProducts({ source }, [product('Coat', { id })]).source).toBe(expected)
  })
})
