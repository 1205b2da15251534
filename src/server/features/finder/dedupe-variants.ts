import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { wordsOfVariant } from '#server/features/search/index.ts'

type ComparedProduct = Pick<CatalogProduct, 'name' | 'product_image'> & { similarity: number }

/** Shops describe the same product with a word more or less. */
const MIN_SHARED_WORDS = 0.75
/** Pictures of the same product are equally similar to any other picture, up to this difference. */
const MAX_SIMILARITY_GAP = 0.01

/** A title with fewer words fits many products: 'Blue tote', 'Red tote'. */
const SPECIFIC_WORDS = 3

type Variant = {
  title: string
  words: ReadonlySet<string>
  picture: string | null
  similarity: number
}

const variantOf = ({ name, product_image, similarity }: ComparedProduct): Variant => ({
  title: name.trim().toLowerCase(),
  words: new Set(wordsOfVariant(name)),
  picture: product_image,
  similarity,
})

const shareOfWords = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/** Whether both are one product in different sizes, colours or shops. */
const isSameVariant = (a: Variant, b: Variant): boolean => {
  if (a.picture !== null && a.picture === b.picture) return true
  const shared = shareOfWords(a.words, b.words)
  if (a.title === b.title || (shared === 1 && a.words.size >= SPECIFIC_WORDS)) return true
  return (
    a.words.size >= SPECIFIC_WORDS &&
    shared >= MIN_SHARED_WORDS &&
    Math.abs(a.similarity - b.similarity) < MAX_SIMILARITY_GAP
  )
}

/** Keeps the first of several variants of a product, and no variant of `product` itself. */
export const dedupeVariants = <Product extends ComparedProduct>(
  products: readonly Product[],
  product: Pick<CatalogProduct, 'name' | 'product_image'> | undefined,
): Product[] => {
  const variants = product ? [variantOf({ ...product, similarity: 1 })] : []
  return products.filter((product) => {
    const variant = variantOf(product)
    if (variants.some((other) => isSameVariant(variant, other))) return false
    variants.push(variant)
    return true
  })
}
