import type { Department } from '#shared/domain/department.ts'
import { FEMININE } from './wardrobe/styles.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const departmentOf = (isFeminine: boolean, manners: ReadonlySet<string>): Department => {
  if (isFeminine) return 'women'
  if (manners.size > 1) return 'unisex'
  return manners.has('feminine') ? 'women' : 'men'
}

/** For whom each drawn product is made, by its link: by its kind, or else by who wears it. */
export const readDepartments = (): ReadonlyMap<string, Department> => {
  const { looks, outfits } = wardrobe()
  const manners = new Map<string, Set<string>>()
  const kinds = new Map<string, boolean>()
  for (const { id, person, products } of looks)
    if (!outfits.has(id))
      for (const { website, garment, category } of products) {
        // Bags, glasses and jewelry are for everybody, unless their kind says otherwise.
        const isForAll = category !== 'clothing' && category !== 'footwear'
        const known = manners.get(website) ?? new Set(isForAll ? ['feminine', 'masculine'] : [])
        manners.set(website, known.add(person.manner))
        kinds.set(website, FEMININE.has(garment.type))
      }
  return new Map(
    [...manners].map(([website, wearers]) => [
      website,
      departmentOf(kinds.get(website) ?? false, wearers),
    ]),
  )
}
