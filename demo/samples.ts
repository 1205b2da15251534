import { colorDistance, type Hex } from './draw/color.ts'
import type { GarmentType } from './garments/garment.ts'
import type { Product } from './wardrobe/products.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

export type Sample = { id: string; product: Product; ground: Hex }
/** The products of Home's slideshow, on a bold background. */
const SHOWN: readonly {
  id: string
  type: GarmentType
  familyName: string
  wants: (product: Product) => boolean
}[] = [
  {
    id: 'coat',
    type: 'coat',
    familyName: 'terracotta',
    wants: ({ garment }) => garment.fabric.weave !== 'plain',
  },
  {
    id: 'bag',
    type: 'topHandle',
    familyName: 'jewel',
    wants: ({ garment }) => garment.fabric.weave === 'plain',
  },
  {
    id: 'boots',
    type: 'boots',
    familyName: 'riviera',
    wants: ({ garment }) => garment.cut % 4 !== 2,
  },
  {
    id: 'dress',
    type: 'dress',
    familyName: 'miami',
    wants: ({ garment }) => garment.fabric.weave !== 'plain',
  },
]
const rank = (value: boolean) => (value ? 0 : 1)

export const makeSamples = (): Sample[] =>
  SHOWN.flatMap(({ id, type, familyName, wants }) => {
    const candidates = wardrobe().products.filter(({ garment }) => garment.type === type)
    const [product] = [...candidates].sort(
      (a, b) =>
        rank(wants(a)) - rank(wants(b)) ||
        rank(a.family.name === familyName) - rank(b.family.name === familyName),
    )
    if (!product) return []
    const { base, ink } = product.garment.fabric
    const grounds = product.family.grounds.map(([ground]) => ground)
    const clear = (hex: Hex) => colorDistance(hex, base) + colorDistance(hex, ink) * 0.4
    const ground = [...grounds].sort((a, b) => clear(b) - clear(a))[0] ?? '#E8563F'
    return [{ id, product, ground }]
  })
export const sampleById = (id: string): Sample | null =>
  makeSamples().find((sample) => sample.id === id) ?? null
