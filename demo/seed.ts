/** A small repeatable source of chance: the same words give the same catalogue on every machine. */
export type Chance = {
  /** 0 ≤ x < 1 */
  next: () => number
  between: (low: number, high: number) => number
  whole: (low: number, high: number) => number
  odds: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  shuffle: <T>(list: readonly T[]) => T[]
}

/** FNV-1a: stable across engines, unlike anything built on object order. */
export const hashOf = (words: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < words.length; i++) {
    hash ^= words.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

export const chanceFrom = (words: string): Chance => {
  let state = hashOf(words)
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
    if (chosen === undefined) throw new Error('Nothing to pick from')
    return chosen
  }
  const shuffle = <T>(list: readonly T[]): T[] => {
    const keyed = list.map((item) => ({ item, key: next() }))
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
  }
  return { next, between, whole, odds: (share) => next() < share, pick, shuffle }
}
