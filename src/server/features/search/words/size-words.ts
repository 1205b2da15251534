import { without } from './price-words.ts'
import { parseSize } from './sizes.ts'

export type SizeWish = { words: string; size: NonNullable<ReturnType<typeof parseSize>> }

const NUMBER = String.raw`\d{1,3}(?:[.,]5)?`
/** 'eur' is money. */
const SYSTEM = '(?:eu|uk|us|fr|jp|it|au)'
const LETTERS =
  '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|2xs|extra small|extra large|x large|x small|small|medium|large|[sml])'
const SINGLE_LETTERS = '(?:x{1,4}s|x{1,5}l|[2-5] ?xl|extra small|extra large)'
const SIZE = String.raw`(?:sizes?|sized|gr|in)\.? `

/** From the surest to the least sure. The words of a size stand in the first group. */
const WISHES = [
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
/** 'm', 'small' or 'large' beside nothing that explains them. */
const LOOSE_LETTERS = /(?:^|\s)(s|m|l|small|medium|large)(?=\s|$)/

const ageInMonths = /months?/

type SizeMatch = { wish: SizeWish; rest: string }

const read = (text: string, pattern: RegExp): SizeMatch | null => {
  const match = pattern.exec(text)
  if (!match) return null
  const words = (match[1] ?? '').trim()
  const plain = words.replace(/ ?size /, ' ').replace(/^aged? /, 'age ')
  const size = parseSize(ageInMonths.test(plain) ? plain : plain.replace(/ old$/, ''))
  return size ? { wish: { words: match[0].trim(), size }, rest: without(text, match) } : null
}

/** A size in a folded query, and the query without it. */
export const readSize = (text: string): SizeMatch | null => {
  for (const pattern of WISHES) {
    const match = read(text, pattern)
    if (match) return match
  }
  return null
}

/** A number or a letter that nothing explains, where a thing that has sizes is asked for. */
export const readBareSize = (text: string): SizeMatch | null =>
  read(text, new RegExp(`(?:^|\\s)(${NUMBER})(?=\\s|$)`)) ?? read(text, LOOSE_LETTERS)

const PLAUSIBLE: readonly (readonly [from: number, to: number])[] = [
  [15, 64],
  [68, 176],
]
export const isPlausible = ({ size }: SizeWish): boolean =>
  size.system !== 'bare' || PLAUSIBLE.some(([from, to]) => size.value >= from && size.value <= to)
