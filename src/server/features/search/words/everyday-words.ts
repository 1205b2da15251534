import { readFileSync } from 'node:fs'
import { getServerFile } from '#server/core/installation.ts'

/** Shorter words are never corrected, and longer ones are rarely spelled like another. */
export const EVERYDAY_LETTERS = { min: 3, max: 10 }

const HASHES = 7

/** The bits that stand for a word in a Bloom filter of so many bits (FNV-1a, hashed twice). */
export const listWordBits = (word: string, size: number): number[] => {
  let [first, second] = [0x81_1c_9d_c5, 0x01_00_01_93]
  for (let index = 0; index < word.length; index += 1) {
    first = Math.imul(first ^ word.charCodeAt(index), 0x01_00_01_93)
    second = Math.imul(second ^ word.charCodeAt(index), 0x85_eb_ca_6b) ^ (second >>> 15)
  }
  return Array.from(
    { length: HASHES },
    (_, index) => ((first >>> 0) + index * ((second | 1) >>> 0)) % size,
  )
}

let filter: Uint8Array | undefined

/**
 * Whether a folded word exists in English, French or Spanish, though it may mean nothing here: 'toaster'.
 * Such a word is what somebody meant to type. `scripts/build-word-list.ts` wrote the lists as a Bloom
 * filter, which takes one word in a hundred that does not exist for one that does.
 */
export const isEverydayWord = (word: string): boolean => {
  if (word.length < EVERYDAY_LETTERS.min || word.length > EVERYDAY_LETTERS.max) return false
  filter ??= readFileSync(getServerFile('features/search/words/everyday-words.bin'))
  const bits = filter
  return listWordBits(word, bits.length * 8).every(
    (bit) => (((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1,
  )
}
