import { hashText } from '#demo/random.ts'
import { makeLooks, type Look } from './looks.ts'
import type { Product } from './products.ts'
import { wardrobe } from './wardrobe.ts'

/** One product in five is never used, so that finding unseen products can be measured. */
const isUsed = ({ garment }: Product): boolean => hashText(`lent ${garment.id}`) % 5 !== 0

const rounds = new Map<number, readonly Look[]>()
const outfitsOf = (round: number): readonly Look[] => {
  const known = rounds.get(round)
  if (known) return known
  const { people, products } = wardrobe()
  const made = makeLooks(people, products.filter(isUsed), round)
  rounds.set(round, made)
  return made
}

/** Training outfit number `index`, which is not in the catalogue, and the rest of its round. */
export const trainingOutfit = (index: number): { look: Look; round: readonly Look[] } => {
  const { length } = wardrobe().looks
  const round = outfitsOf(1 + Math.floor(index / length))
  const look = round[index % length]
  if (!look) throw new Error(`There is no training outfit ${index}`)
  return { look, round }
}
