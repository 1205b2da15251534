import type { PhraseMatch } from '#shared/vocabulary/vocabulary.ts'
import { indexByWord } from '#shared/vocabulary/word-forms.ts'
import { parseSize } from '#server/features/catalog/description/index.ts'

/** Bounds of a price as typed. Without a currency, the shop's is meant. */
export type TypedPrice = { min?: number; max?: number; currency?: string }

const CURRENCY_OF_WORD = indexByWord({
  USD: '$ us$ usd dollar dollars bucks',
  EUR: '€ eur euro euros',
  GBP: '£ gbp pound pounds quid',
  JPY: '¥ jpy yen',
  CHF: 'chf francs franken fr.',
  CAD: 'cad c$ ca$',
  AUD: 'aud a$ au$',
  NZD: 'nzd nz$',
  HKD: 'hkd hk$',
  SGD: 'sgd s$',
  TWD: 'twd nt$',
  MXN: 'mxn mx$',
  BRL: 'brl r$ reais',
  CNY: 'cny rmb yuan renminbi',
  KRW: 'krw ₩ won',
  INR: 'inr ₹ rupee rupees',
  PLN: 'pln zl zloty zlotys zlotych',
  CZK: 'czk kc koruna koruny korun',
  HUF: 'huf forint forints',
  RON: 'ron lei',
  BGN: 'bgn leva',
  TRY: 'try ₺ lira liras',
  RUB: 'rub ₽ ruble rubles rouble roubles',
  UAH: 'uah ₴ hryvnia',
  ILS: 'ils ₪ shekel shekels',
  THB: 'thb ฿ baht',
  VND: 'vnd ₫ dong',
  PHP: 'php ₱',
  ZAR: 'zar rand',
  IDR: 'idr rupiah',
  MYR: 'myr ringgit',
  NGN: 'ngn ₦ naira',
  KZT: 'kzt ₸ tenge',
  GEL: 'gel ₾ lari',
  // Several countries call theirs a krone, a peso, a dinar or a dirham.
  ...Object.fromEntries(
    'SEK NOK DKK ISK CLP COP ARS UYU DOP PEN CRC GTQ AED SAR QAR KWD BHD OMR JOD MAD EGP PKR LKR BDT KES RSD MDL'
      .split(' ')
      .map((code) => [code, code.toLowerCase()]),
  ),
})
const CURRENCY = `(${[...CURRENCY_OF_WORD.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((word) => word.replace(/[$.]/, String.raw`\$&`))
  .join('|')})`
// Not the end of a word: an apron does not cost Romanian lei.
const AMOUNT = String.raw`(?:(?<![a-z])${CURRENCY})? ?(\d{1,7}(?:[.,]\d{3})*(?:[.,]\d{1,2})?)(k?)(?![\d%])(?: ?${CURRENCY}(?![a-z]))?`

const BELOW =
  'under|below|less than|cheaper than|lower than|up to|upto|at most|no more than|not more than|not over|max|maximum|max\\.?|within|<=?'
const ABOUT = 'around|about|approx\\.?|approximately|roughly|circa|~'
const ABOVE = 'over|above|more than|at least|min|minimum|starting at|from|>=?'

// Safe against backtracking: texts have at most a hundred characters, and no part matches the empty string.
const RANGE = new RegExp(`(?:(between|from) )?${AMOUNT} ?(-|–|to|and|until) ?${AMOUNT}`, 'i')
const MAXIMUM = new RegExp(`(?:^|\\s)(?:${BELOW}) ?${AMOUNT}`, 'i')
const MINIMUM = new RegExp(`(?:^|\\s)(?:${ABOVE}) ?${AMOUNT}`, 'i')
const OR_LESS = new RegExp(`${AMOUNT} (?:or less|and under|or under|or cheaper|max)(?:\\s|$)`, 'i')
const OR_MORE = new RegExp(`${AMOUNT} (?:or more|and up|and over|or over)(?:\\s|$)`, 'i')
const NEARLY = new RegExp(`(?:^|\\s)(?:${ABOUT}) ?${AMOUNT}`, 'i')
const AROUND = 0.25
/** '50-100' without a currency is a price, '2-3' is not. */
const MIN_BARE_AMOUNT = 10
/** As in the price filter; groups of thousands have no end. */
const MAX_AMOUNT = 999_999_999

