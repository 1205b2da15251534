import { expect, it } from 'vitest'
import { moved } from './arrange.tsx'

it.each([
  ['b', 0, ['b', 'a', 'c']],
  ['a', 2, ['b', 'c', 'a']],
  ['a', 99, ['b', 'c', 'a']],
  ['c', -1, ['c', 'a', 'b']],
  ['b', 1, ['a', 'b', 'c']],
])('%s moved to place %i', (id, to, order) => {
  expect(moved(['a', 'b', 'c'], id, to)).toEqual(order)
})
