import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openPicture } from '#server/vision/sharp-picture.ts'
import { CATEGORIES, type Category } from '#shared/domain/category.ts'
import { type DetectedBox, getBestView, type WithBestView } from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { type Corners, computeOverlap } from '#shared/vision/image-ops.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { computeAveragePrecision, computeMean, MIN_OVERLAP } from './average-precision.ts'
import { type EyeScore, readJudgements, scoreByEye, type SeenPhoto } from './judged-boxes.ts'
import { isOfSplit, type LabeledPhoto, readLabeledPhotos, readPhoto } from './labeled-photos.ts'
import {
  createGallery,
  type Gallery,
  type NearestScores,
  scoreNearest,
  type VectorItem,
} from './nearest-items.ts'
import { scoreShown, type ShownScore } from './shown-boxes.ts'
import type { Check } from './thresholds.ts'
import { type DescribedItem, scoreWords, type WordScore } from './word-scores.ts'
import {
  type ColorInLabel,
  type ColorsInLabels,
  countColors,
  countShown,
  type WordOnBox,
  readWordsOnBoxes,
} from './words-on-boxes.ts'

type Truth = WithBestView<{ kind: string; box: Corners; product: string | undefined }>
/** All boxes with their scores, and those that a user would see. */
type PhotoResult = { boxes: DetectedBox[]; shown: DetectedBox[]; truths: Truth[] }
type LabeledItem = VectorItem & DescribedItem
/** Ranks of the worn product in the results, from 1; infinite if it is missing. */
type Ranks = { ofDetections: number[]; ofTrueBoxes: number[] }

export type Evaluation = {
  photos: number
  kinds: Record<string, number>
  categories: Record<string, number>
  kindsMean: number
  categoriesMean: number
  /** Items with a box shown on them, and those whose surest box has their kind. */
  found: { items: number; shown: number; kindRight: number }
  /** By kind, at the thresholds in use. */
  shownBoxes: Record<string, ShownScore>
  /** By labels and by eye. */
  seen: Record<'shown' | 'offered', EyeScore> & { items: number }
  retrieval: {
    top1: number
    top3: number
    count: number
    boxesTop1: number
    boxesTop3: number
  } | null
  /** Null if no two photos have items of one category. */
  nearest: NearestScores | null
  /** The items of another folder that are nearest; null if none is given. */
  nearestAmong: NearestScores | null
  /** On true boxes and true kinds. */
  words: Record<string, WordScore>
  /** On the boxes that a visitor sees. */
  shownWords: Record<string, Check>
  /** Of those boxes, how many labels name a colour, and how well it fits. */
  labelColors: ColorsInLabels
}

const scorePhotos = (
  photoResults: readonly PhotoResult[],
  groups: ReadonlyMap<string, ReadonlySet<string>>,
) =>
  Object.fromEntries(
    [...groups].flatMap(([name, kinds]) => {
      const score = computeAveragePrecision(
        photoResults.map(({ boxes, truths }) => ({
          predictions: boxes.filter(({ kind }) => kinds.has(kind)),
          labels: truths.filter(({ kind }) => kinds.has(kind)).map(({ box }) => box),
        })),
      )
      return score === null ? [] : [[name, score] as const]
    }),
  )

const computeShareWithin = (ranks: readonly number[], limit: number) =>
  ranks.length === 0 ? 0 : ranks.filter((rank) => rank <= limit).length / ranks.length

