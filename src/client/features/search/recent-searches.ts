import { browserStorage } from '#client/lib/browser-storage.ts'

const KEY = 'recent-searches'
const MAX_KEPT = 6

/** What was searched in this browser, the latest first. The server is never told. */
export const readRecentSearches = (): string[] => {
  try {
    const list: unknown = JSON.parse(browserStorage.read(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const rememberSearch = (text: string) => {
  const others = readRecentSearches().filter((earlier) => !isSame(earlier, text))
  browserStorage.write(KEY, JSON.stringify([text, ...others].slice(0, MAX_KEPT)))
}

export const forgetSearches = () => browserStorage.remove(KEY)
