import { expect, it } from 'vitest'
import { MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { inferKind } from '#shared/vision/likeness.ts'
import { createSignedEmbeddings, type Embedding } from './embeddings.ts'

const embeddings = createSignedEmbeddings('a secret of a server')
const jacket: Embedding = {
  version: '3-abc',
  kind: 'outerwear',
  category: 'clothing',
  label: 'olive utility jacket',
  vector: Float32Array.of(0.6, -0.8, 0, 0.0001),
}

it('reads what it wrote, with a vector of the same direction', () => {
  const { vector, ...facts } = embeddings.read(embeddings.write(jacket)) ?? { vector: [] }
  expect(facts).toEqual({
    version: '3-abc',
    kind: 'outerwear',
    category: 'clothing',
    label: 'olive utility jacket',
  })
  Array.from(jacket.vector).forEach((value, place) => expect(vector[place]).toBeCloseTo(value, 4))
})

it.each([
  ['of another server', createSignedEmbeddings('another secret').write(jacket)],
  ['with another vector', embeddings.write(jacket).replace(/\.[^.]+\./, '.AAAA.')],
  ['without a signature', embeddings.write(jacket).replace(/\.[^.]+$/, '')],
  ['of nothing', ''],
  ['of dots', '..'],
])('refuses an embedding %s', (_, text) => expect(embeddings.read(text)).toBeNull())

const cards = await readModelCards(MODEL_DIR)
const { parts } = cards.embedder

const drawn = (chances: Readonly<Record<string, number>>): Embedding => {
  const vector = new Float32Array(cards.embedder.dimensions)
  for (const [kind, chance] of Object.entries(chances))
    vector[parts.appearance + parts.colour + cards.detector.kinds.indexOf(kind)] = Math.sqrt(chance)
  return { version: '', kind: null, category: null, label: '', vector }
}

it('tells the kind, category and name of a drawn box from its vector', () => {
  expect(inferKind(drawn({ footwear: 0.8, bag: 0.2 }), cards)).toMatchObject({
    kind: 'footwear',
    category: 'footwear',
    label: 'shoes',
  })
})

it('tells nothing that is not likelier than everything else together', () => {
  expect(inferKind(drawn({ footwear: 0.4, bag: 0.3, hat: 0.3 }), cards)).toMatchObject({
    kind: null,
    category: null,
    label: '',
  })
})

it('tells no kind of another category than the one that was chosen for the box', () => {
  const shoes = drawn({ footwear: 0.8, bag: 0.2 })
  expect(inferKind({ ...shoes, category: 'bags' }, cards)).toMatchObject({ kind: null })
})

it('believes what the detector has seen', () => {
  const scarf = { ...drawn({ hat: 1 }), kind: 'scarf', category: 'accessories' as const }
  expect(inferKind({ ...scarf, label: 'red scarf' }, cards)).toMatchObject({
    kind: 'scarf',
    label: 'red scarf',
  })
})

it('is surely of the kind that a person has given, whatever it looks like', () => {
  const skirt = { ...drawn({ dress: 0.9, skirt: 0.1 }), kind: 'skirt' }
  expect(inferKind(skirt, cards).isKindSure).toBe(false)
  const given = embeddings.read(embeddings.write({ ...skirt, isGiven: true }))
  expect(given && inferKind(given, cards)).toMatchObject({ kind: 'skirt', isKindSure: true })
})
