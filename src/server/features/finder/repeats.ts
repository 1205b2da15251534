import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { wordsOfVariant } from '#server/features/search/index.ts'

type Listed = Pick<CatalogProduct, 'name' | 'product_image'> & { similarity: number }

/** Shops describe one thing with a word more or less. */
const SAME_WORDS = 0.75
/** Pictures of one thing look equally like any other; differences this small cannot be seen. */
const SAME_LOOK = 0.01

/** With fewer words, a title is that of many things: 'Blue tote', 'Red tote'. */
const SPECIFIC = 3

type Variant = {
  title: string
  words: ReadonlySet<string>
  picture: string | null
  similarity: number
}

const variantOf = ({ name, product_image, similarity }: Listed): Variant => ({
  title: name.trim().toLowerCase(),
  words: new Set(wordsOfVariant(name)),
  picture: product_image,
  similarity,
})

const wordsShared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/** The same thing in another size, colour or shop. */
const isRepeat = (a: Variant, b: Variant): boolean => {
  if (a.picture !== null && a.picture === b.picture) return true
  const shared = wordsShared(a.words, b.words)
  if (a.title === b.title || (shared === 1 && a.words.size >= SPECIFIC)) return true
  return (
    a.words.size >= SPECIFIC &&
    shared >= SAME_WORDS &&
    Math.abs(a.similarity - b.similarity) < SAME_LOOK
  )
}

/** Each thing once, the first of its variants, and none that is a variant of `own`. */
export const withoutRepeats = <Product extends Listed>(
  products: readonly Product[],
  own: Pick<CatalogProduct, 'name' | 'product_image'> | undefined,
): Product[] => {
  const kept = own ? [variantOf({ ...own, similarity: 1 })] : []
  return products.filter((product) => {
    const variant = variantOf(product)
    if (kept.some((other) => isRepeat(variant, other))) return false
    kept.push(variant)
    return true
  })
}
