import { SCAN } from '#shared/finder-constants.ts'
import { type DominantColor, chooseVisibleColor } from '#shared/vision/colors.ts'
import { findColors } from '#shared/vision/detect-objects.ts'
import { type DetectedBox, getBestView } from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { type ScoredBox, computeOverlap } from '#shared/vision/image-ops.ts'
import type { WordsCard } from '#shared/vision/model-cards.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { readAnswers, getChances, selectConfidentWords } from '#shared/vision/words.ts'
import { rateColorAgreement, readLabel } from '#shared/vocabulary/label-match.ts'
import { MIN_OVERLAP } from './average-precision.ts'
import type { LabeledPhoto } from './labeled-photos.ts'
import { type Check, countRight, type ScoredClaim } from './thresholds.ts'

/** A word that passes its own threshold; `value` is its chance times the score of its box. */
export type WordOnBox = ScoredClaim & { photo: string; attribute: string; isShown: boolean }

type LabeledItem = LabeledPhoto['items'][number]
type PredictedBox = Pick<ScoredBox, 'box' | 'kind' | 'score'>

/** The item in a box: preferably one of its kind, otherwise the one that it overlaps most. */
export const findItem = ({ box, kind }: PredictedBox, items: readonly LabeledItem[]) =>
  items
    .filter((item) => computeOverlap(item.box, box) >= MIN_OVERLAP)
    .toSorted(
      (a, b) =>
        Number(b.kind === kind) - Number(a.kind === kind) ||
        computeOverlap(b.box, box) - computeOverlap(a.box, box),
    )[0]

/** Everything is wrong on a box without an item; attributes without a label are left out. */
export const judgeWords = (
  find: PredictedBox,
  row: Float32Array,
  { photo, items }: Pick<LabeledPhoto, 'photo' | 'items'>,
  card: WordsCard,
): WordOnBox[] => {
  const answers = readAnswers(row, find.kind, card)
  const visibleWords = selectConfidentWords(answers, find.score)
  const item = findItem(find, items)
  return Object.entries(selectConfidentWords(answers, null)).flatMap(([attribute, word]) => {
    const truth = item?.words[attribute] ?? null
    if (item && truth === null) return []
    const [, chance] = getChances(attribute, answers)[0] ?? ['', 0]
    const value = chance * find.score
    return [
      { photo, attribute, value, isShown: attribute in visibleWords, isRight: word === truth },
    ]
  })
}

/** How well a colour in a label fits: 1 for the labelled family, less for a neighbour; null if none is named. */
export type ColorInLabel = { agreement: number | null }

/** The colour that the label of a box names, if the item in it is labelled with one. */
export const judgeColor = (
  find: PredictedBox,
  row: Float32Array,
  colors: readonly DominantColor[],
  items: readonly LabeledItem[],
  card: WordsCard,
): ColorInLabel[] => {
  const answers = readAnswers(row, find.kind, card)
  const item = findItem(find, items)
  const truth = item?.words['colour']
  if (answers.length === 0 || (item && !truth)) return []
  const namedColor =
    selectConfidentWords(answers, find.score)['colour'] ??
    chooseVisibleColor(find.kind, colors, getChances('colour', answers), find.score)
  if (namedColor === undefined) return [{ agreement: null }]
  const familiesOf = (color: string) => readLabel(color).colors
  return [{ agreement: truth ? rateColorAgreement(familiesOf(namedColor), familiesOf(truth)) : 0 }]
}

export type ColorsInLabels = { boxes: number; named: number; right: number; near: number }

export const countColors = (colors: readonly ColorInLabel[]): ColorsInLabels => {
  const namedAgreements = colors.flatMap(({ agreement }) => agreement ?? [])
  const right = namedAgreements.filter((agreement) => agreement === 1).length
  const nearMatches = namedAgreements.filter((agreement) => agreement > 0).length - right
  return { boxes: colors.length, named: namedAgreements.length, right, near: nearMatches }
}

/** The words and colours on the boxes that a visitor sees in a photo. */
export const readWordsOnBoxes = async (
  engine: VisionEngine,
  picture: RawPicture,
  visibleBoxes: readonly DetectedBox[],
  photo: LabeledPhoto,
): Promise<{ words: WordOnBox[]; colors: ColorInLabel[] }> => {
  const finds = visibleBoxes.slice(0, SCAN.maxDetections)
  const { embedder, words: card } = engine.cards
  const squares = await engine.cut(picture, finds.map(getBestView))
  const { rows } = await engine.describe(squares)
  const colors = await findColors(finds, squares, embedder.cropMargin)
  const ofRows = <T>(judge: (find: DetectedBox, row: Float32Array, index: number) => T[]) =>
    finds.flatMap((find, index) => {
      const row = rows[index]
      return row ? judge(find, row, index) : []
    })
  return {
    words: ofRows((find, row) => judgeWords(find, row, photo, card)),
    colors: ofRows((find, row, index) =>
      judgeColor(find, row, colors[index] ?? [], photo.items, card),
    ),
  }
}

/** How many words of each attribute a visitor sees, and how many of those are right. */
export const countShown = (words: readonly WordOnBox[]): Record<string, Check> => {
  const attributes = [...new Set(words.map(({ attribute }) => attribute))]
  return Object.fromEntries(
    attributes.map((name) => [
      name,
      countRight(words.filter(({ attribute, isShown }) => isShown && attribute === name)),
    ]),
  )
}
