import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { isOfSplit, readLabeledPhotos, readPhoto } from './labeled-photos.ts'
import {
  type Check,
  countRight,
  crossValidate,
  findLowestThreshold,
  type ScoredClaim,
} from './thresholds.ts'
import { type WordOnBox, readWordsOnBoxes } from './words-on-boxes.ts'

/** How many of the words that are shown must be right. */
const RIGHT = 0.9
/** Thresholds are written with three digits. */
const DIGITS = 1000

/** A word on a box; each folder has one type of picture. */
type SortedWord = WordOnBox & { folder: string }

type InFolder = {
  folder: string
  /** All words that pass their own thresholds, and those that pass the new one as well. */
  all: Check
  shown: Check
  /** Those shown in each half of the photos with a threshold from the other half. */
  halves: Check
}
export type WordThreshold = { attribute: string; boxThreshold: number; folders: InFolder[] }

const selectFrom = <T extends ScoredClaim>(words: readonly T[], least: number) =>
  words.filter(({ value }) => value >= least)

/** The lowest threshold from which enough words are right in every set; 0 if all may be shown. */
export const findStrictest = (sets: readonly (readonly ScoredClaim[])[], least = 0): number => {
  const thresholds = sets.map((words) => {
    const { claims, right } = countRight(selectFrom(words, least))
    const isEnough = claims === 0 || right / claims >= RIGHT
    return isEnough ? least : findLowestThreshold(selectFrom(words, least), RIGHT)
  })
  const highest = Math.max(least, ...thresholds)
  return highest === least ? least : findStrictest(sets, highest)
}

const roundValues = <T extends ScoredClaim>(word: T): T => ({
  ...word,
  value: Math.floor(word.value * DIGITS) / DIGITS,
})

/** For each attribute, the threshold that holds in every folder. */
export const findWordThresholds = (words: readonly SortedWord[]): WordThreshold[] => {
  const folders = [...new Set(words.map(({ folder }) => folder))]
  const attributes = [...new Set(words.map(({ attribute }) => attribute))]
  const inFolder = (of: readonly SortedWord[], name: string) =>
    of.filter(({ folder }) => folder === name)
  const thresholdFor = (of: readonly SortedWord[]) =>
    findStrictest(folders.map((name) => inFolder(of, name)))
  return attributes.map((name) => {
    const ofAttribute = words.filter(({ attribute }) => attribute === name).map(roundValues)
    const boxThreshold = thresholdFor(ofAttribute)
    return {
      attribute: name,
      boxThreshold,
      folders: folders.map((folder) => {
        const all = inFolder(ofAttribute, folder)
        return {
          folder,
          all: countRight(all),
          shown: countRight(selectFrom(all, boxThreshold)),
          halves: crossValidate(ofAttribute, thresholdFor, (half, least) =>
            countRight(selectFrom(inFolder(half, folder), least)),
          ),
        }
      }),
    }
  })
}

/** Scans the photos of all folders. */
export const deriveWordThresholds = async (
  engine: VisionEngine,
  folders: readonly string[],
  split: string | null,
  onPhoto: (done: number, total: number) => void,
): Promise<WordThreshold[]> => {
  const byFolder = await Promise.all(
    folders.map(async (folder) => {
      const photos = await readLabeledPhotos(folder, engine.cards.words)
      return photos.filter((photo) => isOfSplit(photo, split)).map((photo) => ({ folder, photo }))
    }),
  )
  const labeledPhotos = byFolder.flat()
  const words: SortedWord[] = []
  for (const [index, { folder, photo }] of labeledPhotos.entries()) {
    const picture = await openPicture(await readPhoto(folder, photo.photo))
    const { boxes: finds } = await engine.detect(picture)
    const onBoxes = await readWordsOnBoxes(engine, picture, finds, photo)
    for (const word of onBoxes.words) words.push({ ...word, folder })
    onPhoto(index + 1, labeledPhotos.length)
  }
  return findWordThresholds(words)
}
