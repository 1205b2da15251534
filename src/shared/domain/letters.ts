/** Lower-case letters that Unicode does not decompose, as PostgreSQL's `unaccent` writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  ŧ: 't',
  þ: 'th',
}
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Writes letters such as ø, ł and ß with plain ones. Expects lower case. */
export const toPlainLetters = (text: string): string =>
  text.replaceAll(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter)
