import { initialSeed } from '#client/lib/initial-data.ts'
import { recallNumber, rememberNumber } from '#client/lib/session-memory.ts'
import { CATALOG } from '#shared/constants.ts'

const MEMORY_KEY = 'shuffle-seed'

/**
 * §7: lists are shuffled; one seed keeps their pages, and the way back to them, stable. A page that
 * came with data is shown in the order of that data, and so is everything after it.
 */
export const shuffleSeed = (): number => {
  const seed =
    initialSeed() ?? recallNumber(MEMORY_KEY) ?? Math.floor(Math.random() * CATALOG.feedSeeds)
  rememberNumber(MEMORY_KEY, seed)
  return seed
}
