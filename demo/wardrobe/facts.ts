import { WEAVES, type Weave } from '#demo/draw/fabric.ts'
import type { Department } from './brands.ts'

export type Category = 'clothing' | 'footwear' | 'bags' | 'jewelry' | 'accessories' | 'other'
/** The item kinds a street photo is labelled with. */
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
  /** None for things a street photo's labels do not know. */
  kind: Kind | null
  label: string
  /** How many the catalogue holds. */
  count: number
  /** In the first tier's money. */
  price: readonly [number, number]
  /** What each cut is called; the drawing takes the cut's number modulo its own count. */
  cuts: readonly string[]
  weaves: readonly Weave[]
  materials: readonly string[]
}
type Written = Omit<TypeFacts, 'cuts' | 'weaves' | 'materials'> & {
  cuts: string
  /** `plain*3 floral`: three in four plain. */ weaves: string
  materials: string
}

const isWeave = (word: string): word is Weave => WEAVES.some((weave) => weave === word)
const weavesFrom = (written: string): Weave[] =>
  written.split(' ').flatMap((word) => {
    const [name = '', times = '1'] = word.split('*')
    if (!isWeave(name)) throw new Error(`No such weave: ${name}`)
    return Array.from({ length: Number(times) }, () => name)
  })
export const facts = (written: Written): TypeFacts => ({
  ...written,
  cuts: written.cuts.split(', '),
  weaves: weavesFrom(written.weaves),
  materials: written.materials.split(', '),
})
