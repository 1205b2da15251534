import { describe, expect, it } from 'vitest'
import { sureMatches } from './matches.ts'

const thresholds = { sameItem: 0.8, close: 0.7, similar: 0.5 }
const cut = (...similarities: number[]) =>
  sureMatches(
    similarities.map((similarity, place) => ({ productKey: `p${place}`, similarity })),
    thresholds,
  ).map(({ certainty }) => certainty)

describe('how sure a match is', () => {
  it('is said for each: same item, close, similar', () => {
    expect(cut(0.81, 0.72, 0.6)).toEqual(['same item', 'close', 'similar'])
  })

  it('a bad match is never shown as a match', () => {
    expect(cut(0.49, 0.4, 0.1)).toEqual([])
    expect(cut()).toEqual([])
  })

  it('what lies far behind the best match of its query is cut', () => {
    expect(cut(0.98, 0.69, 0.67, 0.55)).toEqual(['same item', 'similar'])
  })

  it('a match is not the same item when another is clearly nearer', () => {
    expect(cut(0.99, 0.95, 0.85)).toEqual(['same item', 'same item', 'close'])
  })
})
