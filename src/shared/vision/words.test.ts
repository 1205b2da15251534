import { describe, expect, it } from 'vitest'
import { readAnswers, composeLabel, selectConfidentWords } from './words.ts'

const card = {
  version: '1',
  inputSize: 160,
  cropMargin: 0,
  attributes: [
    { name: 'type', words: ['shirt', 'blouse', 'jeans'], threshold: 0.8 },
    { name: 'pattern', words: ['plain', 'striped', 'other'], threshold: 0.7 },
    { name: 'secondColour', words: ['none', 'red'], threshold: 0.6 },
  ],
  typesOfKind: { top: ['shirt', 'blouse'], pants: ['jeans'] },
  likeness: {},
}
const words = (kind: string, ...row: number[]) =>
  selectConfidentWords(readAnswers(Float32Array.from(row), kind, card), null)

describe('the words of an item', () => {
  it('are those whose probability reaches the threshold of their attribute', () => {
    expect(words('top', 0.85, 0.1, 0.05, 0.1, 0.75, 0.15, 0.3, 0.7)).toEqual({
      type: 'shirt',
      pattern: 'striped',
      secondColour: 'red',
    })
    expect(words('top', 0.6, 0.4, 0, 0.35, 0.65, 0, 0.45, 0.55)).toEqual({})
  })

  it('have a type of the detected kind, however sure the model is of another', () => {
    expect(words('pants', 0.9, 0, 0.1, 0, 0, 0, 0, 0)).toEqual({ type: 'jeans' })
    expect(words('top', 0.05, 0.01, 0.94, 0, 0, 0, 0, 0)).toEqual({ type: 'shirt' })
  })

  it('are of attributes that things of the kind have', () => {
    const [type, pattern, ...others] = card.attributes
    if (!type || !pattern) throw new Error('There is no type and pattern')
    const ofTops = { ...card, attributes: [type, { ...pattern, kinds: ['top'] }, ...others] }
    const row = Float32Array.of(0.9, 0, 0.1, 0, 1, 0, 0, 1)
    expect(selectConfidentWords(readAnswers(row, 'top', ofTops), null)).toEqual({
      type: 'shirt',
      pattern: 'striped',
      secondColour: 'red',
    })
    expect(selectConfidentWords(readAnswers(row, 'pants', ofTops), null)).toEqual({
      type: 'jeans',
      secondColour: 'red',
    })
  })

  it('reach the threshold of the word where it has one', () => {
    const [type, ...others] = card.attributes
    if (!type) throw new Error('There is no type')
    const strict = {
      ...card,
      attributes: [{ ...type, thresholds: { shirt: 0.9, blouse: 0.6 } }, ...others],
    }
    const typeOf = (...row: number[]) =>
      selectConfidentWords(readAnswers(Float32Array.from(row), 'top', strict), null)['type']
    expect(typeOf(0.85, 0.15, 0)).toBeUndefined()
    expect(typeOf(0.35, 0.65, 0)).toBe('blouse')
  })

  it('also reach the threshold of their attribute on a found box, with its score', () => {
    const onBoxes = {
      ...card,
      attributes: card.attributes.map((one) =>
        one.name === 'type' ? { ...one, boxThreshold: 0.5 } : one,
      ),
    }
    const answers = readAnswers(Float32Array.of(0.9, 0.1, 0, 0.25, 0.75, 0, 1, 0), 'top', onBoxes)
    const sure = { type: 'shirt', pattern: 'striped' }
    expect(selectConfidentWords(answers, 0.6)).toEqual(sure)
    expect(selectConfidentWords(answers, 0.5)).toEqual({ pattern: 'striped' })
    expect(selectConfidentWords(answers, null)).toEqual(sure)
    // A sure box does not make up for a word that is unsure itself.
    const unsure = readAnswers(Float32Array.of(0.75, 0.25, 0, 0.4, 0.6, 0, 1, 0), 'top', onBoxes)
    expect(selectConfidentWords(unsure, 1)).toEqual({})
  })

  it('reach the threshold for boxes of the word where it has one', () => {
    const [type, ...others] = card.attributes
    if (!type) throw new Error('There is no type')
    const lenient = {
      ...card,
      attributes: [{ ...type, boxThreshold: 0.8, boxThresholds: { blouse: 0.1 } }, ...others],
    }
    const typeOf = (...row: number[]) =>
      selectConfidentWords(readAnswers(Float32Array.from(row), 'top', lenient), 0.5)['type']
    expect(typeOf(0.9, 0.1, 0)).toBeUndefined()
    expect(typeOf(0.1, 0.9, 0)).toBe('blouse')
  })

  it('are shown on any box if their attribute has no threshold for boxes', () => {
    const answers = readAnswers(Float32Array.of(0.9, 0.1, 0, 0, 0, 0, 0, 0), 'top', card)
    expect(selectConfidentWords(answers, 0.01)).toEqual({ type: 'shirt' })
  })

  it('leave out answers that say nothing', () => {
    expect(words('top', 0, 0, 0, 0, 0.1, 0.9, 0.9, 0.1)).toEqual({})
  })

  it('are none for a kind that nobody labelled', () => {
    expect(words('jewelry', 1, 0, 0, 1, 0, 0, 0, 1)).toEqual({})
  })
})

