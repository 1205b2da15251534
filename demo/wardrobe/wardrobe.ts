import { makeOutfits, type Outfit } from '#demo/shop/outfits.ts'
import { makeLooks, type Look } from './looks.ts'
import { makePeople, type Person } from './people.ts'
import { makeProducts, type Product } from './products.ts'

export type Wardrobe = {
  people: readonly Person[]
  products: readonly Product[]
  looks: readonly Look[]
  lookById: ReadonlyMap<string, Look>
  productById: ReadonlyMap<string, Product>
  /** Celebrities are drawn in their looks; creators photograph garments of the shop. */
  drawnLooks: readonly Look[]
  outfits: ReadonlyMap<string, Outfit>
}
let cachedWardrobe: Wardrobe | null = null
/** Generated once per process, so that rows and pictures refer to the same people and products. */
export const wardrobe = (): Wardrobe => {
  if (cachedWardrobe) return cachedWardrobe
  const people = makePeople()
  const products = makeProducts()
  const looks = makeLooks(people, products)
  const isDrawn = ({ person }: Look) => person.styleType === 'celebrity'
  const outfits = makeOutfits(looks.filter((look) => !isDrawn(look)))
  cachedWardrobe = {
    people,
    products,
    looks,
    lookById: new Map(looks.map((look) => [look.id, look])),
    drawnLooks: looks.filter(isDrawn),
    outfits: new Map(outfits.map((outfit) => [outfit.id, outfit])),
    productById: new Map(products.map((product) => [product.garment.id, product])),
  }
  return cachedWardrobe
}
