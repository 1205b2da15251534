import { describe, expect, it } from 'vitest'
import type { Corners } from './image-ops.ts'
import { joinPairs, shownFinds, sureFinds } from './detector.ts'

describe('pairs', () => {
  const square = (x: number, y = 0, side = 10): Corners => ({
    x0: x,
    y0: y,
    x1: x + side,
    y1: y + side,
  })
  const claim = (box: Corners, score: number, kind = 'gloves') => ({
    box,
    kind,
    category: 'accessories',
    score,
  })

  describe('two gloves', () => {
    it('become one box with the higher score, and are searched by the better visible one', () => {
      expect(joinPairs([claim(square(60, 5), 0.6), claim(square(0), 0.8)])).toEqual([
        { ...claim({ x0: 0, y0: 0, x1: 70, y1: 15 }, 0.8), bestSeen: square(0) },
      ])
    })

    it('pair with the nearest other one, by score, and leave a third alone', () => {
      const joined = joinPairs([
        claim(square(0), 0.9),
        claim(square(30), 0.5),
        claim(square(60), 0.8),
      ])
      expect(joined.map(({ box, score }) => [box.x0, box.x1, score])).toEqual([
        [0, 40, 0.9],
        [60, 70, 0.8],
      ])
    })

    it.each([
      ['the second is far less sure', claim(square(60), 0.39)],
      ['they are of quite different sizes', claim(square(60, 0, 21), 0.8)],
      ['nobody could reach from one to the other', claim(square(101), 0.8)],
      ['they are the same one, seen twice', claim(square(4), 0.8)],
      ['the second is something else', claim(square(60), 0.8, 'watch')],
    ])('stay as they are where %s', (_, other) => {
      const joined = joinPairs([claim(square(0), 0.8), other])
      expect(joined).toHaveLength(2)
      expect(joined.every((find) => find.bestSeen === undefined)).toBe(true)
    })
  })

  it('keeps two objects of any other kind separate', () => {
    const bags = [claim(square(0), 0.8, 'bag'), claim(square(60), 0.8, 'bag')]
    expect(joinPairs(bags)).toEqual(bags)
  })
})

describe('finds that are shown', () => {
  const THRESHOLDS: Record<string, number> = { top: 0.3, dress: 0.2, skirt: 0.5, bag: 0.4 }
  const leastOf = (kind: string) => THRESHOLDS[kind] ?? 1
  const find = (
    kind: string,
    score: number,
    [x0, y0, x1, y1]: [number, number, number, number],
  ) => ({
    kind,
    score,
    category: kind === 'bag' ? 'bags' : 'clothing',
    box: { x0, y0, x1, y1 },
  })
  const kindsOf = (finds: readonly { kind: string }[]) => finds.map(({ kind }) => kind)

  describe('a top inside a dress', () => {
    const dress = find('dress', 0.25, [10, 0, 50, 100])
    const upperPart: [number, number, number, number] = [5, 0, 50, 45]

    it('is the upper part of the dress', () => {
      expect(kindsOf(shownFinds([dress, find('top', 0.59, upperPart)], leastOf))).toEqual(['dress'])
    })

    it('is shown if it is sure: a shirt over a dress', () => {
      expect(kindsOf(shownFinds([dress, find('top', 0.6, upperPart)], leastOf))).toEqual([
        'top',
        'dress',
      ])
    })

    it('is shown if a quarter of it is beside the dress, or if the dress is not shown', () => {
      const beside = find('top', 0.4, [-5, 0, 50, 45])
      expect(kindsOf(shownFinds([dress, beside], leastOf))).toEqual(['top', 'dress'])
      const doubtful = { ...dress, score: 0.19 }
      expect(kindsOf(shownFinds([doubtful, find('top', 0.4, upperPart)], leastOf))).toEqual(['top'])
    })
  })

  describe('a photo in which nothing is sure enough', () => {
    const skirt = find('skirt', 0.3, [0, 0, 50, 50])
    const bag = find('bag', 0.35, [0, 0, 50, 50])

    it('shows the find that is nearest to what its kind needs, and only that', () => {
      expect(kindsOf(shownFinds([skirt, bag], leastOf))).toEqual(['bag'])
      expect(kindsOf(shownFinds([skirt], leastOf))).toEqual(['skirt'])
    })

    it('shows nothing that lacks much', () => {
      expect(shownFinds([{ ...skirt, score: 0.29 }], leastOf)).toEqual([])
    })

    it('does not matter where only sure finds count', () => {
      expect(sureFinds([skirt, bag], leastOf)).toEqual([])
    })

    it('is none as soon as one find is sure', () => {
      expect(kindsOf(shownFinds([skirt, find('bag', 0.4, [60, 60, 90, 90])], leastOf))).toEqual([
        'bag',
      ])
    })
  })
})
