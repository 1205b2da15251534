import { describe, expect, it } from 'vitest'
import type { Corners } from './image-ops.ts'
import {
  joinPairs,
  selectVisibleBoxes,
  selectConfidentBoxes,
  renameDoubtful,
  selectOfferedBoxes,
  selectWeakerBoxes,
} from './detector.ts'

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
    const dress = find('dress', 0.4, [10, 0, 50, 100])
    const upperPart: [number, number, number, number] = [5, 0, 50, 45]

    it('is the upper part of the dress', () => {
      expect(kindsOf(selectVisibleBoxes([dress, find('top', 0.39, upperPart)], leastOf))).toEqual([
        'dress',
      ])
    })

    it('is shown if it is surer, by the thresholds of both: a shirt over a dress', () => {
      expect(kindsOf(selectVisibleBoxes([dress, find('top', 0.61, upperPart)], leastOf))).toEqual([
        'top',
        'dress',
      ])
      expect(kindsOf(selectVisibleBoxes([dress, find('top', 0.59, upperPart)], leastOf))).toEqual([
        'dress',
      ])
    })

    it('is its lower part if it is called a skirt', () => {
      const lowerPart = find('skirt', 0.9, [12, 50, 48, 100])
      expect(kindsOf(selectVisibleBoxes([dress, lowerPart], leastOf))).toEqual(['dress'])
    })

    it('is shown if a quarter of it is beside the dress, or if the dress is not shown', () => {
      const beside = find('top', 0.41, [-5, 0, 50, 45])
      expect(kindsOf(selectVisibleBoxes([dress, beside], leastOf))).toEqual(['top', 'dress'])
      const doubtful = { ...dress, score: 0.19 }
      expect(kindsOf(selectVisibleBoxes([doubtful, find('top', 0.4, upperPart)], leastOf))).toEqual(
        ['top'],
      )
    })
  })

  describe('a dress around a top and a bottom', () => {
    const dress = find('dress', 0.25, [10, 0, 50, 100])
    const top = find('top', 0.7, [10, 0, 50, 45])
    const skirt = find('skirt', 0.7, [10, 40, 50, 100])

    it('is dropped if both are surer', () => {
      expect(kindsOf(selectVisibleBoxes([dress, top, skirt], leastOf))).toEqual(['top', 'skirt'])
    })

    it.each(['top', 'skirt'])('is dropped if it is doubtful and over a surer %s', (kind) => {
      const other = find(kind, 0.7, [10, 0, 50, 60])
      const shown = selectVisibleBoxes([{ ...dress, score: 0.24 }, other], () => 0.1)
      expect(kindsOf(shown)).toEqual([kind])
    })

    it('stays under a surer coat', () => {
      const coat = find('outerwear', 0.7, [10, 0, 50, 60])
      const shown = selectVisibleBoxes([{ ...dress, score: 0.24 }, coat], () => 0.1)
      expect(kindsOf(shown)).toEqual(['outerwear', 'dress'])
    })

    it('stays if it is doubtful but there is nothing else, or nothing surer', () => {
      const doubtful = { ...dress, score: 0.24 }
      expect(kindsOf(selectVisibleBoxes([doubtful], leastOf))).toEqual(['dress'])
      const bag = find('bag', 0.8, [10, 0, 50, 60])
      expect(kindsOf(selectVisibleBoxes([doubtful, bag], leastOf))).toContain('dress')
    })

    it.each([
      ['the top is less sure', [{ ...top, score: 0.37 }, skirt]],
      ['the bottom is less sure', [top, { ...skirt, score: 0.6 }]],
      ['there is no bottom', [top]],
      ['there is no top', [skirt]],
      ['the bottom is somebody else’s', [top, find('skirt', 0.7, [45, 40, 90, 100])]],
    ])('stays if %s', (_, others) => {
      expect(kindsOf(selectVisibleBoxes([dress, ...others], leastOf))).toContain('dress')
    })
  })

  describe('pants', () => {
    const pants = find('pants', 0.9, [10, 0, 50, 100])
    const endOf = (...shoes: ReturnType<typeof find>[]) =>
      selectVisibleBoxes([pants, ...shoes], () => 0.3).find(({ kind }) => kind === 'pants')?.box.y1

    it('end where the boots begin that they are tucked into', () => {
      expect(endOf(find('footwear', 0.8, [12, 70, 48, 105]))).toBe(70)
    })

    it('keep their length over shoes that are beside or below them', () => {
      expect(endOf(find('footwear', 0.8, [12, 90, 48, 140]))).toBe(100)
      expect(endOf(find('footwear', 0.8, [52, 70, 90, 100]))).toBe(100)
      expect(endOf()).toBe(100)
    })

    it('keep their length if boots would leave little of them', () => {
      expect(endOf(find('footwear', 0.8, [12, 39, 48, 100]))).toBe(100)
    })
  })

  describe('a bag', () => {
    const withStrap = find('bag', 0.6, [0, 0, 40, 100])
    const body = find('bag', 0.8, [0, 60, 42, 100])

    it('has one box, the surer one, whether its strap is seen or not', () => {
      expect(selectVisibleBoxes([withStrap, body], leastOf)).toEqual([body])
      expect(selectVisibleBoxes([{ ...withStrap, score: 0.9 }, body], leastOf)).toHaveLength(1)
    })

    it('is another one beside the first', () => {
      expect(selectVisibleBoxes([body, find('bag', 0.5, [30, 60, 80, 100])], leastOf)).toHaveLength(
        2,
      )
    })
  })

  describe('weaker finds', () => {
    const shirt = find('top', 0.8, [0, 0, 50, 50])
    const doubtful = [
      find('skirt', 0.1, [0, 50, 50, 100]),
      find('bag', 0.2, [0, 0, 40, 50]),
      find('dress', 0.15, [0, 0, 50, 48]),
      find('skirt', 0.05, [0, 52, 50, 100]),
    ]

    it('are what is not shown, the surest first, and each thing once', () => {
      const weaker = selectWeakerBoxes([shirt, ...doubtful], [shirt])
      expect(weaker.map(({ kind, score }) => [kind, score])).toEqual([
        ['bag', 0.2],
        ['skirt', 0.1],
      ])
    })
  })

  describe('offers', () => {
    const coat = find('outerwear', 0.9, [0, 0, 100, 200])
    const shoes = find('footwear', 0.9, [0, 220, 100, 260])
    const leastOfOffer = (kind: string) => (kind === 'hat' ? Infinity : 0.2)
    const offer = (weaker: readonly ReturnType<typeof find>[]) =>
      selectOfferedBoxes(weaker, [coat, shoes], leastOfOffer).map(({ kind, score }) => [
        kind,
        score,
      ])

    it('are at most three boxes, the likeliest first, of kinds with a threshold', () => {
      const weaker = [0.22, 0.3, 0.19, 0.25, 0.4].map((score, place) =>
        find('bag', score, [200, 50 * place, 230, 50 * place + 30]),
      )
      const hat = find('hat', 0.9, [300, 0, 330, 30])
      expect(offer([...weaker, hat])).toEqual([
        ['bag', 0.4],
        ['bag', 0.3],
        ['bag', 0.25],
      ])
    })

    it('are nothing that is shown or offered already, such as one shoe of a pair', () => {
      const shoe = find('footwear', 0.3, [0, 225, 40, 258])
      const otherCoat = find('bag', 0.3, [0, 0, 90, 150])
      const belt = find('belt', 0.3, [10, 90, 90, 100])
      const sameBelt = find('belt', 0.25, [12, 90, 92, 101])
      expect(offer([shoe, otherCoat, belt, sameBelt])).toEqual([['belt', 0.3]])
    })
  })

  describe('a box whose kind is doubtful below a score', () => {
    const card = { doubtful: { watch: { below: 0.6, kind: 'jewelry' } } }
    const wrist = [0, 0, 9, 9] as const

    it('is called what most such boxes show, and keeps everything else', () => {
      const bracelet = find('watch', 0.59, [...wrist])
      expect(renameDoubtful([bracelet], card)).toEqual([{ ...bracelet, kind: 'jewelry' }])
    })

    it('keeps its kind from that score on, as do other kinds', () => {
      const sure = [find('watch', 0.6, [...wrist]), find('bag', 0.1, [...wrist])]
      expect(renameDoubtful(sure, card)).toEqual(sure)
    })
  })

  describe('a photo in which nothing is sure enough', () => {
    const skirt = find('skirt', 0.3, [0, 0, 50, 50])
    const bag = find('bag', 0.35, [0, 0, 50, 50])

    it('shows the find that is nearest to what its kind needs, and only that', () => {
      expect(kindsOf(selectVisibleBoxes([skirt, bag], leastOf))).toEqual(['bag'])
      expect(kindsOf(selectVisibleBoxes([skirt], leastOf))).toEqual(['skirt'])
    })

    it('shows no jewelry and no watch that is not sure: most of those are none', () => {
      const almost = ['jewelry', 'watch'].map((kind) => find(kind, 0.99, [0, 0, 9, 9]))
      expect(selectVisibleBoxes(almost, leastOf)).toEqual([])
    })

    it('shows nothing that lacks much', () => {
      expect(selectVisibleBoxes([{ ...skirt, score: 0.29 }], leastOf)).toEqual([])
    })

    it('does not matter where only sure finds count', () => {
      expect(selectConfidentBoxes([skirt, bag], leastOf)).toEqual([])
    })

    it('is none as soon as one find is sure', () => {
      expect(
        kindsOf(selectVisibleBoxes([skirt, find('bag', 0.4, [60, 60, 90, 90])], leastOf)),
      ).toEqual(['bag'])
    })
  })
})
