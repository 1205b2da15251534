import { hashText } from '#demo/random.ts'
import { makeLooks, type Look } from './looks.ts'
import type { Product } from './products.ts'
import { wardrobe } from './wardrobe.ts'

/** One product in five is never used, so that finding unseen products can be measured. */
const isUsed = ({ garment }: Product): boolean => hashText(`lent ${garment.id}`) % 5 !== 0

const rounds = new Map<number, readonly Look[]>()
const outfitsOf = (round: number): readonly Look[] => {
  const cachedRound = rounds.get(round)
  if (cachedRound) return cachedRound
  const { people, products } = wardrobe()
  const newLooks = makeLooks(people, products.filter(isUsed), round)
  rounds.set(round, newLooks)
  return newLooks
}

/** Training outfit number `index`, which is not in the catalogue, and the rest of its round. */
export const trainingOutfit = (index: number): { look: Look; round: readonly Look[] } => {
  const { length } = wardrobe().looks
  const round = outfitsOf(1 + Math.floor(index / length))
  const look = round[index % length]
  if (!look) throw new Error(`There is no training outfit ${index}`)
  return { look, round }
}
