import { expect, test, vi } from 'vitest'
import { browserStorage, recallNumber, rememberNumber } from './browser-storage.ts'

const createStorage = () => {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  }
}

test('a visitor’s values are never stored on the server, even if its version of Node has a storage', () => {
  const storage = createStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  browserStorage.write('currency', 'EUR')
  rememberNumber('seed', 5)
  expect(storage.texts.size).toBe(0)
  storage.texts.set('seed', '6')
  expect(recallNumber('seed')).toBeNull()

  vi.stubGlobal('document', {})
  rememberNumber('seed', 7)
  expect(recallNumber('seed')).toBe(7)
})
