import { describe, expect, it } from 'vitest'
import {
  listColorRanges,
  createVectorComposer,
  selectSureMatches,
  countVectorDimensions,
} from './likeness.ts'

const CALIBRATION = { sameItem: 0.9, close: 0.8, similar: 0.5 }
const cardsWith = (likeness: Record<string, number>) => ({
  detector: {
    version: '1',
    inputSize: 64,
    productSize: 64,
    kinds: ['top', 'pants', 'watch'],
    categories: {},
  },
  embedder: {
    version: '1',
    inputSize: 64,
    // One number of appearance, one of colour, then the three kinds.
    dimensions: 5,
    parts: { appearance: 1, colour: 1, kind: 3 },
    cropMargin: 0,
    calibration: CALIBRATION,
    calibrations: { drawings: CALIBRATION, shopPhotos: CALIBRATION, streetPhotos: CALIBRATION },
  },
  words: {
    version: '1',
    inputSize: 64,
    cropMargin: 0,
    attributes: [
      { name: 'type', words: ['shirt', 'blouse', 'jeans'], threshold: 0.8 },
      { name: 'colour', words: ['red', 'blue'], threshold: 0.8 },
    ],
    typesOfKind: { top: ['shirt', 'blouse'], pants: ['jeans'] },
    likeness,
  },
})
const cards = cardsWith({ type: 0.2, colour: 0.3 })
const likeness = createVectorComposer(cards)

const TOP = [0.6, 0, 0.8, 0, 0]
const WATCH = [0.6, 0, 0, 0, 0.8]
const item = (seen: number[], ...row: number[]) =>
  likeness(Float32Array.from(seen), Float32Array.from(row))
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)

const redShirt = item(TOP, 0.9, 0, 0.1, 1, 0)

describe('the likeness of two items', () => {
  it('is 1 for the same item', () => {
    expect(redShirt).toHaveLength(countVectorDimensions(cards))
    expect(dot(redShirt, redShirt)).toBeCloseTo(1)
  })

  it('loses the share of each attribute that differs', () => {
    expect(dot(redShirt, item(TOP, 0.9, 0, 0.1, 0, 1))).toBeCloseTo(0.7)
    expect(dot(redShirt, item(TOP, 0, 0.9, 0.1, 1, 0))).toBeCloseTo(0.8)
    expect(dot(redShirt, item(TOP, 0, 1, 0, 0, 1))).toBeCloseTo(0.5)
  })

  it('counts a type only within its kind, and a kind without types by itself', () => {
    const watch = item(WATCH, 0.9, 0, 0.1, 1, 0)
    expect(dot(watch, watch)).toBeCloseTo(1)
    expect(dot(watch, item(WATCH, 0, 0.1, 0.9, 1, 0))).toBeCloseTo(1)
    expect(dot(redShirt, watch)).toBeCloseTo(0.5 * 0.36 + 0.3)
  })

  it('has its colours in two places', () => {
    const blueShirt = item(TOP, 0.9, 0, 0.1, 0, 1)
    const differs = [...redShirt.keys()].filter((at) => redShirt[at] !== blueShirt[at])
    const [own, inWords] = listColorRanges(cards)
    expect(own).toEqual([1, 2])
    expect([differs[0], (differs.at(-1) ?? 0) + 1]).toEqual(inWords)
  })

  it('is the appearance alone if no word has a share', () => {
    const plain = createVectorComposer(cardsWith({}))
    expect([...plain(Float32Array.of(0.6, 0.8), Float32Array.of(1))]).toEqual([
      ...Float32Array.of(0.6, 0.8),
    ])
    expect(countVectorDimensions(cardsWith({}))).toBe(5)
  })
})

const thresholds = { sameItem: 0.8, close: 0.7, similar: 0.5 }
const cut = (...similarities: number[]) =>
  selectSureMatches(
    similarities.map((similarity, place) => ({ productKey: `p${place}`, similarity })),
    thresholds,
  ).map(({ certainty }) => certainty)

describe('the same item', () => {
  const strict = { ...thresholds, lead: 0.05 }
  const certainties = (...similarities: number[]) =>
    selectSureMatches(
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
