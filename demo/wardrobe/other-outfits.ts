import { hashOf } from '#demo/seed.ts'
import { makeLooks, type Look } from './looks.ts'
import type { Product } from './products.ts'
import { wardrobe } from './wardrobe.ts'

/** One product in five is never worn in them, so that finding an unseen product can still be measured. */
const isLent = ({ garment }: Product): boolean => hashOf(`lent ${garment.id}`) % 5 !== 0

const rounds = new Map<number, readonly Look[]>()
const outfitsOf = (round: number): readonly Look[] => {
  const known = rounds.get(round)
  if (known) return known
  const { people, products } = wardrobe()
  const made = makeLooks(people, products.filter(isLent), round)
  rounds.set(round, made)
  return made
}

/** Outfit `index` that nobody in the catalogue wears, and those made together with it: to learn from. */
export const otherOutfit = (index: number): { look: Look; beside: readonly Look[] } => {
  const { length } = wardrobe().looks
  const beside = outfitsOf(1 + Math.floor(index / length))
  const look = beside[index % length]
  if (!look) throw new Error('A round has as many outfits as the catalogue has looks')
  return { look, beside }
}
