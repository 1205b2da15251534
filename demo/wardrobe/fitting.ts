import { colorDistance, type Hex } from '#demo/draw/color.ts'
import { HAIR_STYLES } from '#demo/figure/hair.ts'
import type { GarmentType } from '#demo/garments/garment.ts'
import type { Random } from '#demo/random.ts'
import type { Person } from './people.ts'
import type { Product } from './products.ts'
import { FEMININE, type Slot } from './styles.ts'

export const has = (on: readonly Product[], ...types: GarmentType[]) =>
  on.some(({ garment }) => types.includes(garment.type))
const HANDHELD: readonly GarmentType[] = [
  'tote',
  'topHandle',
  'bucketBag',
  'clutch',
  'phone',
  'umbrella',
  'bottle',
]
const COVERING: ReadonlySet<GarmentType> = new Set([
  'coat',
  'trench',
  'puffer',
  'cape',
  'blazer',
  'jacket',
])

/** Whether a type does not fit what is already worn. */
const clashes = (type: GarmentType, person: Person, on: readonly Product[]): boolean => {
  const style = HAIR_STYLES[person.appearance.hair]
  const long = on.some(
    ({ garment }) =>
      (garment.type === 'skirt' && garment.cut % 7 === 3) ||
      (garment.type === 'dress' && garment.cut % 9 === 5),
  )
  switch (type) {
    case 'tee':
    case 'tank':
    case 'shorts':
      return person.appearance.hair === 'hijab'
    case 'hat':
      return !style.hats
    case 'earrings':
      return !style.ears || has(on, 'headphones')
    case 'necklace':
      return (
        person.appearance.hair === 'hijab' ||
        has(
          on,
          'turtleneck',
          'shirt',
          'blouse',
          'scarf',
          'tie',
          'hoodie',
          'puffer',
          'trench',
          'cape',
          'camera',
          'headphones',
        )
      )
    case 'tie':
      return !has(on, 'shirt') || has(on, 'puffer', 'trench', 'cape', 'jacket')
    case 'scarf':
      return (
        person.appearance.hair === 'hijab' ||
        has(on, 'turtleneck', 'tie', 'headphones', 'necklace', 'hoodie') ||
        person.appearance.beard
      )
    case 'headphones':
      return (
        person.appearance.hair === 'hijab' ||
        person.appearance.hair === 'long' ||
        has(on, 'turtleneck', 'scarf', 'puffer', 'necklace')
      )
    case 'belt':
      return (
        has(
          on,
          'dress',
          'hoodie',
          'sweater',
          'cardigan',
          'vest',
          'leggings',
          'trench',
          'puffer',
          'cape',
        ) || on.some(({ garment }) => COVERING.has(garment.type) && garment.cut % 2 === 1)
      )
    case 'socks':
      return (
        !has(on, 'shorts', 'skirt', 'dress') ||
        has(on, 'sandals', 'heels') ||
        long ||
        on.some(({ garment }) => garment.type === 'boots' && garment.cut % 4 === 2)
      )
    case 'tights':
      return !has(on, 'skirt', 'dress', 'shorts') || has(on, 'sandals', 'socks') || long
    case 'backpack':
    case 'crossbody':
      return has(on, 'cape')
    case 'shoulderBag':
      return has(on, 'cape', 'puffer')
    case 'watch':
    case 'bracelet':
      return has(on, 'gloves', 'puffer', 'cape')
    case 'gloves':
      return has(on, 'tank', 'shorts', 'sandals', 'watch', 'bracelet')
    case 'camera':
      return has(on, 'crossbody', 'tie')
    case 'sunglasses':
    case 'glasses':
      return has(on, 'sunglasses', 'glasses')
    case 'sandals':
      return has(on, 'coat', 'puffer')
    case 'vest':
      return false
    default:
      return HANDHELD.includes(type) && has(on, ...HANDHELD)
  }
}

