import { describe, expect, it } from 'vitest'
import { sureMatches } from './matches.ts'

const thresholds = { sameItem: 0.8, close: 0.7, similar: 0.5 }
const cut = (...similarities: number[]) =>
  sureMatches(
    similarities.map((similarity, place) => ({ productKey: `p${place}`, similarity })),
    thresholds,
  ).map(({ certainty }) => certainty)

describe('the same item', () => {
  const strict = { ...thresholds, lead: 0.05 }
  const certainties = (...similarities: number[]) =>
    sureMatches(
      similarities.map((similarity, place) => ({ productKey: `p${place}`, similarity })),
      strict,
    ).map(({ certainty }) => certainty)

  it('is clearly ahead of every other product', () => {
    expect(certainties(0.9, 0.84)).toEqual(['same item', 'close'])
    expect(certainties(0.9)).toEqual(['same item'])
  })

  it('is neither of two that look alike', () => {
    expect(certainties(0.95, 0.94)).toEqual(['close', 'close'])
    expect(certainties(0.95, 0.95)).toEqual(['close', 'close'])
  })
})

describe('certainty of a match', () => {
  it('is same item, close or similar', () => {
    expect(cut(0.81, 0.72, 0.6)).toEqual(['same item', 'close', 'similar'])
  })

  it('hides matches below the lowest threshold', () => {
    expect(cut(0.49, 0.4, 0.1)).toEqual([])
    expect(cut()).toEqual([])
  })

  it('drops matches far behind the best one', () => {
    expect(cut(0.98, 0.69, 0.67, 0.55)).toEqual(['same item', 'similar'])
  })

  it('does not call a match the same item when another is clearly nearer', () => {
    expect(cut(0.99, 0.95, 0.85)).toEqual(['same item', 'same item', 'close'])
  })
})
