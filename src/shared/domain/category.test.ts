import { describe, expect, test } from 'vitest'
import { CATEGORIES, parseCategory } from './category.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

test('badge labels Clothing, Footwear, Bags, Jewelry, Accessories, Other', () => {
  expect(CATEGORIES.map((category) => CATEGORY_TEXT[category])).toEqual([
    'Clothing',
    'Footwear',
    'Bags',
    'Jewelry',
    'Accessories',
    'Other',
  ])
})

describe('category of a kind', () => {
  test.each([
    ['clothing', 'top outerwear pants dress skirt legwear shorts t-shirt longsleeve jeans knits'],
    ['footwear', 'footwear shoes sneakers boots heels pumps loafers flats wedges sandals'],
    ['bags', 'bag bags purse wallet tote'],
    ['jewelry', 'jewelry earrings necklaces bracelet ring'],
    ['accessories', 'eyewear sunglasses belt hat scarf scarves watch watches tie gloves'],
    ['other', 'lamp sofa'],
  ])('%s: %s', (category, kinds) => {
    for (const kind of kinds.split(' '))
      expect([kind, parseCategory(kind)]).toEqual([kind, category])
  })

  test.each(CATEGORIES)('a category is its own: %s', (category) => {
    expect(parseCategory(category)).toBe(category)
    expect(parseCategory(CATEGORY_TEXT[category])).toBe(category)
  })
})

test.each([
  ['Navy wool coat', 'clothing'],
  ['Leather dress shoes', 'footwear'],
  ['Leather Belt Bag', 'bags'],
  ['Silk dress with belt', 'clothing'],
  ['Boots, black, with bag charm', 'footwear'],
  ['White T-Shirt', 'clothing'],
  ['Accessories', 'accessories'],
  ['Porcelain vase', 'other'],
  ['', 'other'],
])('category of a title: %s is %s', (title, category) => {
  expect(parseCategory(title)).toBe(category)
})
