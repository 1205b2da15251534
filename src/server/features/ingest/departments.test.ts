import { expect, test } from 'vitest'
import { departmentsOf } from './classification.ts'

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
