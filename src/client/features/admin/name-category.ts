import { NO_CATEGORY } from '#shared/domain/category.ts'
import { NEW_SHOP_TEXT } from './shops-messages.ts'

/** A category as its shop calls it. */
export const nameCategory = (category: string): string =>
  category === NO_CATEGORY ? NEW_SHOP_TEXT.noCategory : category
