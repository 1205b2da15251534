import { FIELD_LIMITS } from '#shared/constants.ts'
import type { Category } from './category.ts'

/** How many words of a title make a product name. */
export const PRODUCT_NAME = { words: 6, longTitleChars: 50, wordsOfLongTitle: 4 } as const

/** A list of 20 known brands, matched in titles. */
export const KNOWN_BRANDS = [
  'Nike',
  'Adidas',
  'Puma',
  'Reebok',
  'New Balance',
  'Converse',
  'Vans',
  'Gucci',
  'Prada',
  'Chanel',
  'Dior',
  'Louis Vuitton',
  'Balenciaga',
  'Versace',
  'Burberry',
  'Zara',
  'H&M',
  'Uniqlo',
  "Levi's",
  'Ray-Ban',
] as const

const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token)

/** Up to 6 words of a title, 4 if it is longer than 50 characters; dashes do not count. */
export const shortenProductTitle = (title: string): string => {
  const words = title.trim().split(/\s+/).filter(isWord)
  const isLong = title.trim().length > PRODUCT_NAME.longTitleChars
  return words.slice(0, isLong ? PRODUCT_NAME.wordsOfLongTitle : PRODUCT_NAME.words).join(' ')
}

const foldWords = (text: string): string =>
  ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')} `

/** The known brand a title names as whole words, or null: 'advanstar' is not 'Vans'. */
export const findBrand = (title: string): string | null => {
  const words = foldWords(title)
  return KNOWN_BRANDS.find((brand) => words.includes(foldWords(brand))) ?? null
}

/** The part of a product name after its brand: 'Air Force 1' of 'Nike Air Force 1'. */
const findModel = (name: string, brand: string): string | undefined => {
  const start = name.toLowerCase().indexOf(brand.toLowerCase())
  return start < 0 ? undefined : name.slice(start + brand.length).trim() || undefined
}

/** Display name, known brand, model and original title of a web shop's product. */
export const parseTitle = (title: string) => {
  const name = shortenProductTitle(title).slice(0, FIELD_LIMITS.nameChars)
  const brand = findBrand(title) ?? undefined
  return {
    title: name,
    originalTitle: title.slice(0, FIELD_LIMITS.nameChars),
    brand,
    model: brand && findModel(name, brand),
  }
}

interface SearchSubject {
  name: string
  category: Category
  brand?: string | null | undefined
}

/**
 * Name plus category, buy, online, shop, store and brand, in this order. Words already in the name
 * and the category 'other' are omitted.
 */
export const buildSearchTerms = ({ name, category, brand }: SearchSubject): string[] => {
  const base = name.trim()
  if (!isWord(base)) return []
  const additions = [category === 'other' ? '' : category, 'buy', 'online', 'shop', 'store', brand]
  const terms = additions.map((addition) => {
    const isSaid = !addition || foldWords(base).includes(foldWords(addition))
    return isSaid ? base : `${base} ${addition}`
  })
  return [...new Set(terms)]
}

export const buildPrimaryQuery = (subject: SearchSubject): string | null =>
  buildSearchTerms(subject)[0] ?? null
