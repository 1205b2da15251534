import { describe, expect, it } from 'vitest'
import { scoreWords } from './word-scores.ts'

const card = {
  version: '1',
  inputSize: 160,
  cropMargin: 0,
  attributes: [
    { name: 'type', words: ['shirt', 'blouse', 'jeans'], threshold: 0.7 },
    { name: 'colour', words: ['red', 'blue', 'green'], threshold: 0.5 },
    { name: 'secondColour', words: ['none', 'red'], threshold: 0.8 },
  ],
  typesOfKind: { top: ['shirt', 'blouse'], pants: ['jeans'] },
  likeness: {},
}
const item = (kind: string, words: Record<string, string | null>, ...row: number[]) => ({
  kind,
  words,
  row: Float32Array.from(row),
})

describe('scores of words', () => {
  it('count the first word, the first few, all words evenly, and what is sure enough to show', () => {
    const { colour } = scoreWords(
      [
        item('top', { colour: 'red' }, 1, 0, 0, 0.6, 0.3, 0.1),
        item('top', { colour: 'red' }, 1, 0, 0, 0.4, 0.3, 0.3),
        item('top', { colour: 'blue' }, 1, 0, 0, 0.55, 0.4, 0.05),
        item('top', { colour: 'green' }, 1, 0, 0, 0.4, 0.35, 0.25),
      ],
      card,
    )
    expect(colour).toEqual({
      items: 4,
      right: 0.5,
      balanced: 1 / 3,
      among: 0.75,
      shown: 0.5,
      shownRight: 0.5,
    })
  })

  it('count a word as shown only if a visitor would see it: not that there is none', () => {
    const { secondColour } = scoreWords(
      [
        item('top', { secondColour: 'none' }, 1, 0, 0, 1, 0, 0, 0.9, 0.1),
        item('top', { secondColour: 'red' }, 1, 0, 0, 1, 0, 0, 0.9, 0.1),
        item('top', { secondColour: 'red' }, 1, 0, 0, 1, 0, 0, 0.1, 0.9),
        item('top', { secondColour: 'red' }, 1, 0, 0, 1, 0, 0, 0.3, 0.7),
      ],
      card,
    )
    expect(secondColour).toMatchObject({ items: 4, right: 0.75, shown: 0.25, shownRight: 1 })
  })

  it('choose a type among those of the kind, and leave out what is not labelled', () => {
    const scores = scoreWords(
      [
        item('top', { type: 'blouse', colour: null }, 0.2, 0.25, 0.55, 1, 0, 0),
        item('jewelry', { type: 'shirt' }, 1, 0, 0, 1, 0, 0),
      ],
      card,
    )
    expect(Object.keys(scores)).toEqual(['type'])
    expect(scores['type']).toMatchObject({ items: 1, right: 1, shown: 0, shownRight: null })
  })
})
