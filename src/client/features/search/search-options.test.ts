import { describe, expect, it } from 'vitest'
import { searchOptions, stepOption, wordsHref } from './search-options.ts'

describe('the search field', () => {
  it('lists celebrities before products, each with the place it leads to', () => {
    const options = searchOptions({
      celebrities: [{ name: 'Ada Lane', image: 'ada-lane.jpg', styleType: 'creator' }],
      products: [],
    })
    expect(options.map(({ to }) => to)).toEqual(['/celebrity-search-result?celebrities=Ada%20Lane'])
  })

  it('walks down from the field through the options and back to the field', () => {
    expect([-1, 0, 1].map((active) => stepOption(active, 1, 2))).toEqual([0, 1, -1])
    expect([1, 0, -1].map((active) => stepOption(active, -1, 2))).toEqual([0, -1, 1])
    expect(stepOption(-1, 1, 0)).toBe(-1)
    expect(stepOption(-1, -1, 0)).toBe(-1)
  })

  it('has a page for any words', () => {
    expect(wordsHref('red & blue')).toBe('/search-result?q=red+%26+blue')
  })
})
