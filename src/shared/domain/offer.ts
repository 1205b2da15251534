import type { Offer } from '#shared/contract/catalog.ts'

/** Shops that do not say are believed to have it. */
export const isBuyable = ({ availability }: Pick<Offer, 'availability'>): boolean =>
  availability !== 'out_of_stock' && availability !== 'removed'
