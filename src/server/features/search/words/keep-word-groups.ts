import type { WordGroups } from '#server/features/catalog/index.ts'

type FindGroups = (words: readonly string[]) => Promise<WordGroups>

/** Limits memory use: a word has up to 224 candidates, so this is a few megabytes. */
const MAX_KEPT = 2_000

/**
 * Looks up the words that were not looked up before, all in one statement. `generation` changes with
 * the catalogue; then everything is looked up again.
 */
export const keepWordGroups = (findGroups: FindGroups, generation: () => number): FindGroups => {
  let kept = new Map<string, readonly string[]>()
  let keptIn = generation()
  return async (words) => {
    const current = generation()
    if (current !== keptIn) [kept, keptIn] = [new Map(), current]
    const known = new Map(words.map((word) => [word, kept.get(word)] as const))
    const missing = [...known].flatMap(([word, group]) => (group === undefined ? [word] : []))
    const found = missing.length > 0 ? await findGroups(missing) : new Map<string, string[]>()
    if (current === keptIn) for (const [word, group] of found) kept.set(word, group)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return new Map([...known].map(([word, group]) => [word, group ?? found.get(word) ?? []]))
  }
}
