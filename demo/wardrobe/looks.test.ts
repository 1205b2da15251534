import { describe, expect, test } from 'vitest'
import { HAIR_STYLES } from '#demo/figure/hair.ts'
import type { GarmentType } from '#demo/garments/garment.ts'
import type { Look } from './looks.ts'
import { wardrobe } from './wardrobe.ts'

const { looks } = wardrobe()
const wears = (look: Look, ...types: GarmentType[]) =>
  look.products.filter(({ garment }) => types.includes(garment.type))

describe('looks', () => {
  test('are complete outfits', () => {
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
  test('carry at most one item, with an arm free to hold it', () => {
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
  test('have hats and earrings only where the hair allows it', () => {
    for (const look of looks) {
      const style = HAIR_STYLES[look.person.appearance.hair]
      if (wears(look, 'hat').length) expect(style.hats, look.id).toBe(true)
      if (wears(look, 'earrings').length) expect(style.ears, look.id).toBe(true)
    }
  })
  test('contain no product twice', () => {
    for (const look of looks)
      expect(new Set(look.products).size, look.id).toBe(look.products.length)
  })
})
