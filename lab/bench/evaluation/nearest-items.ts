import { dotProduct } from '#shared/vision/vectors.ts'
import { colourAgreement, readLabel } from '#shared/vocabulary/label-match.ts'
import { mean } from './average-precision.ts'

/** An item of a labelled photo and its vector. */
export type VectorItem = {
  photo: string
  kind: string
  category: string
  words: Readonly<Record<string, string | null>>
  vector: Float32Array
}

/** Of the first three answers, the share that agrees, and for how many items one of them does. */
export type Agreement = { items: number; share: number; any: number }

export type NearestScores = {
  items: number
  kind: number
  words: Record<string, number>
  /** Only for items whose kind occurs in another photo. */
  firstThree: Record<string, Agreement>
}

const THREE = 3

/** Items of its category in other photos, the nearest first. */
const nearestTo = (query: VectorItem, gallery: readonly VectorItem[]) =>
  gallery
    .filter(({ photo, category }) => photo !== query.photo && category === query.category)
    .map((item) => ({ item, near: dotProduct(query.vector, item.vector) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, THREE)
    .map(({ item }) => item)

const familyOf = (colour: string) => readLabel(colour).colours
const isOfFamily = (a: string, b: string) => colourAgreement(familyOf(a), familyOf(b)) === 1

/** Null where one of the two has no such word. */
const wordsAgree = (
  name: string,
  item: VectorItem,
  other: VectorItem,
  isAlike = (a: string, b: string) => a === b,
) => {
  const [a, b] = [item.words[name], other.words[name]]
  return a && b ? isAlike(a, b) : null
}

const AGREES: Record<string, (a: VectorItem, b: VectorItem) => boolean | null> = {
  kind: (a, b) => a.kind === b.kind,
  'colour family': (a, b) => wordsAgree('colour', a, b, isOfFamily),
  pattern: (a, b) => wordsAgree('pattern', a, b),
}

type RankedItem = { item: VectorItem; nearest: readonly VectorItem[] }

const agreementsOf = (rankedItems: readonly RankedItem[]): Record<string, Agreement> =>
  Object.fromEntries(
    Object.entries(AGREES).flatMap(([name, agrees]) => {
      const comparablePairs = rankedItems
        .map(({ item, nearest }) =>
          nearest.map((other) => agrees(item, other)).filter((isAlike) => isAlike !== null),
        )
        .filter((answers) => answers.length > 0)
      if (comparablePairs.length === 0) return []
      const share = mean(comparablePairs.map((answers) => mean(answers.map(Number))))
      const any = mean(comparablePairs.map((answers) => Number(answers.includes(true))))
      return [[name, { items: comparablePairs.length, share, any }]]
    }),
  )

/** How often an item's nearest neighbours of its category, from other photos, are of its kind, type, colour. */
export const scoreNearest = (
  queries: readonly VectorItem[],
  gallery: readonly VectorItem[],
): NearestScores | null => {
  const rankedItems = queries.map((item) => ({ item, nearest: nearestTo(item, gallery) }))
  const pairs = rankedItems.flatMap(({ item, nearest: [nearest] }) =>
    nearest ? [{ item, nearest }] : [],
  )
  if (pairs.length === 0) return null
  const names = new Set(pairs.flatMap(({ item }) => Object.keys(item.words)))
  const words: Record<string, number> = {}
  for (const name of names) {
    const comparablePairs = pairs
      .map(({ item, nearest }) => wordsAgree(name, item, nearest))
      .filter((isAlike) => isAlike !== null)
    if (comparablePairs.length > 0) words[name] = mean(comparablePairs.map(Number))
  }
  const isThere = ({ photo, kind }: VectorItem) =>
    gallery.some((other) => other.kind === kind && other.photo !== photo)
  return {
    items: pairs.length,
    kind: mean(pairs.map(({ item, nearest }) => Number(item.kind === nearest.kind))),
    words,
    firstThree: agreementsOf(rankedItems.filter(({ item }) => isThere(item))),
  }
}
