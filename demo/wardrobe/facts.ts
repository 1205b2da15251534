import { WEAVES, type Weave } from '#demo/draw/fabric.ts'
import type { Department } from './brands.ts'

export type Category = 'clothing' | 'footwear' | 'bags' | 'jewelry' | 'accessories' | 'other'
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
  materials: readonly string[]
  /** Colours in which every cut comes plain, before any other: what a shop would never be without. */
  basics: readonly string[]
}
type FactsInput = Omit<TypeFacts, 'cuts' | 'weaves' | 'materials' | 'basics'> & {
  cuts: string
  basics?: string
  /** `plain*3 floral` is plain three times in four. */ weaves: string
  materials: string
}

const isWeave = (word: string): word is Weave => WEAVES.some((weave) => weave === word)
const weavesFrom = (input: string): Weave[] =>
  input.split(' ').flatMap((word) => {
    const [name = '', times = '1'] = word.split('*')
    if (!isWeave(name)) throw new Error(`Unknown weave ${name}`)
    return Array.from({ length: Number(times) }, () => name)
  })
export const facts = (input: FactsInput): TypeFacts => ({
  ...input,
  cuts: input.cuts.split(', '),
  weaves: weavesFrom(input.weaves),
  materials: input.materials.split(', '),
  basics: input.basics?.split(', ') ?? [],
})
