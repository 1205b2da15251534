import { DEPARTMENT_NAMES } from '#shared/domain/department.ts'
import { toPlainLetters } from '#shared/domain/letters.ts'

const ASCII = /^[\0-\x7f]*$/

/** Without accents, in lower case; apostrophes join ("men's"), everything else separates. */
export const foldText = (text: string): string =>
  // A fast path for most texts, ten times as fast.
  ASCII.test(text) ? text.toLowerCase().replaceAll(/['`]/g, '') : foldNonAscii(text)

/** One character may become eighteen. A longer text of them would take too long to read. */
const getMaxFoldedLength = (length: number): number => 2 * length + 40

const foldNonAscii = (text: string): string =>
  toPlainLetters(
    text
      .normalize('NFKD')
      // In Japanese, voicing marks make other syllables, so they stay.
      .replaceAll(/(?![\u3099\u309A])\p{M}/gu, '')
      .normalize('NFC')
      .toLowerCase(),
  )
    .replaceAll(/['’`]/g, '')
    .slice(0, getMaxFoldedLength(text.length))

export const splitIntoWords = (text: string): string[] =>
  foldText(text)
    .replaceAll('&', ' and ')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** 'dresses' and 'dress', 'scarves' and 'scarf': the forms a name may be listed under. */
export const listSingulars = (word: string): string[] => {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return [word]
  const forms = [word, word.slice(0, -1)]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  if (/(?:ss|sh|ch|x|s|z)es$/.test(word)) forms.push(word.slice(0, -2))
  return forms
}

/**
 * Edit distance with transpositions. Trigrams alone miss swapped letters: 'sinaed' and 'sinead' share
 * too few of them.
 */
export const computeEditDistance = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const afterReplacement = (last[j - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const afterSwap = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, afterReplacement, afterSwap))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Few, because one letter can change the meaning of a short word. */
export const countAllowedTypos = (word: string): number => {
  if (word.length < 3) return 0
  return word.length < 6 ? 1 : 2
}

/** Maps each word to its key: `{ women: 'lady ladies' }` maps lady and ladies to women. */
export const indexByWord = <Key extends string>(
  wordsByKey: Readonly<Record<Key, string>>,
): ReadonlyMap<string, Key> =>
  new Map(
    Object.entries<string>(wordsByKey).flatMap(([key, words]) =>
      words.split(' ').map((word) => [word, key as Key] as const),
    ),
  )

/** Emoji and abbreviations that stand for words. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  '👗': 'dress',
  '👚': 'blouse',
  '👕': 't-shirt',
  '👖': 'jeans',
  '🩳': 'shorts',
  '🧥': 'coat',
  '👔': 'shirt',
  '👙': 'bikini',
  '🩱': 'swimsuit',
  '👠': 'heels',
  '👡': 'sandals',
  '🩴': 'flip flops',
  '👢': 'boots',
  '🥾': 'boots',
  '👟': 'sneakers',
  '🥿': 'flats',
  '👞': 'dress shoes',
  '🧦': 'socks',
  '🧣': 'scarf',
  '🧤': 'gloves',
  '👒': 'hat',
  '🎩': 'hat',
  '🧢': 'cap',
  '👓': 'glasses',
  '🕶': 'sunglasses',
  '⌚': 'watch',
  '💍': 'ring',
  '📿': 'necklace',
  '👜': 'handbag',
  '👛': 'purse',
  '👝': 'clutch',
  '🎒': 'backpack',
  '☂': 'umbrella',
  '🌂': 'umbrella',
}
/** Whom something is for: "men", "men's". */
const WEARER = `(?:${Object.values(DEPARTMENT_NAMES).join(', ').split(', ').join('|')})(?:['’]?s)?`
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\blbd\b/gi, 'black dress'],
  // Otherwise a tie that is black.
  [
    /\bblack[ -]tie(?= (?:attire|dress(?:es)?|gowns?|jumpsuits?|looks?|outfits?|shoes|heels|clutch(?:es)?|suits?)\b)/gi,
    'black tie event',
  ],
  [
    new RegExp(
      `(?<=^\\s*(?:${WEARER}\\s+)?)black[ -]tie(?=(?:\\s+(?:for\\s+)?(?:an?\\s+|my\\s+)?${WEARER})?\\s*$)`,
      'gi',
    ),
    'black tie event',
  ],
]

export const expandShortForms = (text: string): string => {
  const expanded = Object.entries(SHORT_FORMS).reduce(
    (rest, [picture, word]) => rest.replaceAll(picture, ` ${word} `),
    text,
  )
  return ABBREVIATIONS.reduce((rest, [short, words]) => rest.replaceAll(short, words), expanded)
}
