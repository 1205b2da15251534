import { expect, test } from 'vitest'
import { trainingOutfit } from './training-outfits.ts'
import { wardrobe } from './wardrobe.ts'

const OUTFITS = 400
const worn = (products: readonly { garment: { id: string } }[]) =>
  products
    .map(({ garment }) => garment.id)
    .toSorted()
    .join(' ')

test('training outfits are not in the catalogue and differ between rounds', () => {
  const { looks } = wardrobe()
  const shown = new Set(looks.map(({ products }) => worn(products)))
  const others = Array.from({ length: OUTFITS }, (_, i) => worn(trainingOutfit(i).look.products))
  expect(others.filter((outfit) => shown.has(outfit))).toEqual([])
  const nextRound = Array.from({ length: OUTFITS }, (_, i) =>
    worn(trainingOutfit(i + looks.length).look.products),
  )
  const repeated = others.filter((outfit, i) => outfit === nextRound[i])
  expect(repeated.length).toBeLessThan(OUTFITS / 20)
})

test('training outfits never use about one product in five', () => {
  const { looks, products } = wardrobe()
  const lent = new Set(
    Array.from({ length: looks.length * 2 }, (_, i) => trainingOutfit(i).look.products)
      .flat()
      .map(({ garment }) => garment.id),
  )
  const kept = products.filter(({ garment }) => !lent.has(garment.id))
  expect(kept.length).toBeGreaterThan(products.length * 0.15)
  expect(kept.length).toBeLessThan(products.length * 0.35)
})

test('the same number gives the same outfit and round', () => {
  const { look, round } = trainingOutfit(3)
  expect(trainingOutfit(3).look).toBe(look)
  expect(round).toContain(look)
  expect(round.length).toBe(wardrobe().looks.length)
})
