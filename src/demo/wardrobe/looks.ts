import { apart, type Hex } from '#demo/draw/colour.ts'
import { HAIR_STYLES } from '#demo/figure/hair.ts'
import { mirrored, POSES, type Pose, type PoseName } from '#demo/figure/pose.ts'
import type { GarmentType } from '#demo/garments/garment.ts'
import { chanceFrom, type Chance } from '#demo/seed.ts'
import { imageNameFromCelebrity, type Person } from './people.ts'
import type { Product } from './products.ts'
import { FEMININE, STYLES, type Slot } from './styles.ts'

export type Format = 'tall' | 'medium' | 'close'
export type Look = {
  /** `<slug>-<n>`, also the picture's name. */
  id: string
  person: Person
  products: readonly Product[]
  pose: Pose
  format: Format
  backdrop: number
  ground: readonly [Hex, Hex, Hex]
  lightFrom: -1 | 1
}

const has = (on: readonly Product[], ...types: GarmentType[]) =>
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
const COVERING: readonly GarmentType[] = ['coat', 'trench', 'puffer', 'cape', 'blazer', 'jacket']

/** What does not go with what is already on. */
const clashes = (type: GarmentType, person: Person, on: readonly Product[]): boolean => {
  const style = HAIR_STYLES[person.looks.hair]
  const long = on.some(
    ({ garment }) =>
      (garment.type === 'skirt' && garment.cut % 7 === 3) ||
      (garment.type === 'dress' && garment.cut % 9 === 5),
  )
  switch (type) {
    case 'hat':
      return !style.hats
    case 'earrings':
      return !style.ears || has(on, 'headphones')
    case 'necklace':
      return (
        person.looks.hair === 'hijab' ||
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
        person.looks.hair === 'hijab' ||
        has(on, 'turtleneck', 'tie', 'headphones', 'necklace', 'hoodie') ||
        person.looks.beard
      )
    case 'headphones':
      return (
        person.looks.hair === 'hijab' ||
        person.looks.hair === 'long' ||
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
        ) || on.some(({ garment }) => COVERING.includes(garment.type) && garment.cut % 2 === 1)
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
      return has(on, 'tank', 'shorts', 'sandals')
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

const MAIN: readonly GarmentType[] = [
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
]
const patterned = ({ garment }: Product) =>
  !['plain', 'denim', 'rib', 'cable', 'quilt'].includes(garment.fabric.weave)

/** Lower is better: own colours, at most one loud cloth, neighbours that can be told apart, and nothing worn out. */
const unfitness = (
  product: Product,
  person: Person,
  on: readonly Product[],
  uses: ReadonlyMap<string, number>,
  chance: Chance,
): number => {
  const main = MAIN.includes(product.garment.type)
  const loud = on.filter((other) => MAIN.includes(other.garment.type) && patterned(other)).length
  const base = product.garment.fabric.base
  const close = main
    ? on.filter(
        (other) => MAIN.includes(other.garment.type) && apart(base, other.garment.fabric.base) < 70,
      ).length
    : 0
  const foreign = product.family === person.family ? 0 : product.family === person.second ? 1.6 : 4
  return (
    (uses.get(product.garment.id) ?? 0) * 1.5 +
    (uses.get(`${person.name} ${product.garment.id}`) ?? 0) * 5 +
    foreign +
    (main && patterned(product) ? loud * 5 : 0) +
    close * 1.6 +
    chance.next() * 1.4
  )
}

const fill = (
  slot: Slot,
  person: Person,
  on: readonly Product[],
  stock: ReadonlyMap<GarmentType, readonly Product[]>,
  uses: ReadonlyMap<string, number>,
  chance: Chance,
): Product | null => {
  const types = slot.types.filter(
    (type) => (person.manner === 'feminine' || !FEMININE.has(type)) && !clashes(type, person, on),
  )
  if (!types.length) return null
  const candidates = stock.get(chance.pick(types)) ?? []
  let best: Product | null = null
  let least = Infinity
  for (const product of candidates) {
    const score = unfitness(product, person, on, uses, chance)
    if (score < least) [best, least] = [product, score]
  }
  return best
}

export const posesFor = (on: readonly Product[]): PoseName[] => {
  if (has(on, 'umbrella')) return ['contrapposto', 'onePocket']
  if (has(on, 'cape')) return ['onePocket', 'walking', 'pockets']
  if (has(on, 'tote', 'topHandle', 'bucketBag'))
    return ['handBag', 'contrapposto', 'walking', 'onePocket', 'striding', 'raised', 'handBag']
  if (has(on, 'clutch', 'phone', 'bottle'))
    return ['holding', 'contrapposto', 'walking', 'striding']
  const free: PoseName[] = ['contrapposto', 'walking', 'striding', 'onePocket', 'raised', 'holding']
  if (!has(on, 'watch', 'bracelet', 'gloves')) free.push('pockets')
  if (!has(on, 'shoulderBag')) free.push('power')
  if (!has(on, 'necklace', 'camera', 'tie', 'crossbody', 'belt', 'puffer'))
    free.push('crossed', 'crossed')
  return free
}

/** A few degrees of chance, so that no two people stand quite alike. */
export const loosened = (pose: Pose, chance: Chance): Pose => {
  const give = (amount: number) => chance.between(-amount, amount)
  return {
    ...pose,
    headTilt: pose.headTilt + give(4),
    shoulderTilt: pose.shoulderTilt + give(1.5),
    arms: [
      { ...pose.arms[0], upper: pose.arms[0].upper + give(2), fore: pose.arms[0].fore + give(3) },
      { ...pose.arms[1], upper: pose.arms[1].upper + give(2), fore: pose.arms[1].fore + give(3) },
    ],
  }
}

const groundFor = (
  person: Person,
  on: readonly Product[],
  previous: Hex | null,
  chance: Chance,
): readonly [Hex, Hex, Hex] => {
  const mains = on
    .filter(({ garment }) => MAIN.includes(garment.type))
    .map(({ garment }) => garment.fabric.base)
  let best = person.family.grounds[0] ?? (['#E8563F', '#F4B942', '#D9432F'] as const)
  let most = -Infinity
  for (const ground of [...person.family.grounds, ...person.second.grounds.slice(0, 1)]) {
    const clear = Math.min(
      ...[...mains, person.looks.skin].map((hex) => Math.min(220, apart(hex, ground[0]))),
    )
    const score = clear + chance.next() * 90 - (ground[0] === previous ? 120 : 0)
    if (score > most) [best, most] = [ground, score]
  }
  return best
}

const makeLook = (
  person: Person,
  index: number,
  stock: ReadonlyMap<GarmentType, readonly Product[]>,
  uses: Map<string, number>,
  previous: Hex | null,
): Look => {
  const id = `${imageNameFromCelebrity(person.name).slice(0, -4)}-${index + 1}`
  const chance = chanceFrom(`look ${id}`)
  const outfits = person.styles
    .flatMap((style) => STYLES[style])
    .filter(
      ([first]) => person.manner === 'feminine' || first?.types.some((type) => !FEMININE.has(type)),
    )
  const slots = outfits[(index + chance.whole(0, 1)) % outfits.length] ?? []
  const on: Product[] = []
  for (const slot of slots) {
    if (!chance.odds(slot.share)) continue
    const product = fill(slot, person, on, stock, uses, chance)
    if (!product) continue
    on.push(product)
    for (const key of [product.garment.id, `${person.name} ${product.garment.id}`])
      uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const pose = loosened(POSES[chance.pick(posesFor(on))], chance)
  const format: Format = chance.odds(0.6) ? 'tall' : chance.odds(0.62) ? 'medium' : 'close'
  return {
    id,
    person,
    products: on,
    pose: chance.odds(0.5) ? mirrored(pose) : pose,
    format,
    backdrop: person.backdrops[index % 3] ?? 0,
    ground: groundFor(person, on, previous, chance),
    lightFrom: chance.odds(0.75) ? -1 : 1,
  }
}

/** Four to ten looks each; the stock is worn evenly, so that things are shared but nothing is everywhere. */
export const makeLooks = (people: readonly Person[], products: readonly Product[]): Look[] => {
  const stock = new Map<GarmentType, Product[]>()
  for (const product of products) {
    const list = stock.get(product.garment.type)
    if (list) list.push(product)
    else stock.set(product.garment.type, [product])
  }
  const uses = new Map<string, number>()
  return people.flatMap((person) => {
    const looks: Look[] = []
    const count = chanceFrom(`how many looks ${person.name}`).whole(person.home ? 7 : 4, 10)
    for (let index = 0; index < count; index++)
      looks.push(makeLook(person, index, stock, uses, looks.at(-1)?.ground[0] ?? null))
    return looks
  })
}
