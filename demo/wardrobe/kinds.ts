import type { GarmentType } from '#demo/garments/garment.ts'
import { ACCESSORIES } from './facts-accessories.ts'
import { BAGS } from './facts-bags.ts'
import { CLOTHING } from './facts-clothing.ts'
import { FOOTWEAR } from './facts-footwear.ts'
import { OTHER } from './facts-other.ts'
import { OUTERWEAR } from './facts-outerwear.ts'
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
