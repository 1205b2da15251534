import { describe, expect, it } from 'vitest'
import type { Find } from '#server/vision/detector.ts'
import { subjectOf } from './subject-of.ts'

const find = (kind: string, category: Find['category'], x: number, side: number): Find => ({
  kind,
  category,
  score: 0.9,
  box: { x0: x, y0: 0, x1: x + side, y1: side },
})
const top = find('top', 'clothing', 0, 100)
const pants = find('pants', 'clothing', 100, 90)
const shoes = find('footwear', 'footwear', 200, 40)
const NOTHING = { category: null, kind: null }

describe('what a product picture is about', () => {
  it.each([
    ['the only thing', [shoes], NOTHING, 'footwear'],
    ['the kind that is stated', [top, pants, shoes], { category: null, kind: 'pants' }, 'pants'],
    ['the category that is stated', [top, shoes], { ...NOTHING, category: 'footwear' }, 'footwear'],
    ['the much larger thing', [top, shoes], NOTHING, 'top'],
    ['unclear between two of a size', [top, pants], NOTHING, null],
    ['unclear if the stated kind is not seen', [top], { category: null, kind: 'bag' }, null],
    ['unclear if nothing is seen', [], NOTHING, null],
  ] as const)('%s', (_, finds, stated, kind) => {
    expect(subjectOf(finds, stated, null)?.kind ?? null).toBe(kind)
  })

  it('is the thing in the given box, or nothing', () => {
    const at = (x: number) => ({ x, y: 0, width: 90, height: 90 })
    expect(subjectOf([top, pants, shoes], NOTHING, at(100))?.kind).toBe('pants')
    expect(subjectOf([top, pants, shoes], NOTHING, at(400))).toBeNull()
  })
})
