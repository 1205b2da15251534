export { ATTRIBUTE_TEXT, ATTRIBUTE_VALUE_TEXT } from './attribute-value-messages.ts'
export { describeAttribute } from './attribute-values.ts'
export { type FamilyMember, getColorKey, listColors } from './list-colors.ts'
export {
  describeItem,
  describeTitle,
  findKindInText,
  JEWELRY_KINDS,
  NOT_FASHION_TAG,
  SALE_TAGS,
  type ProductDescription,
  listVariantWords,
} from './describe-product.ts'
export { FOREIGN_WORDS, toEnglish } from './languages/translate.ts'
export {
  listNearSizeTokens,
  parseSize,
  formatSizeToken,
  getSizeRank,
  computeSizeTokens,
  getSizeSystem,
} from './sizes.ts'
