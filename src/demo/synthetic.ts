import { BRANDS, slugOf } from './wardrobe/brands.ts'
import type { Category } from './wardrobe/facts.ts'
import { chanceFrom, hashOf } from './seed.ts'

/** A catalogue row without pictures, for measuring large catalogues. */
export type SyntheticRow = {
  celebrity_name: string
  celebrity_image: string
  name: string
  price: string
  website: string
  category: Category
  brand: string
  style_type: 'celebrity' | 'creator'
  product_image: string
}
const GIVEN = [
  'Ada',
  'Bao',
  'Chiara',
  'Dev',
  'Elif',
  'Faye',
  'Goran',
  'Hye',
  'Inês',
  'Jomo',
  'Kirra',
  'Lars',
  'Maia',
  'Nuno',
  'Ottilie',
  'Pita',
  'Quyên',
  'Rosa',
  'Seth',
  'Tove',
  'Umar',
  'Vida',
  'Wen',
  'Yara',
  'Zeki',
]
const LAST = [
  'Abara',
  'Bellamy',
  'Castellan',
  'Drummond',
  'Eberhart',
  'Fontaine',
  'Greaves',
  'Hallam',
  'Iyamu',
  'Jarvela',
  'Kowalczyk',
  'Larkspur',
  'Moreau',
  'Nakahara',
  'Oyelaran',
  'Pereira',
  'Quillfeather',
  'Rasmussen',
  'Saldívar',
  'Tembo',
]
const WORDS = [
  'Wool',
  'Linen',
  'Silk',
  'Denim',
  'Leather',
  'Suede',
  'Cotton',
  'Cashmere',
  'Satin',
  'Velvet',
]
const CUTS = [
  'Relaxed',
  'Slim',
  'Wide',
  'Cropped',
  'Long',
  'Pleated',
  'Quilted',
  'Ribbed',
  'Belted',
  'Draped',
]
const THINGS: readonly (readonly [string, Category])[] = [
  ['Coat', 'clothing'],
  ['Dress', 'clothing'],
  ['Trousers', 'clothing'],
  ['Shirt', 'clothing'],
  ['Sneakers', 'footwear'],
  ['Boots', 'footwear'],
  ['Tote', 'bags'],
  ['Clutch', 'bags'],
  ['Earrings', 'jewelry'],
  ['Necklace', 'jewelry'],
  ['Scarf', 'accessories'],
  ['Sunglasses', 'accessories'],
  ['Umbrella', 'other'],
]
const PER_LOOK = 6
const LOOKS_EACH = 40

/** `n` rows, one product in a look each; row i is the same however many are asked for. */
export function* syntheticRows(n: number): Generator<SyntheticRow> {
  for (let i = 0; i < n; i++) {
    const look = Math.floor(i / PER_LOOK)
    const person = Math.floor(look / LOOKS_EACH)
    const who = chanceFrom(`synthetic person ${person}`)
    const celebrity = `${who.pick(GIVEN)} ${who.pick(LAST)} ${person + 1}`
    const chance = chanceFrom(`synthetic row ${i}`)
    const brand = chance.pick(BRANDS)
    const [thing, category] = chance.pick(THINGS)
    const name = `${chance.pick(CUTS)} ${chance.pick(WORDS)} ${thing} No. ${i + 1}`
    yield {
      celebrity_name: celebrity,
      celebrity_image: `/media/synthetic/looks/${look}.jpg`,
      name,
      price: `${chance.pick(['$', '€', '£'])}${chance.whole(12, 1800)}.00`,
      website: `https://${slugOf(brand.name)}.example.com/p/${i + 1}`,
      category,
      brand: brand.name,
      style_type: hashOf(celebrity) % 2 ? 'celebrity' : 'creator',
      product_image: `/media/synthetic/products/${i}.jpg`,
    }
  }
}

const CLUSTER = 64
const SPREAD = 0.35
const gaussian = (next: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

/** A unit vector near its cluster's centre: neighbours exist, as they do among real pictures. */
export const syntheticVector = (i: number, dims: number): Float32Array => {
  const centre = chanceFrom(`synthetic cluster ${Math.floor(i / CLUSTER)}`)
  const own = chanceFrom(`synthetic vector ${i}`)
  const vector = new Float32Array(dims)
  let sum = 0
  for (let d = 0; d < dims; d++) {
    const value = gaussian(centre.next) + gaussian(own.next) * SPREAD
    vector[d] = value
    sum += value * value
  }
  const length = Math.sqrt(sum) || 1
  return vector.map((value) => value / length)
}
