import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MEASURED_BOXES, measureFlatLay, readBoxes } from '#demo/look-boxes.ts'
import { renderDemoPicture } from '#demo/pictures.ts'
import { wardrobe } from '#demo/wardrobe/wardrobe.ts'
import { takeSample } from '#tests/support/length.ts'
import { FLAT_LAY, paintLaidPieces } from './flat-lays.ts'
import { shopItems } from './items.ts'
import { isOddPair } from './outfits.ts'
import { shopGarments } from './shop.ts'

const OUTFITS = [...wardrobe().outfits.values()]

describe('outfits of creators', () => {
  test('number at least 160 of at least 14 creators, and celebrities have none', () => {
    expect(OUTFITS.length).toBeGreaterThanOrEqual(160)
    expect(new Set(OUTFITS.map(({ person }) => person)).size).toBeGreaterThanOrEqual(14)
    for (const { person } of OUTFITS) expect(person.styleType).toBe('creator')
  })
  test('have three to six garments, one for each part of the body', () => {
    for (const { id, pieces } of OUTFITS) {
      const kinds = pieces.map(({ garment }) => garment.kind)
      expect(kinds.length, id).toBeGreaterThanOrEqual(3)
      expect(kinds.length, id).toBeLessThanOrEqual(6)
      expect(new Set(kinds).size, id).toBe(kinds.length)
      expect(kinds, id).toContain('footwear')
      const isDressed = kinds.includes('dress')
      expect(kinds.includes('top'), id).toBe(!isDressed)
      const legs = kinds.filter((kind) => ['pants', 'skirt', 'shorts'].includes(kind))
      expect(legs.length, id).toBe(isDressed ? 0 : 1)
    }
  })
  test('are dressy or sporty, not both', () => {
    for (const { id, pieces } of OUTFITS)
      for (const piece of pieces)
        expect(
          pieces.filter((other) => isOddPair(piece, other)),
          id,
        ).toEqual([])
  })
  test('show at least 400 garments of the shop', () => {
    const shown = new Set(OUTFITS.flatMap(({ pieces }) => pieces.map(({ item }) => item.id)))
    expect(shown.size).toBeGreaterThanOrEqual(400)
    for (const id of shown) expect(shopItems().has(id)).toBe(true)
  })
})

test('the samples of Home show garments that the shop does not sell', () => {
  const unsold = [...shopGarments().keys()].filter((id) => !shopItems().has(id))
  expect(unsold).toHaveLength(7)
})

const unionOverlap = (
  a: { x: number; y: number; width: number; height: number },
  b: typeof a,
): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const both = Math.max(0, width) * Math.max(0, height)
  return both / (a.width * a.height + b.width * b.height - both)
}

test('stored boxes are where garments lie (if not: npm run demo -- boxes)', async () => {
  for (const outfit of takeSample(OUTFITS, 5)) {
    const stored = new Map(
      readBoxes(MEASURED_BOXES[outfit.id] ?? '').map((box) => [box.product, box]),
    )
    const measured = measureFlatLay(await paintLaidPieces(outfit))
    expect([...stored.keys()], outfit.id).toEqual(measured.map(({ product }) => product))
    for (const box of measured) {
      const storedBox = stored.get(box.product)
      // Processors may turn a garment by another last bit.
      expect(storedBox ? unionOverlap(box, storedBox) : 0, outfit.id).toBeGreaterThan(0.97)
    }
  }
})

test('a picture shows the surface around the garments and something else within', async () => {
  const [outfit] = OUTFITS
  if (!outfit) throw new Error('There are no outfits')
  const picture = await renderDemoPicture(`demo/looks/${outfit.id}.jpg`)
  if (!picture) throw new Error(`${outfit.id} has no picture`)
  const { width, height } = await sharp(picture.data).metadata()
  expect({ width, height }).toEqual({ width: FLAT_LAY.width, height: FLAT_LAY.height })
  const { channels } = await sharp(picture.data).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20)
})
