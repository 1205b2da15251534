import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { CATEGORIES, type Category } from '#shared/domain/category.ts'
import type { Find } from '#server/vision/detector.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import { type Corners, overlap } from '#server/vision/image-ops.ts'
import { type Joined, viewOf } from '#server/vision/pairs.ts'
import { openPicture, type Picture } from '#server/vision/picture.ts'
import { averagePrecision, mean } from './average-precision.ts'
import { createGallery, type Gallery } from './gallery.ts'

const corners = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([x0, y0, x1, y1]): Corners => ({ x0, y0, x1, y1 }))

const boxesSchema = z.object({
  photos: z.array(
    z.object({
      photo: z.string(),
      split: z.string().optional(),
      items: z.array(
        z.object({
          kind: z.string(),
          box: corners,
          each: z.array(corners).optional(),
          product: z.string().optional(),
        }),
      ),
    }),
  ),
})

type Truth = Joined<{ kind: string; box: Corners; product: string | undefined }>
type Seen = { finds: Find[]; truths: Truth[] }
/** Ranks of the worn product in the results, from 1; infinite if it is missing. */
type Ranks = { ofDetections: number[]; ofTrueBoxes: number[] }

export type Evaluation = {
  photos: number
  kinds: Record<string, number>
  categories: Record<string, number>
  kindsMean: number
  categoriesMean: number
  retrieval: {
    top1: number
    top3: number
    count: number
    boxesTop1: number
    boxesTop3: number
  } | null
}

const readTruth = async (folder: string) =>
  boxesSchema.parse(JSON.parse(await readFile(path.join(folder, 'boxes.json'), 'utf8'))).photos

/** `folder/photos/NAME`, or `folder/NAME` without that folder. */
const readPhoto = async (folder: string, name: string) =>
  readFile(path.join(folder, 'photos', name)).catch(() => readFile(path.join(folder, name)))

const scores = (seen: readonly Seen[], groups: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries(
    [...groups].flatMap(([name, kinds]) => {
      const score = averagePrecision(
        seen.map(({ finds, truths }) => ({
          said: finds.filter(({ kind }) => kinds.has(kind)),
          true: truths.filter(({ kind }) => kinds.has(kind)).map(({ box }) => box),
        })),
      )
      return score === null ? [] : [[name, score] as const]
    }),
  )

const shareWithin = (ranks: readonly number[], limit: number) =>
  ranks.length === 0 ? 0 : ranks.filter((rank) => rank <= limit).length / ranks.length

export const evaluate = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  onPhoto: (done: number, total: number) => void,
): Promise<Evaluation> => {
  const { kinds, categories } = engine.cards.detector
  const known = await readTruth(folder)
  const photos = known.filter((photo) => split === null || (photo.split ?? split) === split)
  const isProducts = (await readdir(folder)).includes('products')
  const gallery = isProducts
    ? await createGallery(
        engine,
        path.join(folder, 'products'),
        productCategories(known, categories),
      )
    : null
  const seen: Seen[] = []
  const ranks: Ranks = { ofDetections: [], ofTrueBoxes: [] }
  for (const { photo, items } of photos) {
    const picture = await openPicture(await readPhoto(folder, photo))
    const truths = items.map(({ kind, product, box, each: [bestSeen] = [] }): Truth => ({
      kind,
      product,
      box,
      bestSeen,
    }))
    const { finds } = await engine.detect(picture, { isUncut: true })
    seen.push({ finds, truths })
    if (gallery) {
      const shown = (await engine.detect(picture)).finds
      await rankProducts(gallery, picture, shown, truths, categories, ranks)
    }
    onPhoto(seen.length, photos.length)
  }
  const byKind = scores(seen, new Map(kinds.map((kind) => [kind, new Set([kind])])))
  const byCategory = scores(
    seen,
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
    kindsMean: mean(Object.values(byKind)),
    categoriesMean: mean(Object.values(byCategory)),
    retrieval: gallery && {
      top1: shareWithin(ranks.ofDetections, 1),
      top3: shareWithin(ranks.ofDetections, 3),
      count: ranks.ofDetections.length,
      boxesTop1: shareWithin(ranks.ofTrueBoxes, 1),
      boxesTop3: shareWithin(ranks.ofTrueBoxes, 3),
    },
  }
}

const productCategories = (
  photos: z.infer<typeof boxesSchema>['photos'],
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
  picture: Picture,
  shown: readonly Find[],
  truths: readonly Truth[],
  categories: Record<string, Category>,
  ranks: Ranks,
) => {
  for (const truth of truths) {
    const { box, kind, product } = truth
    const category = categories[kind] ?? 'other'
    if (product === undefined || !gallery.has(product)) continue
    ranks.ofTrueBoxes.push(await gallery.rank(picture, viewOf(truth), category, product))
    const found = shown
      .filter((find) => find.category === category && overlap(find.box, box) >= 0.5)
      .toSorted((a, b) => overlap(b.box, box) - overlap(a.box, box))[0]
    if (found)
      ranks.ofDetections.push(await gallery.rank(picture, viewOf(found), category, product))
  }
}
