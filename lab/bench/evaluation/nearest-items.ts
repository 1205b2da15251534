import { colourAgreement, readLabel } from '#shared/vocabulary/label-match.ts'

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
  /** Of the items of a kind that can be found. */
  firstThree: Record<string, Agreement>
}

const THREE = 3

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)

/** Items of its category in other photos, the nearest first. */
const nearestTo = (asked: VectorItem, gallery: readonly VectorItem[]) =>
  gallery
    .filter(({ photo, category }) => photo !== asked.photo && category === asked.category)
    .map((item) => ({ item, near: similarity(asked.vector, item.vector) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, THREE)
    .map(({ item }) => item)

const familyOf = (colour: string) => readLabel(colour).colours
const isOfFamily = (one: string, other: string) =>
  colourAgreement(familyOf(one), familyOf(other)) === 1

/** Null where one of the two has no such word. */
const wordsAgree = (
  name: string,
  one: VectorItem,
  other: VectorItem,
  isAlike = (a: string, b: string) => a === b,
) => {
  const [a, b] = [one.words[name], other.words[name]]
  return a && b ? isAlike(a, b) : null
}

const AGREES: Record<string, (one: VectorItem, other: VectorItem) => boolean | null> = {
  kind: (one, other) => one.kind === other.kind,
  'colour family': (one, other) => wordsAgree('colour', one, other, isOfFamily),
  pattern: (one, other) => wordsAgree('pattern', one, other),
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

type Answered = { item: VectorItem; nearest: readonly VectorItem[] }

const agreementsOf = (answered: readonly Answered[]): Record<string, Agreement> =>
  Object.fromEntries(
    Object.entries(AGREES).flatMap(([name, agrees]) => {
      const known = answered
        .map(({ item, nearest }) =>
          nearest.map((other) => agrees(item, other)).filter((isAlike) => isAlike !== null),
        )
        .filter((answers) => answers.length > 0)
      if (known.length === 0) return []
      const share = mean(known.map((answers) => mean(answers.map(Number))))
      const any = mean(known.map((answers) => Number(answers.includes(true))))
      return [[name, { items: known.length, share, any }]]
    }),
  )

/** How often an item's nearest neighbours of its category, from other photos, are of its kind, type, colour. */
export const scoreNearest = (
  asked: readonly VectorItem[],
  gallery: readonly VectorItem[],
): NearestScores | null => {
  const answered = asked.map((item) => ({ item, nearest: nearestTo(item, gallery) }))
  const pairs = answered.flatMap(({ item, nearest: [nearest] }) =>
    nearest ? [{ item, nearest }] : [],
  )
  if (pairs.length === 0) return null
  const names = new Set(pairs.flatMap(({ item }) => Object.keys(item.words)))
  const words: Record<string, number> = {}
  for (const name of names) {
    const known = pairs
      .map(({ item, nearest }) => wordsAgree(name, item, nearest))
      .filter((isAlike) => isAlike !== null)
    if (known.length > 0) words[name] = mean(known.map(Number))
  }
  const isThere = ({ photo, kind }: VectorItem) =>
    gallery.some((other) => other.kind === kind && other.photo !== photo)
  return {
    items: pairs.length,
    kind: mean(pairs.map(({ item, nearest }) => Number(item.kind === nearest.kind))),
    words,
    firstThree: agreementsOf(answered.filter(({ item }) => isThere(item))),
  }
}
