import type { Offer } from '#shared/contract/catalog.ts'

/** A shop that does not state its stock is assumed to have the product. */
export const isBuyable = ({ availability }: Pick<Offer, 'availability'>): boolean =>
  availability !== 'out_of_stock' && availability !== 'removed'

export type Stock = 'in-stock' | 'sold-out' | 'unknown'

/** Unknown if the shop does not state its stock or only takes preorders. */
export const getStock = ({ availability }: Pick<Offer, 'availability'>): Stock => {
  if (availability === 'in_stock') return 'in-stock'
  return availability === 'out_of_stock' || availability === 'removed' ? 'sold-out' : 'unknown'
}

export const CONDITION_LABELS: Readonly<Record<string, string>> = {
  new: 'New',
  refurbished: 'Refurbished',
  used: 'Second-hand',
}

/** Sizes that only other shops than the first have in stock. */
export const listSizesElsewhere = ([best, ...others]: readonly Pick<
  Offer,
  'availability' | 'sizes'
>[]): string[] => {
  const sizes = new Set(others.filter(isBuyable).flatMap((offer) => offer.sizes))
  return [...sizes].filter((size) => !best?.sizes.includes(size))
}
