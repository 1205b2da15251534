import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeOutfitPhoto, makePhoto } from './photos.ts'
import { KINDS } from './wardrobe/facts.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

test(
  'a photo has the stated size, and its boxes are inside the frame',
  { timeout: 30_000 },
  async () => {
    const { productById } = wardrobe()
    for (const index of [0, 5, 11]) {
      const { data, truth } = await makePhoto(index)
      const { width, height } = await sharp(data).metadata()
      expect({ width, height }).toEqual({ width: truth.width, height: truth.height })
      expect(Math.max(truth.width, truth.height)).toBe(640)
      expect(truth.items.length).toBeGreaterThan(0)
      for (const {
        kind,
        box: [x0, y0, x1, y1],
        product,
      } of truth.items) {
        expect(KINDS).toContain(kind)
        expect(productById.has(product)).toBe(true)
        expect(x0).toBeGreaterThanOrEqual(0)
        expect(y0).toBeGreaterThanOrEqual(0)
        expect(x1).toBeLessThanOrEqual(truth.width)
        expect(y1).toBeLessThanOrEqual(truth.height)
        expect(x1 - x0).toBeGreaterThan(4)
        expect(y1 - y0).toBeGreaterThan(4)
      }
    }
  },
)

test('gloves have a box each and one around both', async () => {
  const { truth } = await makePhoto(6)
  const gloves = truth.items.find(({ kind }) => kind === 'gloves')
  const [left, right] = gloves?.each ?? []
  if (!gloves || !left || !right) throw new Error('The photo does not show two gloves')
  expect(left[2]).toBeLessThan(right[0])
  expect(gloves.box).toEqual([
    Math.min(left[0], right[0]),
    Math.min(left[1], right[1]),
    Math.max(left[2], right[2]),
    Math.max(left[3], right[3]),
  ])
  expect(truth.items.filter(({ each }) => each)).toEqual([gloves])
})

test('the same number gives the same photo', { timeout: 30_000 }, async () => {
  const [one, two] = [await makePhoto(7), await makePhoto(7)]
  expect(one.truth).toEqual(two.truth)
  expect(one.data.equals(two.data)).toBe(true)
})

test('a photo of a training outfit is in the training split', { timeout: 30_000 }, async () => {
  const { truth } = await makeOutfitPhoto(2)
  expect(truth).toMatchObject({ photo: 'outfit-0003.jpg', split: 'train' })
  expect(truth.items.length).toBeGreaterThan(0)
})
