import { describe, expect, it } from 'vitest'
import { splitGarments } from './split-garments.ts'

const split = (text: string, names: string[] = []) =>
  splitGarments(text, new Set(names))?.queries.join(' | ') ?? null

describe('a query for several garments', () => {
  it.each([
    ['white shirt and black skirt', 'white shirt | black skirt'],
    ['polo or shirt', 'polo | shirt'],
    ['trousers and jeans', 'trousers | jeans'],
    ['matching hat scarf and gloves set', 'hat | scarf | gloves'],
    ['hat scarf gloves set', 'hat | scarf | gloves'],
    ['blazer and matching trousers women', 'blazer women | trousers women'],
    [
      'red dress, black boots & a bag under €130',
      'red dress under €130 | black boots under €130 | a bag under €130',
    ],
    ['black and white shirt and long-sleeve top', 'black and white shirt | long-sleeve top'],
    ["women's hat and wool scarf", "women's hat | women's wool scarf"],
    ['shoes and bag to match a red dress', 'shoes to match a red dress | bag to match a red dress'],
  ])('is one for each, with its own words: %s', (text, queries) =>
    expect(split(text)).toBe(queries),
  )

  it('of a name asks for each of that name', () =>
    expect(split('ada lune dress and boots', ['ada', 'lune'])).toBe(
      'ada lune dress | ada lune boots',
    ))

  it.each([
    'black and white dress',
    'dress watch and strap',
    'turtle neck sweater',
    'boys and girls shoes',
    'boots to go with a skirt and coat',
    'dress with belt and boots',
    'anything but not dresses and skirts',
    'hat, scarf, gloves, boots and coat',
    'coats and jackets',
  ])('is not read in %s', (text) => expect(split(text)).toBeNull())

  it('that has a name with its link is left whole', () =>
    expect(split('shirt and tie', ['and'])).toBeNull())
})
