import type { Hex } from '#demo/draw/colour.ts'
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

/** A design: what it is, how it is cut, what it is made of. The id is the product's. */
export type Garment = {
  id: string
  type: GarmentType
  /** Which of the type's cuts; every number is valid, see each drawing. */
  cut: number
  fabric: Fabric
  /** Contrasting parts: soles, collars, buttons, lining. */
  trim: Hex
  metal: Hex
}

/** What the other garments of a look mean for the drawing of this one. */
export type Worn = {
  /** Another layer covers the sleeves and shoulders. */
  underCoat: boolean
  /** The top goes into the waistband. */
  tucked: boolean
  /** The arm that carries this, if it is carried. */
  hand: -1 | 1
  /** Shown rather than fastened. */
  open: boolean
}
export const ALONE: Worn = { underCoat: false, tucked: false, hand: 1, open: false }

export type DrawGarment = (garment: Garment, figure: Figure, worn: Worn) => Piece[]
