import type { GarmentType } from '#demo/garments/garment.ts'
import { ACCESSORIES, BAGS, FOOTWEAR, OTHER } from './facts-accessories.ts'
import { CLOTHING, OUTERWEAR } from './facts-clothing.ts'
import type { TypeFacts } from './facts.ts'

export const FACTS: Readonly<Record<GarmentType, TypeFacts>> = {
  ...CLOTHING,
  ...OUTERWEAR,
  ...FOOTWEAR,
  ...BAGS,
  ...ACCESSORIES,
  ...OTHER,
}

export const cutName = (type: GarmentType, cut: number): string => {
  const { cuts } = FACTS[type]
  return cuts[cut % cuts.length] ?? type
}
