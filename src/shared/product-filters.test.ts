import { describe, expect, it } from 'vitest'
import {
  readFilters,
  isFiltered,
  isImplied,
  toggleFilter,
  allowWords,
  setSort,
  removeWords,
} from './product-filters.ts'

const red = { facet: 'colour', value: 'red' }
const black = { facet: 'colour', value: 'black' }

describe('filters in an address', () => {
  it('are read in one order, without unknown or empty ones', () => {
    const address = new URLSearchParams('sort=price&colour=red&kind=&page=2')
    const filters = readFilters((name) => address.get(name))
    expect(Object.entries(filters)).toEqual([
      ['colour', 'red'],
      ['sort', 'price'],
    ])
    expect([isFiltered(filters), isFiltered({})]).toEqual([true, false])
  })

  it('are added and removed value by value', () => {
    const one = toggleFilter({}, [], red)
    const two = toggleFilter(one, [red], black)
    expect([one, two]).toEqual([{ colour: 'red' }, { colour: 'red|black' }])
    expect(toggleFilter(two, [red, black], red)).toEqual({ colour: 'black' })
  })

  it('have one price at a time', () => {
    const low = { facet: 'price', value: '-25EUR' }
    const high = { facet: 'price', value: '800-EUR' }
    expect(toggleFilter(toggleFilter({}, [], low), [low], high)).toEqual({ price: '800-EUR' })
  })

  it('leave out what the words ask for when it is removed', () => {
    expect(toggleFilter({}, [black], black)).toEqual({ without: 'colour:black' })
    const person = { facet: 'person', value: 'Ada Lune' }
    expect(toggleFilter({ without: 'colour:black' }, [person], person)).toEqual({
      without: 'colour:black|person:Ada Lune',
    })
  })

  it('are known as chosen, or as implied by the words', () => {
    expect(isImplied({ colour: 'black' }, black)).toBe(false)
    expect(isImplied({ colour: 'red' }, black)).toBe(true)
    expect(isImplied({ colour: 'red' }, { facet: 'material', value: 'leather' })).toBe(true)
  })

  it('count again when further words name what was removed', () => {
    const removed = { kind: 'boots', without: 'colour:black|colour:red' }
    expect(allowWords(removed, 'in Black')).toEqual({ kind: 'boots', without: 'colour:red' })
    expect(allowWords(removed, 'leather')).toEqual(removed)
  })

  it('replace what the words ask for', () => {
    expect(toggleFilter({}, [black], red)).toEqual({ colour: 'red' })
  })

  it('need no value for the usual order', () => {
    expect(setSort({ sort: 'price' }, 'relevance')).toEqual({})
    expect(setSort({ kind: 'dresses' }, 'newest')).toEqual({ kind: 'dresses', sort: 'newest' })
  })
})

it.each([
  ['Leather boots under 60', 'leather', 'boots under 60'],
  ['boots xylophone', 'xylophone', 'boots'],
  ['xylophone', 'xylophone', null],
  ['boots', 'mules and clogs', null],
])('takes words out of %s: %s', (query, words, rest) => {
  expect(removeWords(query, words)).toBe(rest)
})
