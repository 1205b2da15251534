/**
 * Writes the words that a search never corrects. They are the word lists of the game Letterpress (CC0), from
 * packages under the MIT licence that the project does not need otherwise:
 *   npm install --no-save an-array-of-english-words@2.0.0 an-array-of-french-words@2.0.0 \
 *     an-array-of-spanish-words@2.0.0
 *   node --import tsx scripts/build-word-list.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { EVERYDAY_LETTERS, listWordBits } from '#server/features/search/words/everyday-words.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'

const FOLDER = process.argv[2] ?? 'node_modules'
const TARGET = 'src/server/features/search/words/everyday-words.bin'
const BITS_PER_WORD = 10
/** Conjugated verbs make long lists; only short ones are spelled like a word for something to wear. */
const LISTS = [
  { name: 'an-array-of-english-words', maxLetters: EVERYDAY_LETTERS.max },
  { name: 'an-array-of-french-words', maxLetters: 8 },
  { name: 'an-array-of-spanish-words', maxLetters: 8 },
]

const words = new Set(
  LISTS.flatMap(({ name, maxLetters }) =>
    (JSON.parse(readFileSync(`${FOLDER}/${name}/index.json`, 'utf8')) as string[])
      .map((word) => splitIntoWords(word).join(' '))
      .filter((word) => /^[a-z]+$/.test(word))
      .filter((word) => word.length >= EVERYDAY_LETTERS.min && word.length <= maxLetters),
  ),
)
const filter = new Uint8Array(Math.ceil((words.size * BITS_PER_WORD) / 8))
for (const word of words)
  for (const bit of listWordBits(word, filter.length * 8))
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
writeFileSync(TARGET, filter)
console.log(`${TARGET}: ${words.size} words, ${filter.length} bytes`)
