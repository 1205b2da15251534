import { cardId } from '#client/catalog/card-id.ts'
import type { CatalogProduct, Celebrity } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'

type Found = { celebrities: readonly Celebrity[]; products: readonly CatalogProduct[] }

export type SearchOption =
  | { kind: 'celebrity'; id: string; to: string; celebrity: Celebrity }
  | { kind: 'product'; id: string; to: string; product: CatalogProduct }

/** One list for the arrow keys: names first. */
export const searchOptions = ({ celebrities, products }: Found): SearchOption[] => [
  ...celebrities.map((celebrity, index) => ({
    kind: 'celebrity' as const,
    id: `found-celebrity-${index}`,
    to: paths.celebritySearchResult.href([celebrity.name]),
    celebrity,
  })),
  ...products.map((product, index) => ({
    kind: 'product' as const,
    id: `found-product-${index}`,
    to: placeOf(product),
    product,
  })),
]

/** Its card on the look, or in the results where nobody wears it. */
const placeOf = ({ id, name, celebrity_image }: CatalogProduct): string =>
  celebrity_image === ''
    ? wordsHref(name)
    : `${paths.celebrityImage.href(celebrity_image)}#${cardId(id)}`

/** The next option: -1 is the field itself, between the last option and the first. */
export const stepOption = (active: number, step: 1 | -1, count: number): number => {
  const next = active + step
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

export const wordsHref = (words: string): string =>
  `${paths.searchResult.href()}?${new URLSearchParams({ q: words }).toString()}`
