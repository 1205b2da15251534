import { describe, expect, it } from 'vitest'
import { labelOf } from './describe.ts'

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
    expect(labelOf(kind, box, color)).toBe(label)
  })

  it.each([
    { words: { type: 'shirt', pattern: 'striped', colour: 'navy' }, label: 'striped navy shirt' },
    { words: { pattern: 'plain', type: 'blouse' }, label: 'white blouse' },
    { words: { pattern: 'animal' }, label: 'animal-print white top' },
    { words: { pattern: 'knit', type: 'sweater' }, label: 'knitted white sweater' },
    { words: { colour: 'denim', type: 'denim jacket' }, label: 'denim jacket' },
    { words: { colour: 'denim', type: 'jeans' }, label: 'blue jeans' },
  ])('prefers sure words to what the pixels say: $label', ({ words, label }) => {
    expect(labelOf('top', wide, 'white', words)).toBe(label)
  })

  it.each([
    { kind: 'legwear', words: { colour: 'black' }, label: 'black legwear' },
    { kind: 'hat', words: { pattern: 'striped', colour: 'navy' }, label: 'striped navy hat' },
    { kind: 'footwear', words: {}, label: 'shoes' },
  ])('names the kind where no type is sure: $label', ({ kind, words, label }) => {
    expect(labelOf(kind, wide, undefined, words)).toBe(label)
  })

  it('is the noun alone without a known colour', () => {
    expect(labelOf('dress', tall, undefined)).toBe('dress')
  })
})
