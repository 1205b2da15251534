import { expect, test } from 'vitest'
import { classify, departmentsOf } from './classification.ts'

test.each([
  ['2271', undefined, 'Long thing', 'clothing', 'dress'],
  ['166', undefined, 'Wool coat', 'clothing', 'outerwear'],
  ['5', undefined, 'Dog Coat', 'other', null],
  ['Animals & Pet Supplies > Dog Apparel', undefined, 'Dog Coat', 'other', null],
  ['Health & Beauty > Bath', undefined, 'Shower Cap', 'other', null],
  [undefined, 'Food', 'Onion Ring Mix', 'other', null],
  [undefined, 'Home & Garden > Linens', 'Table skirt', 'other', null],
  [undefined, 'Sporting Goods > Clothing > Tights', 'Runner', 'clothing', 'legwear'],
  [undefined, 'Dresses', 'Anna', 'clothing', 'dress'],
  [undefined, 'Accessories > Clutches', 'Anna', 'bags', 'bag'],
  [undefined, 'Jewellery > Brooches', 'Anna', 'jewelry', 'jewelry'],
  [undefined, 'Scarves', 'Anna', 'accessories', 'scarf'],
  [undefined, 'Watches', 'Anna', 'jewelry', 'watch'],
  [undefined, undefined, 'Cotton kurta', 'clothing', 'top'],
  [undefined, undefined, 'Embroidered dupatta set', 'clothing', 'dress'],
  [undefined, undefined, 'Silk dupatta', 'accessories', 'scarf'],
  [undefined, undefined, 'Black abaya', 'clothing', 'dress'],
  [undefined, undefined, 'Kimono', 'clothing', 'dress'],
  [undefined, undefined, 'Dirndl', 'clothing', 'dress'],
  [undefined, undefined, 'Hanbok', 'clothing', 'dress'],
  [undefined, 'Home > Outdoor > Planters & Accessories', 'Vessel', 'other', null],
  [undefined, 'Accessories', 'Vessel', 'accessories', null],
  [undefined, undefined, '3D Mirror Wall Clock', 'other', null],
  [undefined, undefined, 'Cashmere Thick Bed Blanket', 'other', null],
  [undefined, undefined, 'Plaid blanket scarf', 'accessories', 'scarf'],
  [undefined, undefined, 'Mirror sunglasses', 'accessories', 'eyewear'],
  [undefined, undefined, 'Anna', null, null],
  [undefined, 'Beauty > Fashion > Coats', 'Anna', 'clothing', 'outerwear'],
  [undefined, undefined, 'Onion Ring Mix', 'jewelry', 'jewelry'],
])('%s, %s, %s is %s, %s', (google, type, title, category, kind) => {
  expect(classify(google, type, title)).toMatchObject({ category, kind })
})

test.each([
  [undefined, 'SWIMWEAR', 'Lola', 'swimwear', null, 'clothing'],
  ['211', undefined, 'Lola', 'swimwear', null, 'clothing'],
  [undefined, 'Женщинам > Одежда > Платья', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'Moterims > Suknelės', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'Oblečení > Dámské > Šaty', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'نساء > فساتين', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'נשים > שמלות', 'Lola', null, null, null],
  [undefined, '女装 > 连衣裙', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, undefined, 'Платье Rene', 'dresses', 'dress', 'clothing'],
  [undefined, undefined, 'Lederjacke für Damen', 'jackets', 'outerwear', 'clothing'],
  [undefined, 'Shoes > Ankle Boots', 'Lola', 'ankle-boots', 'footwear', 'footwear'],
  [undefined, 'Men > Shoes > Dress', 'Oxford Dress Shoes', 'dress-shoes', 'footwear', 'footwear'],
  [undefined, 'Women > Dresses > Sweater', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'Shoes > Dresses', 'Lola', 'dresses', 'dress', 'clothing'],
  [undefined, 'Clothing', 'Wool coat', null, 'outerwear', 'clothing'],
  [undefined, 'Indai', 'Puodelis', null, null, null],
])('%s, %s, %s is of the kind %s', (google, path, title, type, kind, category) => {
  expect(classify(google, path, title)).toEqual({ category, kind, type })
})

test.each([
  ['female', 'adult', undefined, ['women']],
  ['Male', undefined, undefined, ['men']],
  ['unisex', 'adult', undefined, ['unisex']],
  ['female', 'kids', undefined, ['girls']],
  ['male', 'toddler', undefined, ['boys']],
  ['unisex', 'kids', undefined, ['girls', 'boys']],
  [undefined, 'infant', undefined, ['baby']],
  ['male', 'newborn', undefined, ['baby']],
  ['Damen', undefined, undefined, ['women']],
  ['Женский', undefined, undefined, ['women']],
  [undefined, undefined, "Women's Clothing > Dresses", ['women']],
  [undefined, undefined, 'Men > Shoes', ['men']],
  ['female', undefined, 'Men > Shoes', ['women']],
  [undefined, 'adult', undefined, []],
  [undefined, undefined, 'Menswear > Human', []],
  [undefined, undefined, undefined, []],
])('reads %s, %s, %s', (gender, age, path, departments) => {
  expect(departmentsOf(gender, age, path)).toEqual(departments)
})