const MAIN: ReadonlySet<GarmentType> = new Set([
  'dress',
  'skirt',
  'trousers',
  'jeans',
  'shorts',
  'coat',
  'blazer',
  'jacket',
  'trench',
  'puffer',
  'cape',
  'shirt',
  'blouse',
  'tee',
  'sweater',
  'turtleneck',
  'cardigan',
  'hoodie',
  'vest',
  'tank',
])
/** Main pieces dominate a look and set its colours. */
export const isMain = ({ garment }: Product): boolean => MAIN.has(garment.type)
const QUIET_WEAVES: ReadonlySet<string> = new Set(['plain', 'denim', 'rib', 'cable', 'quilt'])
const isLoud = ({ garment }: Product): boolean => !QUIET_WEAVES.has(garment.fabric.weave)

/** Long and sleeved, for people who cover their hair. */
const isModest = ({ garment: { type, cut } }: Product): boolean => {
  if (type === 'skirt') return [2, 3, 6].includes(cut % 7)
  return type !== 'dress' || [3, 4, 6].includes(cut % 9)
}
const isHeeled = ({ garment }: Product): boolean =>
  garment.type === 'boots' && (garment.cut % 4 === 1 || garment.cut % 4 === 2)
const suits = (product: Product, person: Person): boolean =>
  person.appearance.hair === 'hijab'
    ? isModest(product)
    : person.manner === 'feminine' || !isHeeled(product)
const COVERS_SKIN: ReadonlySet<GarmentType> = new Set([
  ...MAIN,
  'tights',
  'leggings',
  'gloves',
  'socks',
])

export type Stock = {
  byType: ReadonlyMap<GarmentType, readonly Product[]>
  uses: Map<Product, number>
  /** How often each person has worn a product. */
  worn: Map<Person, Map<Product, number>>
}
export const makeStock = (products: readonly Product[]): Stock => {
  const byType = new Map<GarmentType, Product[]>()
  for (const product of products) {
    const list = byType.get(product.garment.type)
    if (list) list.push(product)
    else byType.set(product.garment.type, [product])
  }
  return { byType, uses: new Map(), worn: new Map() }
}
export const putOn = (stock: Stock, person: Person, product: Product): void => {
  const wornByPerson = stock.worn.get(person) ?? new Map<Product, number>()
  stock.worn.set(person, wornByPerson)
  for (const count of [stock.uses, wornByPerson]) count.set(product, (count.get(product) ?? 0) + 1)
}

/** Picks the product that fits best: the person's colours, one loud pattern at most, distinct neighbours, rarely worn. */
export const fill = (
  slot: Slot,
  person: Person,
  on: readonly Product[],
  stock: Stock,
  random: Random,
): Product | null => {
  const types = slot.types.filter(
    (type) => (person.manner === 'feminine' || !FEMININE.has(type)) && !clashes(type, person, on),
  )
  if (!types.length) return null
  const type = random.pick(types)
  const mains = on.filter(isMain)
  const loud = mains.filter(isLoud).length
  const colors: Hex[] = MAIN.has(type) ? mains.map(({ garment }) => garment.fabric.base) : []
  const wornByPerson = stock.worn.get(person)
  let best: Product | null = null
  let fewestWorn = Infinity
  for (const product of stock.byType.get(type) ?? []) {
    const foreign =
      product.basic !== null
        ? product.basic * 0.4 - 0.7
        : product.family === person.family
          ? 0
          : product.family === person.second
            ? 1.2
            : 3
    let unfit =
      (stock.uses.get(product) ?? 0) * 2 +
      (wornByPerson?.get(product) ?? 0) * 5 +
      foreign +
      random.next() * 1.4
    if (unfit >= fewestWorn || !suits(product, person)) continue
    if (loud && MAIN.has(type) && isLoud(product)) unfit += loud * 5
    for (const color of colors)
      if (colorDistance(product.garment.fabric.base, color) < 70) unfit += 1.6
    // Cloth in the colour of the wearer's skin would look like bare skin.
    if (
      COVERS_SKIN.has(type) &&
      colorDistance(product.garment.fabric.base, person.appearance.skin) < 120
    )
      unfit += 6
    if (unfit < fewestWorn) [best, fewestWorn] = [product, unfit]
  }
  return best
}
