/** A seeded random generator: the same seed gives the same catalogue on every machine. */
export type Random = {
  /** 0 ≤ x < 1 */
  next: () => number
  between: (low: number, high: number) => number
  whole: (low: number, high: number) => number
  odds: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  shuffle: <T>(list: readonly T[]) => T[]
}

/** FNV-1a. */
export const hashText = (words: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) {
    hash ^= words.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

export const randomFrom = (words: string): Random => {
  let state = hashText(words)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(next() * list.length)]
    if (chosen === undefined) throw new Error('Cannot pick from an empty list')
    return chosen
  }
  const shuffle = <T>(list: readonly T[]): T[] => {
    const keyedItems = list.map((item) => ({ item, key: next() }))
    return keyedItems.sort((a, b) => a.key - b.key).map(({ item }) => item)
  }
  return { next, between, whole, odds: (share) => next() < share, pick, shuffle }
}
