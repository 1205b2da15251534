import { colorDistance, darken, lighten, lightness, type Hex } from '#demo/draw/color.ts'
import type { Fabric, Weave } from '#demo/draw/fabric.ts'
import { GARMENT_TYPES, type Garment, type GarmentType } from '#demo/garments/garment.ts'
import { randomFrom, type Random } from '#demo/random.ts'
import { BRANDS, slugOf, type Brand, type Department } from './brands.ts'
import type { Category } from '#shared/domain/category.ts'
import { FACTS, getCutName } from './facts.ts'
import {
  DENIM,
  EVERYDAY,
  FAMILIES,
  METAL_BY_MATERIAL,
  METALS,
  type Dye,
  type Family,
} from './palette.ts'

export type Product = {
  garment: Garment
  family: Family
  /** Its place among the plain everyday colours of its type; null if it is of no such colour. */
  basic: number | null
  name: string
  /** The cut in its name. */
  cut: string
  color: string
  material: string
  pattern: string
  brand: string
  price: string
  website: string
  category: Category
}

const LINES = [
  'Ilse',
  'Amaya',
  'Bram',
  'Celeste',
  'Dara',
  'Elio',
  'Freya',
  'Gia',
  'Hugo',
  'Imani',
  'Juno',
  'Kaia',
  'Leif',
  'Mina',
  'Noa',
  'Orla',
  'Pia',
  'Quill',
  'Rhea',
  'Saoirse',
  'Theo',
  'Una',
  'Vera',
  'Wren',
  'Xenia',
  'Yuki',
  'Zadie',
  'Alba',
  'Basil',
  'Cleo',
  'Dune',
  'Ember',
  'Fig',
  'Harbour',
  'Iris',
  'Jasper',
  'Kit',
  'Lark',
  'Marlow',
  'Nell',
  'Opal',
  'Posy',
  'Remy',
  'Sol',
  'Tamsin',
  'Vale',
  'Wilder',
  'Zuri',
]
const WEAVE_NAMES: Partial<Record<Weave, string>> = {
  breton: 'Breton-Stripe',
  pinstripe: 'Pinstripe',
  stripe: 'Striped',
  gingham: 'Gingham',
  tartan: 'Tartan',
  houndstooth: 'Houndstooth',
  windowpane: 'Windowpane',
  dots: 'Polka-Dot',
  pindots: 'Pin-Dot',
  floral: 'Floral',
  blossom: 'Blossom-Print',
  abstract: 'Abstract-Print',
  herringbone: 'Herringbone',
  zigzag: 'Zigzag',
  leopard: 'Leopard',
  rib: 'Ribbed',
  cable: 'Cable-Knit',
  quilt: 'Quilted',
  terrazzo: 'Terrazzo-Print',
  waves: 'Wave-Print',
  argyle: 'Argyle',
  checkerboard: 'Checkerboard',
  diagonal: 'Regimental',
  fairisle: 'Fair Isle',
  confetti: 'Confetti-Print',
  petal: 'Petal-Print',
}
/** Words for materials that say a pattern. */
const PATTERN_WORDS: Readonly<Record<string, string>> = { Ribbed: 'Ribbed', Quilted: 'Quilted' }
const DARK_LENS: Hex = '#16130F'
const LENS: readonly Hex[] = [DARK_LENS, '#2C2A33', '#5A2E22', '#1F4650', '#4A3A1E']
/** Mostly neutral, to go with everything. */
const QUIET: ReadonlySet<GarmentType> = new Set([
  'trousers',
  'boots',
  'loafers',
  'heels',
  'tights',
  'belt',
  'sunglasses',
  'glasses',
  'watch',
  'camera',
  'headphones',
  'gloves',
  'leggings',
  'shoulderBag',
  'backpack',
])
const PEN: ReadonlySet<Weave> = new Set([
  'tartan',
  'floral',
  'blossom',
  'abstract',
  'argyle',
  'fairisle',
  'terrazzo',
  'confetti',
  'zigzag',
  'stripe',
  'petal',
])

const DYES: ReadonlyMap<string, Dye> = new Map(
  [...FAMILIES.flatMap(({ dyes, neutrals }) => [...dyes, ...neutrals]), ...DENIM, ...EVERYDAY].map(
    (dye) => [dye.name, dye],
  ),
)

const dyeFor = (type: GarmentType, family: Family, random: Random): Dye => {
  if (type === 'jeans') return random.pick(DENIM)
  return random.odds(QUIET.has(type) ? 0.62 : 0.24)
    ? random.pick(family.neutrals)
    : random.pick(family.dyes)
}
/** A second colour that contrasts with the first. */
const inkFor = (base: Hex, family: Family, random: Random, minContrast: number): Hex => {
  const all = [...family.dyes, ...family.neutrals].map(({ hex }) => hex)
  const readable = all.filter((hex) => colorDistance(hex, base) > minContrast)
  return readable.length ? random.pick(readable) : lightness(base) > 0.5 ? '#1B1820' : '#F4EFE6'
}
/** Buttons, handles and soles that do not stand out. */
const toneOnTone = (base: Hex): Hex =>
  lightness(base) > 0.4 ? darken(base, 0.3) : lighten(base, 0.16)
