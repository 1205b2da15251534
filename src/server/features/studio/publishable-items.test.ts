import { describe, expect, test } from 'vitest'
import {
  type DraftChoice,
  type DraftContent,
  type DraftItem,
  type DraftProduct,
  NO_OCCASION,
} from '#shared/contract/studio.ts'
import { CLAIMANTS, describeClaim, isSimilarItem } from '#shared/domain/claim.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import {
  buildPublishedCard,
  correctedContent,
  type DecidedItem,
  decidedItems,
  requirePublishable,
  withListedProduct,
} from './publishable-items.ts'

const product = (changes: Partial<DraftProduct> = {}): DraftProduct => ({
  id: '7',
  title: 'Velvet Dress',
  brand: 'Almara',
  price: '$40',
  shop: 'Maison',
  link: 'https://shop.example.com/dress',
  category: 'clothing',
  picture: '/media/products/1.jpg',
  ...changes,
})
type ProductChoice = Extract<DraftChoice, { kind: 'product' }>
const choice = (changes: Partial<ProductChoice> = {}): ProductChoice => ({
  kind: 'product',
  product: product(),
  isExact: true,
  claimedBy: 'publisher',
  ...changes,
})
const item = (id: string, itemChoice: DraftChoice | null = choice()): DraftItem => ({
  id,
  label: 'dress',
  category: 'clothing',
  box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  choice: itemChoice,
})
const content = (items: DraftItem[], changes: Partial<DraftContent> = {}): DraftContent => ({
  person: 'Ada Lune',
  portrait: null,
  takenOn: null,
  source: '',
  credit: '',
  licence: '',
  caption: '',
  disclosures: [],
  tags: [],
  occasion: NO_OCCASION,
  items,
  ...changes,
})
const newProduct = (title: string, link = 'https://shop.example.com/new') =>
  choice({ product: product({ id: null, title, link }) })

test('a look has each decided product once', () => {
  const items = [
    item('a'),
    item('b'),
    item('c', null),
    item('d', { kind: 'unknown' }),
    item('e', choice({ product: product({ id: '8' }) })),
    item('f', newProduct('Hat')),
    item('g', newProduct('Hat')),
    item('h', newProduct('Scarf')),
    item('i', newProduct('Hat', 'https://other.example.com/new')),
  ]
  expect(decidedItems({ items }).map(({ id }) => id)).toEqual(['a', 'e', 'f', 'h', 'i'])
})

describe('a draft', () => {
  test.each([
    ['names no person', content([item('a')]), '', STUDIO_ERRORS.noPerson],
    ['has no product', content([item('a', { kind: 'unknown' })]), 'Ada', STUDIO_ERRORS.noItems],
    ['has no item', content([]), 'Ada', STUDIO_ERRORS.noItems],
    [
      'has a source that is not a web address',
      content([item('a')], { source: 'javascript:alert(1)' }),
      'Ada',
      STUDIO_ERRORS.badSource,
    ],
    [
      'has a new product without a shop',
      content([item('a'), item('b', newProduct('Hat', ''))]),
      'Ada',
      STUDIO_ERRORS.productGone('Hat'),
    ],
    [
      'has a new product whose link has a port that does not exist',
      content([item('b', newProduct('Hat', 'https://shop.example.com:99999/hat'))]),
      'Ada',
      STUDIO_ERRORS.productGone('Hat'),
    ],
    [
      'has a new product with a link that the catalogue cannot store',
      content([item('b', newProduct('Hat', `https://shop.example.com/${'帽'.repeat(1_900)}`))]),
      'Ada',
      STUDIO_ERRORS.longLink('Hat'),
    ],
  ])('that %s is refused', (_, draft, person, message) => {
    expect(() => requirePublishable(draft, person)).toThrow(
      expect.objectContaining({ status: 409, message }),
    )
  })

  test('is complete with a person and a product', () => {
    const items = [
      item('a', choice({ product: product({ link: '' }) })),
      item('b', newProduct('Hat')),
    ]
    expect(requirePublishable(content(items), 'Ada')).toEqual(items)
    const source = 'https://news.example.com/1'
    expect(requirePublishable(content(items, { source }), 'Ada')).toEqual(items)
  })
})

describe('the card of an item', () => {
  const decided: DecidedItem = { ...item('a'), choice: choice() }
  const card = (changes: Partial<ProductChoice>, role: 'creator' | 'editor' = 'editor') =>
    buildPublishedCard({ ...decided, choice: choice(changes) }, role, { person: 'Ada Lune' })

  test('shows the product, and where it is in the photo', () => {
    expect(card({})).toEqual({
      id: '7',
      celebrity_name: 'Ada Lune',
      celebrity_image: '',
      name: 'Velvet Dress',
      price: '$40',
      website: 'https://shop.example.com/dress',
      category: 'clothing',
      brand: 'Almara',
      product_image: '/media/products/1.jpg',
      box: decided.box,
      claim: { by: 'editor', isExact: true },
      shop: 'Maison',
    })
    const unlisted = card({ product: product({ id: null }) })
    expect(unlisted.id).toBe('a')
    expect(unlisted).not.toHaveProperty('shop')
  })

  test.each([
    ['publisher', 'creator', 'creator'],
    ['publisher', 'editor', 'editor'],
    ['finder', 'editor', 'finder'],
    ['brand', 'editor', 'brand'],
    ['brand', 'creator', 'creator'],
    ['finder', 'creator', 'creator'],
  ] as const)('claimed by %s for a %s names the %s', (claimedBy, role, by) => {
    expect(card({ claimedBy, isExact: false }, role).claim).toEqual({ by, isExact: false })
  })
})

test('a claim says who makes it, and how sure they are', () => {
  expect(CLAIMANTS.map((by) => describeClaim({ by, isExact: true }))).toEqual([
    'Exact item, says our finder',
    'Exact item, say our editors',
    'Exact item, says the creator',
    'Exact item, says the brand',
  ])
  expect(describeClaim({ by: 'brand', isExact: false })).toBe('Similar item, says the brand')
})

test('a published item refers to its product in the catalogue', () => {
  const listed = { id: '9', picture: '/media/products/2.jpg' }
  const added = item('a', newProduct('Hat'))
  expect(withListedProduct(added, listed)).toEqual(
    item('a', choice({ product: { ...newProduct('Hat').product, ...listed } })),
  )
  expect(withListedProduct(added, undefined)).toBe(added)
  for (const undecided of [item('b', null), item('c', { kind: 'unknown' })])
    expect(withListedProduct(undecided, listed)).toBe(undecided)
})

describe('a correction', () => {
  const kept = [item('b', choice({ product: product({ id: '8' }) })), item('c', null)]
  const draft = content([item('a', choice({ isExact: false, claimedBy: 'finder' })), ...kept])

  test('replaces the product of an item, as the publisher’s claim', () => {
    const replacement = product({ id: '9' })
    expect(correctedContent(draft, '7', replacement)).toEqual(
      content([item('a', choice({ product: replacement })), ...kept]),
    )
  })

  test('without a product leaves the item undecided', () => {
    expect(correctedContent(draft, '7', null)).toEqual(
      content([item('a', { kind: 'unknown' }), ...kept]),
    )
    expect(correctedContent(draft, '6', null)).toEqual(draft)
  })
})

test('only an item that is said to be similar is a similar one', () => {
  expect(isSimilarItem({ claim: { by: 'finder', isExact: false } })).toBe(true)
  expect(isSimilarItem({ claim: { by: 'finder', isExact: true } })).toBe(false)
  expect(isSimilarItem({})).toBe(false)
})
