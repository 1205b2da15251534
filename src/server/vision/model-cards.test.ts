import { expect, it } from 'vitest'
import { MODEL_DIR, readModelCards } from './model-cards.ts'
import { thresholdOf } from '#shared/vision/detector.ts'

it('the shipped models agree on their kinds, and every kind has a threshold', async () => {
  const { detector, judge } = await readModelCards(MODEL_DIR)
  expect(Object.keys(judge.thresholds).toSorted()).toEqual(detector.kinds.toSorted())
  expect(Object.keys(detector.categories).toSorted()).toEqual(detector.kinds.toSorted())
})

it('thresholds never accept everything, and a kind without one gets a strict default', async () => {
  const { judge } = await readModelCards(MODEL_DIR)
  const card = { ...judge, thresholds: { bag: 0.4, gloves: 0.01 } }
  expect(['bag', 'gloves', 'tie'].map((kind) => thresholdOf(card, kind))).toEqual([0.4, 0.12, 0.5])
})

it('the words are read from the crops of the embedder, and their types fit the kinds', async () => {
  const { detector, embedder, words } = await readModelCards(MODEL_DIR)
  expect([words.inputSize, words.cropMargin]).toEqual([embedder.inputSize, embedder.cropMargin])
  const types = words.attributes.find(({ name }) => name === 'type')?.words ?? []
  expect(detector.kinds).toEqual(expect.arrayContaining(Object.keys(words.typesOfKind)))
  expect(types).toEqual(expect.arrayContaining(Object.values(words.typesOfKind).flat()))
})

it('the shipped types have a threshold for boxes that some reach', async () => {
  const { words } = await readModelCards(MODEL_DIR)
  const type = words.attributes.find(({ name }) => name === 'type')
  expect(type?.boxThreshold).toBeGreaterThan(0)
  expect(type?.boxThreshold).toBeLessThan(1)
})
