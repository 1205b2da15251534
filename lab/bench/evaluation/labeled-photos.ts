import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Corners } from '#shared/vision/image-ops.ts'
import type { WordsCard } from '#shared/vision/model-cards.ts'

/** The folder that `npm run vision -- evaluate` reads, described in docs/measuring-vision.md. */

const corners = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([x0, y0, x1, y1]): Corners => ({ x0, y0, x1, y1 }))

const itemSchema = z.object({
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
          words: z.record(z.string(), z.string().nullable()).default({}),
        }),
      ),
    }),
  ),
})

export type LabeledPhoto = z.output<typeof itemSchema>['photos'][number]

/** A misspelt label would count as an error of the model. */
const checkWords = (photos: readonly LabeledPhoto[], card: WordsCard) => {
  const knownWords = new Map(card.attributes.map(({ name, words }) => [name, new Set(words)]))
  for (const { photo, items } of photos)
    for (const { words } of items)
      for (const [name, word] of Object.entries(words))
        if (word !== null && !knownWords.get(name)?.has(word))
          throw new Error(`${photo}: the models know no ${name} '${word}'`)
}

export const readLabeledPhotos = async (folder: string, card: WordsCard) => {
  const text = await readFile(path.join(folder, 'boxes.json'), 'utf8')
  const { photos } = itemSchema.parse(JSON.parse(text))
  checkWords(photos, card)
  return photos
}

/** Photos without a split belong to each; null takes all. */
export const isOfSplit = (photo: LabeledPhoto, split: string | null) =>
  split === null || (photo.split ?? split) === split

/** `folder/photos/NAME`, or `folder/NAME` without that folder. */
export const readPhoto = async (folder: string, name: string) =>
  readFile(path.join(folder, 'photos', name)).catch(() => readFile(path.join(folder, name)))
