import type { WordsCard } from '#shared/vision/model-cards.ts'
import { readAnswers, selectConfidentWords } from '#shared/vision/words.ts'
import { computeMean } from './average-precision.ts'

/** An item, the words it was labelled with, and the probabilities that the model gave. */
export type DescribedItem = {
  kind: string
  words: Readonly<Record<string, string | null>>
  row: Float32Array
}

export type WordScore = {
  items: number
  /** How often the first word is right, and the mean of that over the words. */
  right: number
  balanced: number
  /** How often the right word is among the first two (colours) or three. */
  among: number
  /** How many words a visitor would see, and how many of those are right. */
  shown: number
  shownRight: number | null
}

const FEW = 3
const AMONG: Readonly<Record<string, number>> = { colour: 2, secondColour: 2 }

type ScoredWord = { truth: string; rank: number; isShown: boolean }

const computeScore = (scoredWords: readonly ScoredWord[], few: number): WordScore => {
  const share = (of: readonly ScoredWord[], holds: (word: ScoredWord) => boolean) =>
    of.filter(holds).length / of.length
  const isRight = ({ rank }: ScoredWord) => rank === 0
  const visibleWords = scoredWords.filter(({ isShown }) => isShown)
  const truths = new Set(scoredWords.map(({ truth }) => truth))
  return {
    items: scoredWords.length,
    right: share(scoredWords, isRight),
    balanced: computeMean(
      [...truths].map((truth) =>
        share(
          scoredWords.filter((word) => word.truth === truth),
          isRight,
        ),
      ),
    ),
    among: share(scoredWords, ({ rank }) => rank >= 0 && rank < few),
    shown: visibleWords.length / scoredWords.length,
    shownRight: visibleWords.length === 0 ? null : share(visibleWords, isRight),
  }
}

/** Scores of each attribute that any item is labelled with, on true boxes and true kinds. */
export const scoreWords = (
  items: readonly DescribedItem[],
  card: WordsCard,
): Record<string, WordScore> => {
  const byAttribute = new Map<string, ScoredWord[]>()
  for (const { kind, words, row } of items) {
    const answers = readAnswers(row, kind, card)
    const sure = selectConfidentWords(answers, null)
    for (const { name, chances } of answers) {
      const truth = words[name]
      if (truth === undefined || truth === null) continue
      const index = chances.findIndex(([word]) => word === truth)
      const word = { truth, rank: index, isShown: name in sure }
      const scoredWords = byAttribute.get(name)
      if (scoredWords) scoredWords.push(word)
      else byAttribute.set(name, [word])
    }
  }
  return Object.fromEntries(
    [...byAttribute].map(([name, scoredWords]) => [
      name,
      computeScore(scoredWords, AMONG[name] ?? FEW),
    ]),
  )
}
