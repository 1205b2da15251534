/** What a search says about how it read a query, in lists and chips. */

export const SEARCH_RESULT_TEXT = {
  under: (price: string) => `Under ${price}`,
  over: (price: string) => `Over ${price}`,
  between: (low: string, high: string) => `${low} – ${high}`,
  size: (size: string) => `Size ${size}`,
  not: (label: string) => `Not ${label}`,
  no: (label: string) => `No ${label}`,
  noPrint: 'No print',
  onSale: 'On sale',
  notCalled: (word: string) => `Not “${word}”`,
  orders: {
    price: 'Cheapest first',
    'price-desc': 'Most expensive first',
    newest: 'Newest first',
  },

  /** A request in a few words: 'black leather boots'. */
  request: (kind: string, attributes: readonly string[]) => `${attributes.join(' ')} ${kind}`,
  /** The same with conditions: 'black leather boots under $60 (in stock)'. */
  requestWith: (request: string, conditions: readonly string[]) =>
    `${request} ${conditions.join(' ')}`,
  remarks: (remarks: readonly string[]) => `(${remarks.join(', ')})`,
  /** A suggested search, which becomes a query. */
  suggestion: (kind: string, attributes: readonly string[]) => `${attributes.join(' ')} ${kind}`,
  /** Attributes as they stand beside a kind in requests and suggestions, in forms that agree with nothing. */
  beside: {
    condition: (label: string) => label,
    colour: (label: string) => label,
    pattern: (label: string) => label,
    material: (label: string) => label,
    department: (label: string) => `for ${label}`,
  },
  products: 'products',
  by: (name: string) => `by ${name}`,
  for: (department: string) => `for ${department}`,
  forOccasion: (occasion: string) => `for “${occasion}”`,
  in: (size: string) => `in ${size}`,
  all: (names: readonly string[]) => names.join(' and '),

  aboutOrder: 'This search finds products only. Ask the shop where you bought about an order.',
  aboutTrend:
    'This search finds products by what they are. The Trending Feed shows what many people look at.',
  aboutCompanion: 'Say what you look for, such as “tops to wear with white jeans”.',
  nothingToFind: 'We found nothing to look for in this search.',
  nothingCalled: (words: string) => `Nothing here is called “${words}”.`,
  nothingCalledIsAll: (words: string, kind: string) =>
    `Nothing called “${words}” is all of that. Showing other ${kind}.`,
  noneOfKindCalled: (words: string, kind: string) =>
    `No ${kind} here are called “${words}”. Showing all of them.`,
  noResults: (request: string) => `No results for ${request}.`,
  noResultsNamed: (words: string, request: string) => `No results for “${words}” in ${request}.`,
  noResultsBut: (request: string, replacement: string) =>
    `No results for ${request}. Showing ${replacement}.`,
  noResultsNamedBut: (words: string, request: string, replacement: string) =>
    `No results for “${words}” in ${request}. Showing ${replacement}.`,
  resultsWithout: (names: readonly string[]) =>
    `results without ${names.map((name) => `“${name}”`).join(' and ')}`,
  productsWith: (uncertainty: string) => `products with ${uncertainty}`,
  notStated: (subjects: string) => `${subjects} not stated`,
  otherCurrency: 'price in another currency',
  notStatedOrOtherCurrency: (subjects: string) =>
    `${subjects} not stated or price in another currency`,
  corrected: (query: string) => `Showing results for “${query}”.`,

  lessCertain: 'Also close',
  titled: 'With exactly this name',
  pinned: 'Picked for this search',
  results: 'Results',
  isBeingBuilt:
    'The search index is being built, so some products are missing. This takes a few minutes.',
  unavailable: 'Search is unavailable right now. Please try again in a moment.',
  isBehind: 'The catalogue has changed, but search does not show it yet. It will soon.',
  subjects: {
    size: 'size',
    department: 'department',
    material: 'material',
    sleeves: 'sleeves',
    heel: 'heel',
    hood: 'hood',
    length: 'length',
    collar: 'collar',
    fastening: 'fastening',
    waist: 'waist',
    sale: 'earlier price',
  },
} as const

export const SEARCH_RULES_TEXT = {
  wordCount: (limit: number) => `Enter 1 to ${limit} words.`,
  sameMeaning: 'The meaning must differ from the word.',
  tooManyWords: (limit: number) => `There are already ${limit} words, which is the limit`,
  tooManyPins: (perQuery: number, all: number) =>
    `A search has at most ${perQuery} pinned products, and all together ${all}.`,
  pinnedAlready: 'This product is pinned already',
} as const

/** What a search says about words that it does not use, or reads as something else. */
export const READING_TEXT = {
  ignoredWord: (words: string, reason: string) => `We ignored “${words}”: ${reason}.`,
  ignored: {
    noSuchName: 'nothing here is of this name',
    notListed: 'shops do not list it',
    unknown: (count: number) =>
      count === 1 ? 'we do not know this word' : 'we do not know these words',
    onlyWaist: 'only the waist can be compared',
    companion: 'it is what the product is to go with',
    detail: 'it describes a detail',
    rarelyDenied: 'shops rarely say so',
    saysLittle: (kinds: string) => `it says little about ${kinds}`,
  },
  legLength: (leg: string) => `leg length ${leg}`,
  without: (word: string) => `without ${word}`,
  readAsStyle: (word: string, style: string) => `We read “${word}” as the style “${style}”.`,
  readNameAsStyle: (name: string, style: string) =>
    `Nothing here is of the name “${name}”. We read it as the style “${style}”.`,
  ranksByStyle: (word: string, style: string) =>
    `We read “${word}” as the style “${style}”: such products come first.`,
  noShade: (shade: string, colors: string) =>
    `Nothing that fits is called “${shade}”. Showing ${colors}.`,
}
