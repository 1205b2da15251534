import { describe, expect, test } from 'vitest'
import { DIGITAL_ITEM_WORDS } from './detection-rules.ts'
import {
  computeCompleteness,
  findFavoriteProblem,
  isCardListed,
  isComplete,
  isDigitalItem,
  isLensCandidateKept,
  isPriceEdited,
  isShoppingResultShown,
  computeLensConfidence,
  findManualSaveProblem,
  computeShoppingConfidence,
  addProducts,
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
  expect(computeLensConfidence(position)).toBeCloseTo(confidence, 10)
})

test.each([
  [{}, 0.8],
  [{ title: 'Coat', price: '$12' }, 0.8 + 0.4 / 3],
  [{ title: 'Coat', price: '$12', seller: 'Maison Ada' }, 1],
])('shopping results 0.8 to 1.0: %j', (product, confidence) => {
  expect(computeShoppingConfidence(product)).toBeCloseTo(confidence, 10)
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
    expect(findFavoriteProblem(detection)).toBe(problem)
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
    expect(findManualSaveProblem(fields)).toBe(problem)
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
    const found = addProducts({ source: 'google_lens', title: undefined }, [
      product('Wool coat', { description: 'Warm', thumbnail: '/t.jpg', ...remote }),
      product('Other coat'),
    ])
    expect(found).toMatchObject({ title: 'Wool coat', description: 'Warm', thumbnail: '/t.jpg' })
    expect(found).toMatchObject(remote)
    expect(found.products).toHaveLength(2)
  })

  test('goes when the last product goes', () => {
    const found = addProducts(
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
    expect(addProducts({ source }, [product('Coat', { id })]).source).toBe(expected)
  })
})

describe('digital items', () => {
  test.each(DIGITAL_ITEM_WORDS)('excluded titles contain, case-insensitive: %s', (word) => {
    expect(isDigitalItem(`Coat ${word.toUpperCase()} bundle`)).toBe(true)
    expect(isCardListed({ title: `Coat ${word}`, price, productLink })).toBe(false)
  })

  test('a garment is none', () => {
    expect(isDigitalItem(title)).toBe(false)
    expect(isDigitalItem(undefined)).toBe(false)
  })
})

describe('a card is listed only if', () => {
  test.each([
    ['it is manual', { isManual: true }, true],
    ['it is manual, whatever its title', { isManual: true, title: 'PNG' }, true],
    ['it has title, price and link', { title, price, productLink }, true],
    ['no title', { price, productLink }, false],
    ['price N/A', { title, price: 'N/A', productLink }, false],
    ['no link', { title, price }, false],
    ['a digital item', { title: 'Coat sewing pattern', price, productLink }, false],
  ])('%s', (_rule, detection, listed) => {
    expect(isCardListed(detection)).toBe(listed)
  })
})

describe('completeness for price and link display', () => {
  test.each([
    [
      'manual needs title, price and link',
      { source: 'manual_detection', title, price, productLink },
      true,
    ],
    ['manual without price', { source: 'manual_detection', title, productLink }, false],
    ['the manual flag counts as the source', { isManual: true, title, productLink }, false],
    ['google_lens needs title and link', { source: 'google_lens', title, productLink }, true],
    ['google_lens without link', { source: 'google_lens', title, price }, false],
    ['google_lens without title', { source: 'google_lens', price, productLink }, false],
    ['google_shopping needs title', { source: 'google_shopping', title }, true],
    ['google_shopping without title', { source: 'google_shopping', price, productLink }, false],
    ['otherwise any one: title', { title }, true],
    ['otherwise any one: price', { price }, true],
    ['otherwise any one: link', { productLink }, true],
    ['otherwise any one: a product list', { products: [{}] }, true],
    ['otherwise nothing', { price: 'N/A', products: [] }, false],
  ])('%s', (_rule, detection, complete) => {
    expect(isComplete(detection)).toBe(complete)
  })
})

test.each([
  [{ title, price, productLink }, true],
  [{ title, price: 'N/A', productLink }, false],
  [{ title, price }, false],
  [{ price, productLink }, false],
])('a lens candidate is kept only if it has title, price and link: %j %s', (facts, kept) => {
  expect(isLensCandidateKept(facts)).toBe(kept)
})

test.each([
  [{ title, price, productLink }, true],
  [{ title: 'N/A', price, productLink }, false],
  [{ title: ' ', price, productLink }, false],
  [{ title, price: 'N/A', productLink }, false],
  [{ title, price, productLink: 'example.com' }, false],
  [{ title, price, productLink: null }, false],
])('shopping results shown have title, price and an http link: %j %s', (facts, shown) => {
  expect(isShoppingResultShown(facts)).toBe(shown)
})

test.each([
  [{}, 0],
  [{ title }, 1],
  [{ title, price: 'N/A', seller: 'Unknown Seller' }, 1],
  [{ price, seller: 'Maison Ada' }, 2],
  [{ title, price, seller: '' }, 2],
  [{ title, price, seller: 'Maison Ada' }, 3],
])('completeness score (title, price and known seller, 0 to 3): %j %i', (facts, score) => {
  expect(computeCompleteness(facts)).toBe(score)
})