const SMALL: ReadonlySet<GarmentType> = new Set([
  'tie',
  'scarf',
  'socks',
  'hat',
  'phone',
  'umbrella',
  'clutch',
  'vest',
  'tank',
  'belt',
  'bottle',
  'sneakers',
])
const fabricFor = (
  type: GarmentType,
  weave: Weave,
  base: Hex,
  family: Family,
  random: Random,
): Fabric => {
  const isKnitted =
    weave === 'rib' ||
    weave === 'cable' ||
    weave === 'quilt' ||
    weave === 'denim' ||
    weave === 'herringbone'
  const ink = isKnitted
    ? lightness(base) < 0.3
      ? '#8a8494'
      : '#241633'
    : inkFor(base, family, random, 190)
  const accent = PEN.has(weave) ? inkFor(base, family, random, 120) : ink
  return {
    weave,
    base,
    ink,
    accent,
    scale: random.between(0.62, 0.95) * (SMALL.has(type) ? 0.7 : 1),
  }
}

const priceTag = (brand: Brand, [low, high]: readonly [number, number], random: Random): string => {
  const amount = random.between(low, high) * brand.tier
  const round = amount > 150 ? Math.round(amount / 5) * 5 : Math.round(amount)
  if (brand.currency === '¥')
    return `¥${(Math.round((amount * 140) / 500) * 500).toLocaleString('en-US')}`
  if (brand.currency === 'CHF') return `CHF ${round.toLocaleString('en-US')}`
  const cents = amount < 200 && random.odds(0.3) ? '.50' : '.00'
  return `${brand.currency}${round.toLocaleString('en-US')}${cents}`
}

const sellers = new Map<Department, readonly Brand[]>()
const sellersOf = (department: Department): readonly Brand[] => {
  const sellingBrands =
    sellers.get(department) ?? BRANDS.filter(({ sells }) => sells.includes(department))
  sellers.set(department, sellingBrands)
  return sellingBrands
}

const kebab = (type: string) => type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const makeProduct = (type: GarmentType, index: number, takenNames: Set<string>): Product => {
  const id = `${kebab(type)}-${String(index + 1).padStart(3, '0')}`
  const random = randomFrom(`product ${id}`)
  const facts = FACTS[type]
  const family =
    FAMILIES[(index + GARMENT_TYPES.indexOf(type) * 3) % FAMILIES.length] ?? random.pick(FAMILIES)
  const denimJacket = type === 'jacket' && index % 4 === 1
  const isDenim = type === 'jeans' || denimJacket
  const cut = index + facts.cuts.length * random.whole(0, 11)
  const round = Math.floor(index / facts.cuts.length)
  // Denim comes in its own colours, whatever the other jackets are dyed in.
  const basicDye = denimJacket ? DENIM[round] : DYES.get(facts.basics[round] ?? '')
  const basic = facts.basics[round] !== undefined && basicDye ? round : null
  const anyDye = isDenim ? random.pick(DENIM) : dyeFor(type, family, random)
  const dye = basic === null || !basicDye ? anyDye : basicDye
  const anyWeave = denimJacket ? 'denim' : random.pick(facts.weaves)
  const weave = basic === null || isDenim ? anyWeave : 'plain'
  const fabric = fabricFor(type, weave, dye.hex, family, random)
  const thread = isDenim
    ? lightness(dye.hex) > 0.7
      ? '#B08A50'
      : '#E0A860'
    : basic === null
      ? inkFor(dye.hex, family, random, 150)
      : toneOnTone(dye.hex)
  const lens = random.pick(LENS)
  const trim = type === 'sunglasses' ? (basic === null ? lens : DARK_LENS) : thread
  const brand = random.pick(sellersOf(facts.department))
  const pattern = WEAVE_NAMES[weave]
  const made = pattern === undefined ? random.pick(facts.materials) : null
  const adjective = pattern ?? made?.word ?? ''
  let name = ''
  const cutName = getCutName(type, cut)
  do name = `${random.pick(LINES)} ${adjective} ${cutName} in ${dye.name}`
  while (takenNames.has(name))
  takenNames.add(name)
  const anyMetal = random.pick(METALS)
  return {
    garment: {
      id,
      type,
      cut,
      fabric,
      trim,
      metal: METAL_BY_MATERIAL.get(dye.name) ?? METAL_BY_MATERIAL.get(adjective) ?? anyMetal,
    },
    family,
    basic,
    name,
    cut: cutName,
    color: dye.name,
    material: weave === 'denim' ? 'denim' : (made?.material ?? facts.made),
    pattern: (pattern ?? PATTERN_WORDS[adjective] ?? 'plain').toLowerCase(),
    brand: brand.name,
    price: priceTag(brand, facts.price, random),
    website: `https://${slugOf(brand.name)}.example.com/p/${slugOf(name)}-${id}`,
    category: facts.category,
  }
}

export const makeProducts = (): Product[] => {
  const takenNames = new Set<string>()
  return GARMENT_TYPES.flatMap((type) =>
    Array.from({ length: FACTS[type].count }, (_, index) => makeProduct(type, index, takenNames)),
  )
}
