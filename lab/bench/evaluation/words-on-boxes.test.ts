import { describe, expect, it } from 'vitest'
import { countColors, countShown, judgeColor, judgeWords } from './words-on-boxes.ts'

const card = {
  version: '1',
  inputSize: 160,
  cropMargin: 0,
  attributes: [
    { name: 'type', words: ['shirt', 'blouse', 'jeans'], threshold: 0.7, boxThreshold: 0.5 },
    { name: 'colour', words: ['red', 'blue'], threshold: 0.6 },
  ],
  typesOfKind: { top: ['shirt', 'blouse'], pants: ['jeans'] },
  likeness: {},
}
const box = (x0: number, x1: number) => ({ x0, y0: 0, x1, y1: 10 })
const item = (kind: string, at: ReturnType<typeof box>, words: Record<string, string | null>) => ({
  kind,
  box: at,
  words,
})
const onTop = (score: number, ...items: ReturnType<typeof item>[]) =>
  judgeWords(
    { box: box(0, 100), kind: 'top', score },
    Float32Array.of(0.8, 0.2, 0, 0.9, 0.1),
    { photo: 'one.jpg', items },
    card,
  )
const rightOf = (words: ReturnType<typeof onTop>) =>
  Object.fromEntries(words.map(({ attribute, isRight }) => [attribute, isRight]))

describe('a word on a box', () => {
  it('is compared with the item that the box overlaps by half, and shown by chance and score', () => {
    const shirt = item('top', box(0, 90), { type: 'shirt', colour: 'blue' })
    expect(onTop(0.5, shirt)).toEqual([
      {
        photo: 'one.jpg',
        attribute: 'type',
        value: expect.closeTo(0.4),
        isRight: true,
        isShown: false,
      },
      {
        photo: 'one.jpg',
        attribute: 'colour',
        value: expect.closeTo(0.45),
        isRight: false,
        isShown: true,
      },
    ])
    expect(onTop(0.7, shirt).map(({ isShown }) => isShown)).toEqual([true, true])
  })

  it('is wrong where no item overlaps the box by half', () => {
    const beside = item('top', box(0, 49), { type: 'shirt', colour: 'red' })
    expect(rightOf(onTop(1, beside))).toEqual({ type: false, colour: false })
    expect(rightOf(onTop(1))).toEqual({ type: false, colour: false })
  })

  it('is left out where its item is not labelled with the attribute', () => {
    expect(rightOf(onTop(1, item('top', box(0, 90), { type: null, colour: 'red' })))).toEqual({
      colour: true,
    })
    expect(onTop(1, item('top', box(0, 90), {}))).toEqual([])
  })

  it('is about an item of the kind of the box, then about the most overlapping one', () => {
    const dress = item('dress', box(0, 100), { type: 'jeans', colour: 'blue' })
    const near = item('top', box(0, 80), { type: 'shirt', colour: 'red' })
    const far = item('top', box(0, 60), { type: 'blouse', colour: 'blue' })
    expect(rightOf(onTop(1, far, dress, near))).toEqual({ type: true, colour: true })
    expect(rightOf(onTop(1, dress))).toEqual({ type: false, colour: false })
  })

  it('is left out if it is not sure by itself', () => {
    const unsure = Float32Array.of(0.6, 0.4, 0, 0.55, 0.45)
    const found = { box: box(0, 100), kind: 'top', score: 1 }
    expect(judgeWords(found, unsure, { photo: 'one.jpg', items: [] }, card)).toEqual([])
  })
})

it('counts the words that are shown, and those of them that are right', () => {
  const shirt = item('top', box(0, 90), { type: 'shirt', colour: 'red' })
  const words = [...onTop(1, shirt), ...onTop(0.9), ...onTop(0.3, shirt)]
  expect(countShown(words)).toEqual({
    type: { claims: 2, right: 1 },
    colour: { claims: 3, right: 2 },
  })
})

describe('the colour in a label', () => {
  const colors = ['blue', 'navy', 'red']
  const named = (row: number[], ...items: ReturnType<typeof item>[]) =>
    judgeColor(
      { box: box(0, 100), kind: 'top', score: 0.9 },
      Float32Array.from(row),
      [{ name: 'navy', hex: '#14203f', share: 0.9 }],
      items,
      { ...card, attributes: [{ name: 'colour', words: colors, threshold: 0.9 }] },
    )
  const top = (color: string | null) => item('top', box(0, 90), { colour: color })

  it('is right, near, wrong or not named', () => {
    expect(named([0.3, 0.5, 0.2], top('navy'))).toEqual([{ agreement: 1 }])
    expect(named([0.3, 0.5, 0.2], top('black'))).toEqual([{ agreement: 0.3 }])
    expect(named([0.3, 0.5, 0.2], top('red'))).toEqual([{ agreement: 0 }])
    expect(named([0.3, 0.5, 0.2])).toEqual([{ agreement: 0 }])
    expect(named([0.35, 0.34, 0.31], top('navy'))).toEqual([{ agreement: null }])
    expect(named([0.3, 0.5, 0.2], top(null))).toEqual([])
  })

  it('is counted over the boxes that show a labelled colour, or nothing', () => {
    const said = [1, 1, 0.3, 0, null].map((agreement) => ({ agreement }))
    expect(countColors(said)).toEqual({ boxes: 5, named: 4, right: 2, near: 1 })
  })
})
