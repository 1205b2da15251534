import { expect, it } from 'vitest'
import { selectKnownNames } from './celebrity-names.tsx'

it.each([
  [['Ada', 'Bo'], ['Bo'], ['Ada']],
  [['Ada'], ['Ada'], ['Ada']],
  [['Ada', 'Bo'], undefined, ['Ada', 'Bo']],
  ['feed', [], []],
] as const)('of %j, %j unknown, the header names %j', (selection, unknown, names) => {
  expect(selectKnownNames(selection, unknown)).toEqual(names)
})