/** Reads '1,200', '1.200,50' and '2k'. */
const numberOf = (digits: string, thousands: string): number => {
  const cents = /[.,]\d{1,2}$/.exec(digits)?.[0].slice(1) ?? ''
  const whole = cents === '' ? digits : digits.slice(0, -cents.length - 1)
  const value = Number(`${whole.replaceAll(/[.,]/g, '')}.${cents}`)
  return Math.min(MAX_AMOUNT, thousands === '' ? value : value * 1_000)
}
const currencyOf = (...words: (string | undefined)[]): { currency?: string } => {
  const word = words.find((typed) => typed !== undefined)?.toLowerCase()
  const currency = CURRENCY_OF_WORD.get(word ?? '')
  return currency === undefined ? {} : { currency }
}

type PriceMatch = { price: TypedPrice; rest: string }
const withoutMatch = (text: string, match: RegExpExecArray): string =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`

const readRange = (text: string): PriceMatch | null => {
  const match = RANGE.exec(text)
  if (!match) return null
  const [
    ,
    intro,
    before,
    low = '',
    lowK = '',
    after,
    link,
    before2,
    high = '',
    highK = '',
    after2,
  ] = match
  const [min, max] = [numberOf(low, lowK || highK), numberOf(high, highK)]
  const money = currencyOf(before, after, before2, after2)
  const isPrice =
    money.currency !== undefined || intro !== undefined || link === 'to' || min >= MIN_BARE_AMOUNT
  if (!isPrice || min > max || (link === 'and' && intro === undefined && !money.currency))
    return null
  return { price: { min, max, ...money }, rest: withoutMatch(text, match) }
}

const readBound = (pattern: RegExp, side: 'min' | 'max', text: string): PriceMatch | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const [, before, digits = '', thousands = '', after] = match
  const price = { [side]: numberOf(digits, thousands), ...currencyOf(before, after) }
  return { price, rest: withoutMatch(text, match) }
}

const readAround = (text: string): PriceMatch | null => {
  const match = readBound(NEARLY, 'max', text)
  if (match?.price.max === undefined) return null
  const { max: amount, ...money } = match.price
  const [min, max] = [amount * (1 - AROUND), amount * (1 + AROUND)].map(Math.round)
  return { price: { ...money, min: min ?? 0, max: max ?? 0 }, rest: match.rest }
}

/** Reads a price in a folded query; `rest` is the query without it. */
export const readPrice = (text: string): { price: TypedPrice | null; rest: string } => {
  const match =
    readRange(text) ??
    readAround(text) ??
    readBound(MAXIMUM, 'max', text) ??
    readBound(OR_LESS, 'max', text) ??
    readBound(OR_MORE, 'min', text) ??
    readBound(MINIMUM, 'min', text)
  if (!match) return { price: null, rest: text }
  // 'over 50 but under 100': the maximum was found first.
  const other = match.price.min === undefined ? readBound(MINIMUM, 'min', match.rest) : null
  return other
    ? { price: { ...other.price, ...match.price }, rest: other.rest }
    : { price: match.price, rest: match.rest }
}

export type RequestedSize = {
  words: string
  size: NonNullable<ReturnType<typeof parseSize>>
  /** The length of the leg beside a waist, which is not compared. */
  leg: string | null
}

const NUMBER = String.raw`\d{1,3}(?:[.,]5)?`
/** Without 'eur', which is money. */
const SYSTEM = '(?:eu|uk|us|fr|jp|it|au)'
const LETTERS =
  '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|2xs|extra small|extra large|x large|x small|small|medium|large|[sml])'
const SINGLE_LETTERS = '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|extra small|extra large)'
const SIZE = String.raw`(?:sizes?|sized|gr|in)\.? `

/** From the most to the least certain. The first group contains the size. */
const SIZE_PATTERNS = [
  /\b((?:[6-9][05]|1[0-2][05]|[34][02468])(?:aa?|b|c|d{1,3}|[e-h]{1,2}))\b/,
  /\b(w ?\d{2}(?: ?[/x,]? ?l ?\d{2})?)\b/,
  /\b(\d{2} ?[x/] ?\d{2})\b/,
  /\b(\d{2} ?(?:inch |in )?waist)\b/,
  /\bwaist (\d{2})\b/,
  new RegExp(`\\b(?:sizes? )?(${SYSTEM} ?(?:size )?${NUMBER})(?![.,]?\\d|%)`),
  new RegExp(`\\b(?:sizes? )?(${NUMBER} ?${SYSTEM})\\b`),
  new RegExp(`\\b((?:age|ages|aged) ?${NUMBER}(?: ?(?:-|–|to) ?${NUMBER})?)\\b`),
  new RegExp(`\\b(${NUMBER}(?: ?(?:-|–|to) ?${NUMBER})? ?(?:months?|years?|yrs?)(?: old)?)\\b`),
  new RegExp(`\\b${SIZE}(${LETTERS})\\b`),
  new RegExp(`\\b(?:sizes?|sized|gr)\\.? (${NUMBER})(?![.,]?\\d|[%€£$])`),
  new RegExp(`\\b(${LETTERS}) sized?\\b`),
  new RegExp(`\\b(${SINGLE_LETTERS})\\b`),
]
/** 'm', 'small' or 'large' without an explanation. */
const LOOSE_LETTERS = /(?:^|\s)(s|m|l|small|medium|large)(?=\s|$)/

type SizeMatch = { requested: RequestedSize; rest: string }

/** '34' of 'w32 l34' and of '32x34'. */
const LEG = / ?[/x,]? ?l? ?(\d{2})$/

const readPattern = (text: string, pattern: RegExp): SizeMatch | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const written = match[1] ?? ''
  const size = parseSize(
    written.replace(' size ', ' ').replace('aged ', 'age ').replace(' old', ''),
  )
  if (!size) return null
  const words = match[0].trim()
  const hasLeg = size.system === 'waist' && /\d{2}.*\d{2}/.test(written)
  return {
    requested: {
      words: hasLeg ? words.replace(LEG, '') : words,
      size,
      leg: hasLeg ? (LEG.exec(written)?.[1] ?? null) : null,
    },
    rest: withoutMatch(text, match),
  }
}

/** Reads a size in a folded query; `rest` is the query without it. */
export const readSize = (text: string): SizeMatch | null => {
  for (const pattern of SIZE_PATTERNS) {
    const match = readPattern(text, pattern)
    if (match) return match
  }
  return null
}

/** Reads a number or a letter that may be a size if the requested kind has sizes. */
export const readBareSize = (text: string): SizeMatch | null =>
  readPattern(text, new RegExp(`(?:^|\\s)(${NUMBER})(?=\\s|$)`)) ?? readPattern(text, LOOSE_LETTERS)

const PLAUSIBLE: readonly (readonly [from: number, to: number])[] = [
  [15, 64],
  [68, 176],
]
export const isPlausibleSize = ({ size }: RequestedSize): boolean =>
  size.system !== 'bare' || PLAUSIBLE.some(([from, to]) => size.value >= from && size.value <= to)

/** Words that exclude what follows: 'without stripes', 'not black'. */
const NEGATIONS = new Set(['not', 'no', 'non', 'without', 'except', 'never'])
const LINKING_WORDS = new Set([
  'so',
  'very',
  'a',
  'an',
  'any',
  'in',
  'the',
  'of',
  'made',
  'from',
  'with',
  'too',
  'called',
  'named',
])
const OTHER_NEGATIONS =
  /\b(?:(?:any|every)thing (?:but|except)|other than|rather than|instead of|except(?: for)?|excluding|minus|(?:but )?nothing|but not|(?:that|which|who) (?:is|are|isnt|arent|has|have)(?: not| no)|(?:that|which) (?:isnt|arent)|(?:doesnt|does not|dont|do not|hasnt|havent) (?:have|include|contain|come with|got)|(?:i|we) (?:really )?(?:(?:dont|do not) (?:want|like)|hate|dislike|cant stand)|avoid|allergic to)\b/g
const FREE_SUFFIX = /\b([\p{L}]+) free\b/gu
const MINUS_PREFIX = /(^|\s)[-–](?=\p{L})/gu

const withPlainNegations = (text: string): string =>
  text
    .replaceAll(MINUS_PREFIX, '$1 not ')
    .replaceAll(FREE_SUFFIX, ' not $1 ')
    .replaceAll(OTHER_NEGATIONS, ' not ')

export const isNegated = (words: readonly string[], from: number): boolean => {
  let index = from - 1
  while (LINKING_WORDS.has(words[index] ?? '')) index -= 1
  return NEGATIONS.has(words[index] ?? '')
}

const DIMENSIONS = ['kind', 'colors', 'pattern', 'material', 'trait'] as const

/** Phrases after a negation, and those joined to them ('no black or white'). */
export const negatedPhrases = (words: readonly string[], phrases: readonly PhraseMatch[]) => {
  const negated = new Set<PhraseMatch>()
  for (const [index, phrase] of phrases.entries()) {
    const before = phrases[index - 1]
    const isJoined =
      before !== undefined &&
      negated.has(before) &&
      before.to === phrase.from - 1 &&
      /^(?:or|nor|and)$/.test(words[before.to] ?? '') &&
      DIMENSIONS.some((name) => before.meaning[name] && phrase.meaning[name])
    if (isNegated(words, phrase.from) || isJoined) negated.add(phrase)
  }
  return negated
}

const CONDITIONS = [
  [/\b(?:second ?hand|pre ?owned|pre ?loved|used|thrift(?:ed)?|hand me down)\b/, 'used'],
  [/\brefurbished\b/, 'refurbished'],
  [/\b(?:brand new|new with tags?|unworn|unused)\b/, 'new'],
] as const
const IN_STOCK = /\b(?:in stock|available(?: now)?|ready to ship)\b/

/** 'For sale' is everything. */
const REDUCED =
  /(?<!\bnot )\b(?:on (?:sale|offer|promotion)|(?<!\b(?:for|on) )sale|sales|reduced|discount(?:s|ed)?|clearance|marked down|price drops?|special offers?|deals?|black friday|cyber monday)\b/g

const ORDERS = [
  [
    /\b(?:cheap(?:est|er)?|affordable|budget|inexpensive|low cost|low price[ds]?|bargains?|good value)\b/,
    'price',
  ],
  [
    /\b(?:new in|new arrivals?|newest(?: arrivals?)?|just in|latest(?: arrivals?| drops?)?|new drops?|recently added|whats new)\b/,
    'newest',
  ],
  [
    /\b(?:(?:most )?expensive|(?<!quiet )luxury|luxurious|high end|upscale|premium)\b/,
    'price-desc',
  ],
] as const
/** Praise that fits everything and filters nothing. */
const PRAISE = /\b(?:(?:high|good|best|great|top|better) quality|top rated|must have)\b/g
const NOT_USED = /\b(?:not|no|non|never) (?=second ?hand|pre ?owned|pre ?loved|used|thrift)/

/** Condition, stock, price, size and order, which fixed expressions state; `rest` is the query without them. */
export const readConditions = (query: string) => {
  const english = query.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  const sizeMatch = readSize(english)
  const { price, rest: text } = readPrice(sizeMatch?.rest ?? english)
  const isNotUsed = NOT_USED.test(text)
  const condition = CONDITIONS.find(([pattern]) => pattern.test(text))
  const order = ORDERS.find(([pattern]) => pattern.test(text))
  const remaining = [
    isNotUsed ? NOT_USED : undefined,
    condition?.[0],
    IN_STOCK,
    REDUCED,
    order?.[0],
  ]
    .filter((pattern) => pattern !== undefined)
    .reduce((remaining, pattern) => remaining.replace(pattern, ' '), text)
  return {
    size: sizeMatch?.requested ?? null,
    price,
    condition: isNotUsed ? null : (condition?.[1] ?? null),
    excludedCondition: isNotUsed ? (condition?.[1] ?? null) : null,
    isInStock: IN_STOCK.test(text),
    isReduced: text.search(REDUCED) >= 0,
    order: order?.[1] ?? null,
    rest: withPlainNegations(remaining.replaceAll(PRAISE, ' ')),
  }
}
