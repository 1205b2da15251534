import { describe, expect, it } from 'vitest'
import { computeGrownLength, needsMore } from './use-paged-list.ts'

const pageSize = 12

describe('items load in pages and more load on scrolling near the end', () => {
  it.each([
    ['shows one more page', 12, 100, 24],
    ['shows a short last page', 24, 30, 30],
    ['shows nothing beyond what was fetched', 30, 30, 30],
    ['does not grow before the first chunk has arrived', 12, 0, 12],
  ])('%s', (_, shown, fetched, grown) => {
    expect(computeGrownLength({ shown, fetched, pageSize })).toBe(grown)
  })

  it('needs the next chunk when the following page is incomplete', () => {
    expect(needsMore({ shown: 84, fetched: 100, pageSize })).toBe(false)
    expect(needsMore({ shown: 96, fetched: 100, pageSize })).toBe(true)
    expect(needsMore({ shown: 12, fetched: 12, pageSize })).toBe(true)
  })
})
