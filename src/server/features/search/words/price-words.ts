import { keyByWord } from '#shared/vocabulary/word-forms.ts'

/** Bounds of a price as typed. Without a currency, the shop's is meant. */
export type PriceRange = { min?: number; max?: number; currency?: string }

const CURRENCY_OF_WORD = keyByWord({
  USD: '$ usd dollar dollars bucks',
  EUR: '€ eur euro euros',
  GBP: '£ gbp pound pounds quid',
  JPY: '¥ jpy yen',
  CHF: 'chf francs',
})
const CURRENCY = `(${[...CURRENCY_OF_WORD.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((word) => word.replace('$', String.raw`\$`))
  .join('|')})`
const AMOUNT = String.raw`${CURRENCY}? ?(\d{1,7}(?:[.,]\d{3})*(?:[.,]\d{1,2})?)(k?)(?![\d%])(?: ?${CURRENCY}(?![a-z]))?`

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

/** Reads '1,200', '1.200,50' and '2k'. */
const numberOf = (digits: string, thousands: string): number => {
  const cents = /[.,]\d{1,2}$/.exec(digits)?.[0].slice(1) ?? ''
  const whole = cents === '' ? digits : digits.slice(0, -cents.length - 1)
  const value = Number(`${whole.replaceAll(/[.,]/g, '')}.${cents || '0'}`)
  return thousands === '' ? value : value * 1_000
}
const currencyOf = (...words: (string | undefined)[]): { currency?: string } => {
  const word = words.find((each) => each !== undefined)?.toLowerCase()
  const currency = CURRENCY_OF_WORD.get(word ?? '')
  return currency === undefined ? {} : { currency }
}

type PriceMatch = { price: PriceRange; rest: string }
export const withoutMatch = (text: string, match: RegExpExecArray): string =>
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
export const readPrice = (text: string): { price: PriceRange | null; rest: string } => {
  const match =
    readRange(text) ??
    readAround(text) ??
    readBound(MAXIMUM, 'max', text) ??
    readBound(OR_LESS, 'max', text) ??
    readBound(OR_MORE, 'min', text) ??
    readBound(MINIMUM, 'min', text)
  if (!match) return { price: null, rest: text }
  // 'over 50 but under 100'
  const other =
    match.price.min === undefined
      ? readBound(MINIMUM, 'min', match.rest)
      : match.price.max === undefined
        ? readBound(MAXIMUM, 'max', match.rest)
        : null
  return other
    ? { price: { ...other.price, ...match.price }, rest: other.rest }
    : { price: match.price, rest: match.rest }
}
