import type { RelaxedWord } from '#shared/contract/product-search.ts'
import type { Department } from '#shared/domain/department.ts'
import type { TypedPrice } from './query-conditions.ts'
import type { Garments } from './split-garments.ts'

/** What a query asks for. Empty members ask for nothing. */
export type ParsedQuery = {
  /** Most likely first. */
  kinds: readonly string[]
  colors: readonly string[]
  /** 'Black and white' is both. */
  isEveryColor: boolean
  patterns: readonly string[]
  materials: readonly string[]
  brand: string | null
  people: readonly { id: number; name: string }[]
  shop: { id: number; name: string } | null
  /** Whether the brand and the shop have the same name, so that either is meant. */
  isBrandOrShop: boolean
  price: TypedPrice | null
  condition: 'new' | 'refurbished' | 'used' | null
  isInStock: boolean
  /** Whether it is to cost less than before. */
  isReduced: boolean
  /** Words that only titles of the catalogue contain, not the vocabulary. */
  words: readonly string[]
  /** Words of a narrower kind: 'pencil' in 'pencil skirt', 'fedora', 'heel' in 'boots with a heel'. */
  narrowingWords: readonly string[]
  /** Those of them that say nothing else: 'pencil', but not 'cocktail', which is an occasion. */
  unreadWords: readonly string[]
  departments: readonly Department[]
  size: { words: string; exact: readonly string[]; near: readonly string[] } | null
  /** Cuts such as `sleeves:none`. */
  traits: readonly string[]
  occasions: readonly string[]
  /** What the query calls them. */
  occasionWords: readonly { id: string; words: string }[]
  /** Occasions that only rank, because praise names them: 'classy dress'. */
  leanings: readonly string[]
  /** The shade that is asked for within its colour, and words of titles for it. */
  shade: { name: string; words: readonly string[] } | null
  excluded: ExcludedAttributes
  /** 'Cheap' asks for an order, not for a price, and so does 'new in'. */
  order: 'price' | 'price-desc' | 'newest' | null
  /** Words that could not be used, with an explanation for each. */
  ignored: readonly RelaxedWord[]
  /** The query as it was read, if words were corrected. */
  corrected: string | null
  /** Whether only words to which the operator gave a meaning were replaced. */
  isByMeaning: boolean
  /** Queries that may be meant instead: other spellings, or fewer words. */
  nearest: readonly string[]
  /** Words that nothing here is called, if the query names nothing else. */
  unknown: string | null
  /** Queries that are asked instead, if it names several garments. */
  garments: Garments | null
}

export type ExcludedAttributes = {
  kinds: readonly string[]
  colors: readonly string[]
  patterns: readonly string[]
  materials: readonly string[]
  traits: readonly string[]
  /** Words of titles: 'not skinny'. */
  words: readonly string[]
  condition: 'used' | 'new' | 'refurbished' | null
}

/** Asks for nothing. */
export const EMPTY_QUERY: ParsedQuery = {
  kinds: [],
  colors: [],
  isEveryColor: false,
  patterns: [],
  materials: [],
  brand: null,
  people: [],
  shop: null,
  isBrandOrShop: false,
  price: null,
  condition: null,
  isInStock: false,
  isReduced: false,
  words: [],
  narrowingWords: [],
  unreadWords: [],
  departments: [],
  size: null,
  traits: [],
  occasions: [],
  occasionWords: [],
  leanings: [],
  shade: null,
  excluded: {
    kinds: [],
    colors: [],
    patterns: [],
    materials: [],
    traits: [],
    words: [],
    condition: null,
  },
  order: null,
  ignored: [],
  corrected: null,
  isByMeaning: false,
  nearest: [],
  unknown: null,
  garments: null,
}

export const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
