import { initialQueryValue } from '#client/lib/initial-data.ts'
import { recallNumber, rememberNumber } from '#client/lib/session-memory.ts'

const MEMORY_KEY = 'feed-seed'
const SEEDS = 2_147_483_647

/** §7: the feed is shuffled; one seed per tab keeps its pages, and the way back, stable. */
export const feedSeed = (): number => {
  const kept = recallNumber(MEMORY_KEY)
  if (kept !== null) return kept
  const given = initialQueryValue('/api/images?celebrities=feed', 'seed')
  const seed = given === null ? Math.floor(Math.random() * SEEDS) : Number(given)
  rememberNumber(MEMORY_KEY, seed)
  return seed
}
