import { describe, expect, it } from 'vitest'
import {
  clearSelection,
  replaceSelection,
  toggleSelected,
  isSameSelection,
  isSelected,
  countSelected,
  toggleName,
  useSelection,
} from './celebrity-selection.ts'

describe('the selected celebrities', () => {
  it('adds a name that is not selected and removes one that is', () => {
    expect(toggleName(['Ada'], 'Bo')).toEqual(['Ada', 'Bo'])
    expect(toggleName(['Ada', 'Bo'], 'Ada')).toEqual(['Bo'])
  })

  it('starts a new choice from the feed, which selects all celebrities', () => {
    expect(toggleName('feed', 'Ada')).toEqual(['Ada'])
  })

  it('counts what was chosen: nobody in the feed', () => {
    expect([countSelected(['Ada']), countSelected('feed')]).toEqual([1, 0])
    expect([isSelected(['Ada'], 'Ada'), isSelected('feed', 'Ada')]).toEqual([true, false])
  })

  it('is an unchanged set whatever the order of its names', () => {
    expect(isSameSelection(['Ada', 'Bo'], ['Bo', 'Ada'])).toBe(true)
    expect(isSameSelection(['Ada'], ['Ada', 'Bo'])).toBe(false)
    expect(isSameSelection(['Ada', 'Bo'], ['Ada', 'Cy'])).toBe(false)
    expect(isSameSelection('feed', ['Ada'])).toBe(false)
    expect(isSameSelection('feed', 'feed')).toBe(true)
  })

  it('knows names that the visitor picked from names of an address that was opened', () => {
    const isPicked = () => useSelection.getState().isPicked
    replaceSelection(['Ada'])
    expect(isPicked()).toBe(false)
    toggleSelected('Bo')
    expect(isPicked()).toBe(true)
    clearSelection()
    expect(isPicked()).toBe(false)
  })
})
