export {
  colorFamily,
  describeItem,
  describeTitle,
  kindOfText,
  JEWELRY_KINDS,
  NOT_FASHION_TAG,
  type ProductDescription,
  wordsOfVariant,
} from './describe-product.ts'
export { FOREIGN_WORDS, toEnglish } from './languages/translate.ts'
export {
  nearTokens,
  parseSize,
  sizeLabel,
  sizeOrder,
  sizeTokens,
  systemOfCurrency,
} from './sizes.ts'
