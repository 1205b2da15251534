import { WEAVES, type Weave } from '#demo/draw/fabric.ts'
import { GARMENT_TYPES, type GarmentType } from '#demo/garments/garment.ts'
import { BRAND_DEPARTMENTS, type Department } from './brands.ts'
import { CATEGORIES, type Category } from '#shared/domain/category.ts'
import table from './facts.json' with { type: 'json' }

/** The kinds of items that street photos are labelled with. */
export const KINDS = [
  'top',
  'footwear',
  'skirt',
  'legwear',
  'eyewear',
  'dress',
  'outerwear',
  'bag',
  'hat',
  'pants',
  'belt',
  'jewelry',
  'shorts',
  'watch',
  'tie',
  'scarf',
  'gloves',
] as const
export type Kind = (typeof KINDS)[number]

export type TypeFacts = {
  category: Category
  department: Department
  /** Null if street photos have no such label. */
  kind: Kind | null
  label: string
  /** Number of products. */
  count: number
  /** Price range at tier 1. */
  price: readonly [number, number]
  /** Names of the cuts, in the order of the drawings. */
  cuts: readonly string[]
  weaves: readonly Weave[]
  /** Words for names, with what a thing of that name is made of. */
  materials: readonly { word: string; material: string }[]
  /** The material if its name has the pattern instead. */
  made: string
  /** Colours in which every cut comes plain, before any other: what a shop would never be without. */
  basics: readonly string[]
}
type FactsRow = (typeof table)[GarmentType]

const requireOneOf = <Word extends string>(words: readonly Word[], text: string): Word => {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new Error(`Unknown word ${text} in facts.json`)
  return found
}
/** `plain*3 floral` is plain three times in four. */
const weavesFrom = (input: string): Weave[] =>
  input.split(' ').flatMap((word) => {
    const [name = '', times = '1'] = word.split('*')
    return Array.from({ length: Number(times) }, () => requireOneOf(WEAVES, name))
  })
/** `Jersey*` is a word that names no material. */
const readMaterial = (text: string, made: string) =>
  text.endsWith('*')
    ? { word: text.slice(0, -1), material: made }
    : { word: text, material: text.toLowerCase() }
const readFacts = (row: FactsRow): TypeFacts => ({
  category: requireOneOf(CATEGORIES, row.category),
  department: requireOneOf(BRAND_DEPARTMENTS, row.department),
  kind: row.kind === null ? null : requireOneOf(KINDS, row.kind),
  label: row.label,
  count: row.count,
  price: [row.price[0] ?? 0, row.price[1] ?? 0],
  cuts: row.cuts.split(', '),
  weaves: weavesFrom(row.weaves),
  materials: row.materials.split(', ').map((word) => readMaterial(word, row.made)),
  made: row.made,
  basics: ('basics' in row ? row.basics : undefined)?.split(', ') ?? [],
})

export const FACTS = Object.fromEntries(
  GARMENT_TYPES.map((type) => [type, readFacts(table[type])]),
) as Readonly<Record<GarmentType, TypeFacts>>

export const getCutName = (type: GarmentType, cut: number): string => {
  const { cuts } = FACTS[type]
  return cuts[cut % cuts.length] ?? type
}
