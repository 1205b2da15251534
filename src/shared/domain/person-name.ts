import { plainLetters } from './letters.ts'

/** Dots and dashes alone are no name. */
export const isName = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)

/** In other scripts marks are vowels, so names that differ in them are different names. */
const ACCENTED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}])\p{M}+/gu
/** Also the Arabic tatweel, a letter that only stretches a word. */
const IGNORED = /[^\p{L}\p{N}\p{M}]+|\p{Variation_Selector}|\u0640/gu
/** Keeps keys within the limit of a database index: some characters decompose into eighteen. */
const MAX_KEY_CHARACTERS = 200

/**
 * The same for names that differ only in case, accents, punctuation, spaces or width. People are told
 * apart by it everywhere. `catalog.people` stores it, so a change needs a migration that clears `name_key`.
 */
export const foldName = (name: string): string => {
  const letters = plainLetters(
    name.normalize('NFKD').replaceAll(ACCENTED, '$1').normalize('NFC').toLowerCase(),
  )
    .replaceAll('ς', 'σ')
    .replaceAll('$', 's')
    .replaceAll(IGNORED, '')
  // A name may consist of emoji.
  const key =
    letters ||
    name
      .normalize('NFKC')
      .replaceAll(/\p{Variation_Selector}/gu, '')
      .trim()
  return Array.from(key).slice(0, MAX_KEY_CHARACTERS).join('')
}
