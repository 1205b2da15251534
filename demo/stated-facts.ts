import type { Department } from '#shared/domain/department.ts'
import type { Product } from './wardrobe/products.ts'
import { FEMININE } from './wardrobe/styles.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

/** What a shop states about a drawn product, beside its name. */
export type StatedFacts = {
  departments: [Department]
  colors: [string]
  material: string
  pattern: string
}

const departmentOf = (isFeminine: boolean, manners: ReadonlySet<string>): Department => {
  if (isFeminine) return 'women'
  if (manners.size > 1) return 'unisex'
  return manners.has('feminine') ? 'women' : 'men'
}

/** What is stated about each drawn product that is worn, by its link. */
export const readStatedFacts = (): ReadonlyMap<string, StatedFacts> => {
  const { looks, outfits } = wardrobe()
  const manners = new Map<Product, Set<string>>()
  for (const { id, person, products } of looks)
    if (!outfits.has(id))
      for (const product of products) {
        // Bags, glasses and jewelry are for everybody, unless their kind says otherwise.
        const isForAll = product.category !== 'clothing' && product.category !== 'footwear'
        const known = manners.get(product) ?? new Set(isForAll ? ['feminine', 'masculine'] : [])
        manners.set(product, known.add(person.manner))
      }
  return new Map(
    [...manners].map(([{ garment, website, color, material, pattern }, wearers]) => [
      website,
      {
        // For whom it is made: by its kind, or else by who wears it.
        departments: [departmentOf(FEMININE.has(garment.type), wearers)],
        colors: [color],
        material,
        pattern,
      },
    ]),
  )
}