export const evaluateModels = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  onPhoto: (done: number, total: number) => void,
  among: string | null = null,
): Promise<Evaluation> => {
  const { kinds, categories } = engine.cards.detector
  const labeledPhotos = await readLabeledPhotos(folder, engine.cards.words)
  const photos = labeledPhotos.filter((photo) => isOfSplit(photo, split))
  const isProducts = (await readdir(folder)).includes('products')
  const gallery = isProducts
    ? await createGallery(
        engine,
        path.join(folder, 'products'),
        mapProductCategories(labeledPhotos, categories),
      )
    : null
  const judgements = await readJudgements()
  const photoResults: PhotoResult[] = []
  const seenPhotos: SeenPhoto[] = []
  const ranks: Ranks = { ofDetections: [], ofTrueBoxes: [] }
  const items: LabeledItem[] = []
  const onBoxes: WordOnBox[] = []
  const colors: ColorInLabel[] = []
  for (const labeledPhoto of photos) {
    const { photo, items: labeled } = labeledPhoto
    const picture = await openPicture(await readPhoto(folder, photo))
    const truths = labeled.map(({ kind, product, box, each: [bestSeen] = [] }): Truth => ({
      kind,
      product,
      box,
      bestSeen,
    }))
    const { boxes } = await engine.detect(picture, { isUncut: true })
    const { boxes: visibleBoxes, offers: offered } = await engine.detect(picture)
    const judged = judgements.get(photo) ?? []
    seenPhotos.push({ shown: visibleBoxes, offered, items: labeled, judged })
    photoResults.push({ boxes, shown: visibleBoxes, truths })
    const wordClaims = await readWordsOnBoxes(engine, picture, visibleBoxes, labeledPhoto)
    onBoxes.push(...wordClaims.words)
    colors.push(...wordClaims.colors)
    if (gallery) await rankProducts(gallery, picture, visibleBoxes, truths, categories, ranks)
    items.push(...(await describeItems(engine, picture, labeledPhoto)))
    onPhoto(photoResults.length, photos.length)
  }
  const byKind = scorePhotos(photoResults, new Map(kinds.map((kind) => [kind, new Set([kind])])))
  const byCategory = scorePhotos(
    photoResults,
    new Map(
      CATEGORIES.map((category) => [
        category,
        new Set(kinds.filter((kind) => categories[kind] === category)),
      ]),
    ),
  )
  return {
    photos: photos.length,
    kinds: byKind,
    categories: byCategory,
    kindsMean: computeMean(Object.values(byKind)),
    categoriesMean: computeMean(Object.values(byCategory)),
    found: countFound(photoResults),
    shownBoxes: scoreShown(photoResults, kinds),
    seen: scoreByEye(seenPhotos),
    retrieval: gallery && {
      top1: computeShareWithin(ranks.ofDetections, 1),
      top3: computeShareWithin(ranks.ofDetections, 3),
      count: ranks.ofDetections.length,
      boxesTop1: computeShareWithin(ranks.ofTrueBoxes, 1),
      boxesTop3: computeShareWithin(ranks.ofTrueBoxes, 3),
    },
    nearest: scoreNearest(items, items),
    nearestAmong:
      among === null ? null : scoreNearest(items, await readLabeledItems(engine, among)),
    words: scoreWords(items, engine.cards.words),
    shownWords: countShown(onBoxes),
    labelColors: countColors(colors),
  }
}

/** Labelled boxes instead of detected ones. */
const describeItems = async (
  engine: VisionEngine,
  picture: RawPicture,
  { photo, items }: LabeledPhoto,
): Promise<LabeledItem[]> => {
  const views = items.map(({ box, each: [bestSeen] = [] }) => getBestView({ box, bestSeen }))
  const squares = await engine.cut(picture, views)
  const { rows } = await engine.describe(squares)
  const { vectors } = await engine.embed({ ...squares, rows })
  return items.flatMap(({ kind, words }, index) => {
    const [row, vector] = [rows[index], vectors[index]]
    const category = engine.cards.detector.categories[kind] ?? 'other'
    return row && vector ? [{ photo, kind, category, words, row, vector }] : []
  })
}

/** All items of a folder, whatever their split. */
const readLabeledItems = async (engine: VisionEngine, folder: string): Promise<LabeledItem[]> => {
  const items: LabeledItem[] = []
  for (const photo of await readLabeledPhotos(folder, engine.cards.words)) {
    const picture = await openPicture(await readPhoto(folder, photo.photo))
    const photoWithPath = { ...photo, photo: path.join(folder, photo.photo) }
    items.push(...(await describeItems(engine, picture, photoWithPath)))
  }
  return items
}

const countFound = (photoResults: readonly PhotoResult[]) => {
  const surest = photoResults.flatMap(({ shown, truths }) =>
    truths.map(({ kind, box }) => {
      const onIt = shown.filter((find) => computeOverlap(find.box, box) >= MIN_OVERLAP)
      return { kind, find: onIt.toSorted((a, b) => b.score - a.score)[0] }
    }),
  )
  const share = (part: typeof surest) => (surest.length === 0 ? 0 : part.length / surest.length)
  return {
    items: surest.length,
    shown: share(surest.filter(({ find }) => find)),
    kindRight: share(surest.filter(({ kind, find }) => find?.kind === kind)),
  }
}

const mapProductCategories = (
  photos: readonly LabeledPhoto[],
  categories: Record<string, Category>,
) =>
  new Map(
    photos.flatMap(({ items }) =>
      items.flatMap(({ product, kind }) =>
        product === undefined ? [] : [[product, categories[kind] ?? 'other'] as const],
      ),
    ),
  )

/** Matches a detection with the true item of its category that it overlaps most, by at least half. */
const rankProducts = async (
  gallery: Gallery,
  picture: RawPicture,
  shownBoxes: readonly DetectedBox[],
  truths: readonly Truth[],
  categories: Record<string, Category>,
  ranks: Ranks,
) => {
  for (const truth of truths) {
    const { box, kind, product } = truth
    const category = categories[kind] ?? 'other'
    if (product === undefined || !gallery.has(product)) continue
    ranks.ofTrueBoxes.push(await gallery.rank(picture, getBestView(truth), category, product))
    const matchingBox = shownBoxes
      .filter((find) => find.category === category && computeOverlap(find.box, box) >= MIN_OVERLAP)
      .toSorted((a, b) => computeOverlap(b.box, box) - computeOverlap(a.box, box))[0]
    if (matchingBox)
      ranks.ofDetections.push(
        await gallery.rank(picture, getBestView(matchingBox), category, product),
      )
  }
}
