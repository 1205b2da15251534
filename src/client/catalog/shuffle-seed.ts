import { initialSeed } from '#client/lib/initial-data.ts'
import { recallNumber, rememberNumber } from '#client/lib/session-memory.ts'
import { CATALOG } from '#shared/constants.ts'

const MEMORY_KEY = 'shuffle-seed'

/**
 * §7: lists are shuffled. One seed per visit keeps paging and back navigation stable. If the page came
 * with inlined data, the visit uses the seed of that data.
 */
export const shuffleSeed = (): number => {
  const seed =
    initialSeed() ?? recallNumber(MEMORY_KEY) ?? Math.floor(Math.random() * CATALOG.feedSeeds)
  rememberNumber(MEMORY_KEY, seed)
  return seed
}
