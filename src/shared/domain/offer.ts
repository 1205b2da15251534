import type { Offer } from '#shared/contract/catalog.ts'
import { CONDITION_TEXT } from '#shared/attribute-messages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { SIZE_TEXT } from '#shared/product-messages.ts'

/** A shop that does not state its stock is assumed to have the product. */
export const isBuyable = ({ availability }: Pick<Offer, 'availability'>): boolean =>
  availability !== 'out_of_stock' && availability !== 'removed'

export type Stock = 'in-stock' | 'sold-out' | 'unknown'

/** Unknown if the shop does not state its stock or only takes preorders. */
export const getStock = ({ availability }: Pick<Offer, 'availability'>): Stock => {
  if (availability === 'in_stock') return 'in-stock'
  return availability === 'out_of_stock' || availability === 'removed' ? 'sold-out' : 'unknown'
}

const isCondition = (value: string): value is keyof typeof CONDITION_TEXT =>
  Object.hasOwn(CONDITION_TEXT, value)
export const getConditionLabel = (value: string): string =>
  isCondition(value) ? CONDITION_TEXT[value] : value

/** Sizes that only other shops than the first have in stock. */
export const listSizesElsewhere = ([best, ...others]: readonly Pick<
  Offer,
  'availability' | 'sizes'
>[]): string[] => {
  const sizes = new Set(others.filter(isBuyable).flatMap((offer) => offer.sizes))
  return [...sizes].filter((size) => !best?.sizes.includes(size))
}

/** A size as its shop writes it; the one in words is said in the visitor's language. */
export const describeSize = (size: string): string =>
  LOCALE_TEXT.language !== 'en' && /^one[ -]?size\b/i.test(size) ? SIZE_TEXT.one : size
