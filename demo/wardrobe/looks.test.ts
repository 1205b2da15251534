import { describe, expect, test } from 'vitest'
import { HAIR_STYLES } from '#demo/figure/hair.ts'
import type { GarmentType } from '#demo/garments/garment.ts'
import type { Look } from './looks.ts'
import { wardrobe } from './wardrobe.ts'

const { looks } = wardrobe()
const wears = (look: Look, ...types: GarmentType[]) =>
  look.products.filter(({ garment }) => types.includes(garment.type))

describe('looks', () => {
  test('nobody goes out half dressed', () => {
    for (const look of looks) {
      const dressed = wears(look, 'dress').length === 1
      const tops = wears(
        look,
        'tee',
        'tank',
        'shirt',
        'blouse',
        'turtleneck',
        'sweater',
        'cardigan',
        'hoodie',
      )
      const bottoms = wears(look, 'trousers', 'jeans', 'leggings', 'shorts', 'skirt')
      if (!dressed) expect(tops.length, look.id).toBeGreaterThan(0)
      expect(bottoms.length, look.id).toBe(dressed ? 0 : 1)
      expect(
        wears(look, 'sneakers', 'boots', 'heels', 'loafers', 'sandals', 'flats'),
        look.id,
      ).toHaveLength(1)
    }
  })
  test('one thing in the hand at most, and an arm free to hold it', () => {
    for (const look of looks) {
      const held = wears(
        look,
        'tote',
        'topHandle',
        'bucketBag',
        'clutch',
        'phone',
        'umbrella',
        'bottle',
      )
      expect(held.length, look.id).toBeLessThanOrEqual(1)
      if (held.length)
        expect(
          look.pose.arms.some(({ carries }) => carries !== 'none'),
          look.id,
        ).toBe(true)
    }
  })
  test('hats only on hair that takes one, earrings only where ears show', () => {
    for (const look of looks) {
      const style = HAIR_STYLES[look.person.looks.hair]
      if (wears(look, 'hat').length) expect(style.hats, look.id).toBe(true)
      if (wears(look, 'earrings').length) expect(style.ears, look.id).toBe(true)
    }
  })
  test('nothing is worn twice at once', () => {
    for (const look of looks)
      expect(new Set(look.products).size, look.id).toBe(look.products.length)
  })
})
