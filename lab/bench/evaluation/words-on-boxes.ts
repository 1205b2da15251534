import { SCAN } from '#shared/constants.ts'
import { type Find, viewOf } from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { type Claim, overlap } from '#shared/vision/image-ops.ts'
import type { WordsCard } from '#shared/vision/model-cards.ts'
import type { Picture } from '#shared/vision/picture.ts'
import { answersOf, chancesOf, sureWords } from '#shared/vision/words.ts'
import { SAME_PLACE } from './average-precision.ts'
import type { LabelledPhoto } from './labelled-photos.ts'
import { type Check, countRight, type Said } from './thresholds.ts'

/** A word that passes its own threshold; `value` is its chance times the score of its box. */
export type WordOnBox = Said & { photo: string; attribute: string; isShown: boolean }

type LabelledItem = LabelledPhoto['items'][number]
type Found = Pick<Claim, 'box' | 'kind' | 'score'>

/** The item that a box shows: one of its kind rather than the one that it overlaps most. */
export const itemIn = ({ box, kind }: Found, items: readonly LabelledItem[]) =>
  items
    .filter((item) => overlap(item.box, box) >= SAME_PLACE)
    .toSorted(
      (a, b) =>
        Number(b.kind === kind) - Number(a.kind === kind) ||
        overlap(b.box, box) - overlap(a.box, box),
    )[0]

/** Nothing is right about a box without an item; what is not labelled says nothing. */
export const judgeWords = (
  find: Found,
  row: Float32Array,
  { photo, items }: Pick<LabelledPhoto, 'photo' | 'items'>,
  card: WordsCard,
): WordOnBox[] => {
  const answers = answersOf(row, find.kind, card)
  const shown = sureWords(answers, find.score)
  const item = itemIn(find, items)
  return Object.entries(sureWords(answers, null)).flatMap(([attribute, word]) => {
    const truth = item?.words[attribute] ?? null
    if (item && truth === null) return []
    const [, chance] = chancesOf(attribute, answers)[0] ?? ['', 0]
    const value = chance * find.score
    return [{ photo, attribute, value, isShown: attribute in shown, isRight: word === truth }]
  })
}

/** The words on the boxes that a visitor sees in a photo. */
export const wordsOnBoxes = async (
  engine: VisionEngine,
  picture: Picture,
  shown: readonly Find[],
  photo: LabelledPhoto,
): Promise<WordOnBox[]> => {
  const finds = shown.slice(0, SCAN.maxDetections)
  const { rows } = await engine.describe(await engine.cut(picture, finds.map(viewOf)))
  return finds.flatMap((find, index) => {
    const row = rows[index]
    return row ? judgeWords(find, row, photo, engine.cards.words) : []
  })
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
