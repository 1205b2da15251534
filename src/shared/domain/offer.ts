import type { Offer } from '#shared/contract/catalog.ts'

/** Shops that do not say are believed to have it. */
export const isBuyable = ({ availability }: Pick<Offer, 'availability'>): boolean =>
  availability !== 'out_of_stock' && availability !== 'removed'

export type Stock = 'in-stock' | 'sold-out' | 'unknown'

/** What a shop says for certain; one that does not say, or takes orders in advance, leaves it open. */
export const stockOf = ({ availability }: Pick<Offer, 'availability'>): Stock => {
  if (availability === 'in_stock') return 'in-stock'
  return availability === 'out_of_stock' || availability === 'removed' ? 'sold-out' : 'unknown'
}

export const CONDITION_LABELS: Readonly<Record<string, string>> = {
  new: 'New',
  refurbished: 'Refurbished',
  used: 'Second-hand',
}
