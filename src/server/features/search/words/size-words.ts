import { withoutMatch } from './price-words.ts'
import { parseSize } from './sizes.ts'

export type RequestedSize = { words: string; size: NonNullable<ReturnType<typeof parseSize>> }

const NUMBER = String.raw`\d{1,3}(?:[.,]5)?`
/** Without 'eur', which is money. */
const SYSTEM = '(?:eu|uk|us|fr|jp|it|au)'
const LETTERS =
  '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|2xs|extra small|extra large|x large|x small|small|medium|large|[sml])'
const SINGLE_LETTERS = '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|extra small|extra large)'
const SIZE = String.raw`(?:sizes?|sized|gr|in)\.? `

/** From the most to the least certain. The first group contains the size. */
const SIZE_PATTERNS = [
  /\b(w ?\d{2}(?: ?[/x,]? ?l ?\d{2})?)\b/,
  /\b(\d{2} ?[x/] ?\d{2})\b/,
  /\b(\d{2} ?(?:inch |in )?waist)\b/,
  /\bwaist (\d{2})\b/,
  new RegExp(`\\b(${SYSTEM} ?(?:size )?${NUMBER})(?![\\d.,%])`),
  new RegExp(`\\b(${NUMBER} ?${SYSTEM})\\b`),
  new RegExp(`\\b((?:age|ages|aged) ?${NUMBER}(?: ?(?:-|–|to) ?${NUMBER})?)\\b`),
  new RegExp(`\\b(${NUMBER}(?: ?(?:-|–|to) ?${NUMBER})? ?(?:months?|years?|yrs?)(?: old)?)\\b`),
  new RegExp(`\\b${SIZE}(${LETTERS})\\b`),
  new RegExp(`\\b(?:sizes?|sized|gr)\\.? (${NUMBER})(?![\\d.,%€£$])`),
  new RegExp(`\\b(${LETTERS}) sized?\\b`),
  new RegExp(`\\b(${SINGLE_LETTERS})\\b`),
]
/** 'm', 'small' or 'large' without an explanation. */
const LOOSE_LETTERS = /(?:^|\s)(s|m|l|small|medium|large)(?=\s|$)/

const MONTHS = /months?/

type SizeMatch = { requested: RequestedSize; rest: string }

const readPattern = (text: string, pattern: RegExp): SizeMatch | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const words = (match[1] ?? '').trim()
  const plain = words.replace(/ ?size /, ' ').replace(/^aged? /, 'age ')
  const size = parseSize(MONTHS.test(plain) ? plain : plain.replace(/ old$/, ''))
  return size
    ? { requested: { words: match[0].trim(), size }, rest: withoutMatch(text, match) }
    : null
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
