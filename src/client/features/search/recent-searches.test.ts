import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

it('keeps the latest six searches, each once', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'C']) rememberSearch(text)
  expect(readRecentSearches()).toEqual(['C', 'g', 'f', 'e', 'd', 'b'])
})

it('forgets them', () => {
  rememberSearch('red dress')
  forgetSearches()
  expect(readRecentSearches()).toEqual([])
})

it('has none where something else was stored', () => {
  stored.set('recent-searches', '{"a":1')
  expect(readRecentSearches()).toEqual([])
  stored.set('recent-searches', '{"a":1}')
  expect(readRecentSearches()).toEqual([])
})