const tall = { x0: 0, y0: 0, x1: 100, y1: 250 }
const wide = { x0: 0, y0: 0, x1: 200, y1: 220 }

describe('the label of a detection', () => {
  it.each([
    { kind: 'outerwear', box: tall, color: 'navy', label: 'navy coat' },
    { kind: 'outerwear', box: wide, color: 'camel', label: 'camel jacket' },
    { kind: 'footwear', box: wide, color: 'white', label: 'white shoes' },
    { kind: 'eyewear', box: wide, color: 'black', label: 'black sunglasses' },
    { kind: 'eyewear', box: wide, color: 'gold', label: 'gold glasses' },
    { kind: 'pants', box: tall, color: 'denim', label: 'blue jeans' },
    { kind: 'outerwear', box: wide, color: 'denim', label: 'denim jacket' },
    { kind: 'bag', box: wide, color: 'denim', label: 'blue bag' },
    { kind: 'jewelry', box: wide, color: 'gold', label: 'gold jewelry' },
    { kind: 'jewelry', box: wide, color: 'taupe', label: 'jewelry' },
    { kind: 'dress', box: tall, color: 'red', label: 'red dress' },
  ])('of a $color $kind is $label', ({ kind, box, color, label }) => {
    expect(composeLabel(kind, box, color)).toBe(label)
  })

  it.each([
    { words: { type: 'shirt', pattern: 'striped', colour: 'navy' }, label: 'striped navy shirt' },
    { words: { pattern: 'plain', type: 'blouse' }, label: 'white blouse' },
    { words: { pattern: 'animal' }, label: 'animal-print white top' },
    { words: { pattern: 'knit', type: 'sweater' }, label: 'knitted white sweater' },
    { words: { colour: 'denim', type: 'denim jacket' }, label: 'denim jacket' },
    { words: { colour: 'denim', type: 'jeans' }, label: 'blue jeans' },
  ])('prefers sure words to what the pixels say: $label', ({ words, label }) => {
    expect(composeLabel('top', wide, 'white', words)).toBe(label)
  })

  it.each([
    { kind: 'legwear', words: { colour: 'black' }, label: 'black legwear' },
    { kind: 'hat', words: { pattern: 'striped', colour: 'navy' }, label: 'striped navy hat' },
    { kind: 'footwear', words: {}, label: 'shoes' },
  ])('names the kind where no type is sure: $label', ({ kind, words, label }) => {
    expect(composeLabel(kind, wide, undefined, words)).toBe(label)
  })

  it('is the noun alone without a known colour', () => {
    expect(composeLabel('dress', tall, undefined)).toBe('dress')
  })
})
