import { tabStorage } from '#client/lib/browser-storage.ts'
import type { FavoriteChange } from './favorite.ts'

const WANTED_KEY = 'wearabouts.wanted-favorite'
const LIFE_MS = 15 * 60_000

/** The heart a visitor pressed, kept while they log in. */
export const rememberWanted = (change: FavoriteChange) =>
  tabStorage.write(WANTED_KEY, JSON.stringify({ change, at: Date.now() }))

export const forgetWanted = () => tabStorage.remove(WANTED_KEY)

/** Only once: a later session in this tab may belong to someone else. */
export const takeWanted = (): FavoriteChange | null => {
  const text = tabStorage.read(WANTED_KEY)
  forgetWanted()
  const kept = text === null ? null : (JSON.parse(text) as { change: FavoriteChange; at: number })
  return kept && Date.now() - kept.at < LIFE_MS ? kept.change : null
}
