const ARABIC = /\p{Script=Arabic}/u

/** Letters that are written in several ways, and those of Persian keyboards. Marks and hamzas are folded away before. */
const LETTERS: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ە: 'ه',
  ک: 'ك',
  ڤ: 'ف',
  پ: 'ب',
  چ: 'ج',
  ژ: 'ج',
  // A foreign G, as in 'cardigan'.
  غ: 'ج',
  گ: 'ج',
  // Lengthens a word on its line.
  ـ: '',
}
const SEVERAL_FORMS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** The article, also after 'with', 'for' and 'and': 'الأحمر', 'للنساء'. What is left is a word of three letters. */
const ARTICLE = /^(?:وال|بال|ال|لل)(?=\p{L}{3})/u

/** A folded word in the form in which the vocabulary lists it; words of other scripts stay. */
export const toPlainArabic = (word: string): string =>
  ARABIC.test(word)
    ? word.replaceAll(SEVERAL_FORMS, (letter) => LETTERS[letter] ?? letter).replace(ARTICLE, '')
    : word

const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'

/** Numbers as prices and sizes are read: '٢٠٠' is 200. */
export const toPlainDigits = (text: string): string =>
  text
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(DIGITS.indexOf(digit) % 10))
    .replaceAll(/(?<=\d)٫(?=\d)/g, '.')
    .replaceAll(/(?<=\d)٬(?=\d)/g, ',')

/** Words that are written together with the next one: 'وأبيض' is 'and white', 'بجيوب' 'with pockets'. */
const JOINED_WORDS: readonly (readonly [letter: string, english: string])[] = [
  ['و', 'and '],
  ['ب', 'with '],
  ['ل', 'for '],
]

type JoinedWord = { english: string; rest: string }

/** A word in plain Arabic without the word that may be joined to its start. */
export const listJoinedWords = (word: string): readonly JoinedWord[] =>
  ARABIC.test(word) && word.length > 3
    ? JOINED_WORDS.flatMap(([letter, english]) =>
        word.startsWith(letter) ? [{ english, rest: toPlainArabic(word.slice(1)) }] : [],
      )
    : []
