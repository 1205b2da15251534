import { expect, it } from 'vitest'
import { selectKnownNames } from './celebrity-names.tsx'

it.each([
  [['Ada', 'Bo'], ['Ada'], ['Ada']],
  [['Ada'], [], ['Ada']],
  [['Ada', 'Bo'], undefined, ['Ada', 'Bo']],
  [
    ['Łódź', 'LODZ', 'Gdansk'],
    ['ŁÓDŹ', 'Gdańsk'],
    ['ŁÓDŹ', 'Gdańsk'],
  ],
  ['feed', [], []],
] as const)(
  'of %j, of whom the catalogue has %j, the header names %j',
  (selection, found, names) => {
    const people = found?.map((name) => ({ name }))
    expect(selectKnownNames(selection, people)).toEqual(names)
  },
)
