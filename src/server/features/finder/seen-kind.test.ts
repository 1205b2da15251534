import { expect, it } from 'vitest'
import { MODEL_DIR, readModelCards } from '#server/vision/model-cards.ts'
import type { ObjectLook } from './object-looks.ts'
import { withSeenKind } from './seen-kind.ts'

const cards = await readModelCards(MODEL_DIR)
const { parts } = cards.embedder

const drawn = (chances: Readonly<Record<string, number>>): ObjectLook => {
  const vector = new Float32Array(cards.embedder.dimensions)
  for (const [kind, chance] of Object.entries(chances))
    vector[parts.appearance + parts.colour + cards.detector.kinds.indexOf(kind)] = Math.sqrt(chance)
  return { version: '', kind: null, category: null, label: '', vector }
}

it('tells the kind, category and name of a drawn box from its vector', () => {
  expect(withSeenKind(drawn({ footwear: 0.8, bag: 0.2 }), cards)).toMatchObject({
    kind: 'footwear',
    category: 'footwear',
    label: 'shoes',
  })
})

it('tells nothing that is not likelier than everything else together', () => {
  expect(withSeenKind(drawn({ footwear: 0.4, bag: 0.3, hat: 0.3 }), cards)).toMatchObject({
    kind: null,
    category: null,
    label: '',
  })
})

it('believes what the detector has seen', () => {
  const scarf = { ...drawn({ hat: 1 }), kind: 'scarf', category: 'accessories' as const }
  expect(withSeenKind({ ...scarf, label: 'red scarf' }, cards)).toMatchObject({
    kind: 'scarf',
    label: 'red scarf',
  })
})
