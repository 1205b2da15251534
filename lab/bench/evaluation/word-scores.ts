import type { WordsCard } from '#shared/vision/model-cards.ts'
import { answersOf, confidentWords } from '#shared/vision/words.ts'
import { mean } from './average-precision.ts'

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

type Answered = { truth: string; place: number; isShown: boolean }

const scoreOf = (answered: readonly Answered[], few: number): WordScore => {
  const share = (of: readonly Answered[], holds: (one: Answered) => boolean) =>
    of.filter(holds).length / of.length
  const isRight = ({ place }: Answered) => place === 0
  const shown = answered.filter(({ isShown }) => isShown)
  const truths = new Set(answered.map(({ truth }) => truth))
  return {
    items: answered.length,
    right: share(answered, isRight),
    balanced: mean(
      [...truths].map((truth) =>
        share(
          answered.filter((one) => one.truth === truth),
          isRight,
        ),
      ),
    ),
    among: share(answered, ({ place }) => place >= 0 && place < few),
    shown: shown.length / answered.length,
    shownRight: shown.length === 0 ? null : share(shown, isRight),
  }
}

/** Scores of each attribute that any item is labelled with, on true boxes and true kinds. */
export const scoreWords = (
  items: readonly DescribedItem[],
  card: WordsCard,
): Record<string, WordScore> => {
  const byAttribute = new Map<string, Answered[]>()
  for (const { kind, words, row } of items) {
    const answers = answersOf(row, kind, card)
    const sure = confidentWords(answers, null)
    for (const { name, chances } of answers) {
      const truth = words[name]
      if (truth === undefined || truth === null) continue
      const place = chances.findIndex(([word]) => word === truth)
      const one = { truth, place, isShown: name in sure }
      const others = byAttribute.get(name)
      if (others) others.push(one)
      else byAttribute.set(name, [one])
    }
  }
  return Object.fromEntries(
    [...byAttribute].map(([name, answered]) => [name, scoreOf(answered, AMONG[name] ?? FEW)]),
  )
}
