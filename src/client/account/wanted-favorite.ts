import type { Favorite } from './favorite.ts'

const WANTED_KEY = 'wearabouts.wanted-favorite'
const LIFE_MS = 15 * 60_000

/** The product whose heart a visitor pressed, kept while they go and sign in. */
export const rememberWanted = (favorite: Favorite) => {
  try {
    sessionStorage.setItem(WANTED_KEY, JSON.stringify({ favorite, at: Date.now() }))
  } catch {
    // Forbidden or full: they press the heart once more.
  }
}

export const forgetWanted = () => {
  try {
    sessionStorage.removeItem(WANTED_KEY)
  } catch {
    // Forbidden storage has nothing to forget.
  }
}

/** Once: a later session in this tab may be somebody else's. */
export const takeWanted = (): Favorite | null => {
  try {
    const text = sessionStorage.getItem(WANTED_KEY)
    sessionStorage.removeItem(WANTED_KEY)
    const kept = text === null ? null : (JSON.parse(text) as { favorite: Favorite; at: number })
    return kept && Date.now() - kept.at < LIFE_MS ? kept.favorite : null
  } catch {
    // Forbidden or broken: nothing was wanted.
    return null
  }
}
