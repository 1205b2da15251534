import { describe, expect, test } from 'vitest'
import { DIGITAL_ITEM_WORDS } from '#shared/constants.ts'
import {
  completenessScore,
  isCardListed,
  isComplete,
  isDigitalItem,
  isLensCandidateKept,
  isShoppingResultShown,
} from './completeness.ts'

const title = 'Wool coat'
const price = '$120'
const productLink = 'https://example.com/coat'

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
  expect(completenessScore(facts)).toBe(score)
})
