import { expect, it } from 'vitest'
import { moveItem } from './arrange.tsx'

it.each([
  ['b', 0, ['b', 'a', 'c']],
  ['a', 2, ['b', 'c', 'a']],
  ['a', 99, ['b', 'c', 'a']],
  ['c', -1, ['c', 'a', 'b']],
  ['b', 1, ['a', 'b', 'c']],
])('%s moveItem to place %i', (id, to, order) => {
  expect(moveItem(['a', 'b', 'c'], id, to)).toEqual(order)
})
