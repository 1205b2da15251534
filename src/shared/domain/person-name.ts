import { EVERYONE } from '#shared/paths.ts'
import { toPlainLetters } from './letters.ts'

/** Dots and dashes alone are no name. */
export const isPersonName = (text: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(text)

/** Also the braille blank, which is a symbol. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/u
const JOINED_SCRIPTS =
  `[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}
  \\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}
  \\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Mongolian}]`.replaceAll(
    /\s/g,
    '',
  )
/** Parts of emoji, and the joiners that some scripts are written with. */
const VISIBLE_JOINERS = new RegExp(
  `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])[\\u200D\\uFE0E\\uFE0F]` +
    `|(?<=${JOINED_SCRIPTS})[\\u200C\\u200D](?=${JOINED_SCRIPTS})`,
  'gu',
)
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LATIN = /\p{Script=Latin}/u
/** Many alphabets have letters that look like Latin ones; Chinese, Japanese and Korean names mix with them. */
const OTHER_ALPHABET =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u

export type NameProblem = 'noLetters' | 'reserved' | 'invisible' | 'mixedAlphabets'

/** Why a name is refused: it cannot be read, or it can be taken for the name of somebody else. */
export const findPersonNameProblem = (name: string): NameProblem | null => {
  if (INVISIBLE.test(name.replaceAll(VISIBLE_JOINERS, ''))) return 'invisible'
  if (!isPersonName(name)) return 'noLetters'
  // An address with this name is that of the trending feed.
  if (foldName(name) === EVERYONE) return 'reserved'
  const words = name.normalize('NFKC').match(WORD) ?? []
  const isMixed = words.some((word) => LATIN.test(word) && OTHER_ALPHABET.test(word))
  return isMixed ? 'mixedAlphabets' : null
}

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
  const letters = toPlainLetters(
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
