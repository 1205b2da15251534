/** An item of a labelled photo and its vector. */
export type VectorItem = {
  photo: string
  kind: string
  category: string
  words: Readonly<Record<string, string | null>>
  vector: Float32Array
}

export type NearestScores = { items: number; kind: number; words: Record<string, number> }

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)

const nearestTo = (asked: VectorItem, gallery: readonly VectorItem[]) => {
  let best: { item: VectorItem; similarity: number } | null = null
  for (const item of gallery) {
    if (item.photo === asked.photo || item.category !== asked.category) continue
    const found = similarity(asked.vector, item.vector)
    if (!best || found > best.similarity) best = { item, similarity: found }
  }
  return best?.item ?? null
}

/** How often an item's nearest neighbour of its category, from another photo, is of its kind, type, colour. */
export const scoreNearest = (
  asked: readonly VectorItem[],
  gallery: readonly VectorItem[],
): NearestScores | null => {
  const pairs = asked.flatMap((item) => {
    const nearest = nearestTo(item, gallery)
    return nearest ? [{ item, nearest }] : []
  })
  if (pairs.length === 0) return null
  const names = new Set(pairs.flatMap(({ item }) => Object.keys(item.words)))
  const words: Record<string, number> = {}
  for (const name of names) {
    const known = pairs.filter(({ item, nearest }) => item.words[name] && nearest.words[name])
    const alike = known.filter(({ item, nearest }) => item.words[name] === nearest.words[name])
    if (known.length > 0) words[name] = alike.length / known.length
  }
  const ofKind = pairs.filter(({ item, nearest }) => item.kind === nearest.kind)
  return { items: pairs.length, kind: ofKind.length / pairs.length, words }
}
