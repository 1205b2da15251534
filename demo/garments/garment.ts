import type { Hex } from '#demo/draw/color.ts'
import type { Fabric } from '#demo/draw/fabric.ts'
import type { Piece } from '#demo/draw/piece.ts'
import type { Figure } from '#demo/figure/skeleton.ts'

export const GARMENT_TYPES = [
  'tee',
  'tank',
  'shirt',
  'blouse',
  'turtleneck',
  'sweater',
  'cardigan',
  'hoodie',
  'vest',
  'trousers',
  'jeans',
  'leggings',
  'shorts',
  'skirt',
  'dress',
  'blazer',
  'coat',
  'trench',
  'jacket',
  'puffer',
  'cape',
  'tights',
  'socks',
  'sneakers',
  'boots',
  'heels',
  'loafers',
  'sandals',
  'flats',
  'tote',
  'shoulderBag',
  'clutch',
  'backpack',
  'bucketBag',
  'crossbody',
  'topHandle',
  'earrings',
  'necklace',
  'bracelet',
  'watch',
  'hat',
  'sunglasses',
  'glasses',
  'scarf',
  'belt',
  'tie',
  'gloves',
  'phone',
  'umbrella',
  'bottle',
  'headphones',
  'camera',
] as const
export type GarmentType = (typeof GARMENT_TYPES)[number]

/** The design of a product: type, cut and material. */
export type Garment = {
  id: string
  type: GarmentType
  /** Any number; each drawing takes it modulo the number of its cuts. */
  cut: number
  fabric: Fabric
  /** Contrasting parts: soles, collars, buttons, lining. */
  trim: Hex
  metal: Hex
}

/** How the rest of the look affects the drawing of a garment. */
export type Worn = {
  /** A coat covers sleeves and shoulders. */
  underCoat: boolean
  /** Tucked into the waistband. */
  tucked: boolean
  /** The arm that carries it, if any. */
  hand: -1 | 1
  /** Worn open. */
  open: boolean
}
export const NOT_WORN: Worn = { underCoat: false, tucked: false, hand: 1, open: false }

export type DrawGarment = (garment: Garment, figure: Figure, worn: Worn) => Piece[]
