import { MINUTE_MS } from '#shared/durations.ts'
type StorageName = 'localStorage' | 'sessionStorage'

const tryStorage = <T, F>(action: () => T, fallback: F): T | F => {
  try {
    return action()
  } catch {
    // Private windows may forbid storage, and it may be full. The app then works without stored values.
    return fallback
  }
}

/** Undefined on the server: newer versions of Node have both, but all visitors would share them. */
const findStorage = (name: StorageName): Storage | undefined =>
  typeof document === 'undefined' ? undefined : globalThis[name]

const createStorage = (name: StorageName) => ({
  read: (key: string) => tryStorage(() => findStorage(name)?.getItem(key) ?? null, null),
  write: (key: string, text: string) =>
    tryStorage(() => findStorage(name)?.setItem(key, text), undefined),
  remove: (key: string) => tryStorage(() => findStorage(name)?.removeItem(key), undefined),
  removeWhere: (matches: (key: string) => boolean) =>
    tryStorage(() => {
      const storage = findStorage(name)
      for (const key of Object.keys(storage ?? {})) if (matches(key)) storage?.removeItem(key)
    }, undefined),
})

export const browserStorage = createStorage('localStorage')
export const tabStorage = createStorage('sessionStorage')

/** Numbers that a tab remembers between pages: scroll positions, list lengths, the shuffle seed. */
export const recallNumber = (key: string): number | null => {
  const text = tabStorage.read(key)
  const value = text === null ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export const rememberNumber = (key: string, value: number) => tabStorage.write(key, String(value))

/** The router gives the first page of every visit this key, under which an earlier visit may have stored. */
const FIRST_PAGE = ':default:'

export const forgetFirstPage = () => tabStorage.removeWhere((key) => key.includes(FIRST_PAGE))

const ENTRY_LIFETIME_MS = 15 * MINUTE_MS

/** A value that this tab, or the whole browser, remembers while its user signs in, perhaps on another site. */
export const createExpiringEntry = <Content>(key: string, storage = tabStorage) => {
  const forget = () => storage.remove(key)
  const read = (): Content | null => {
    const text = storage.read(key)
    // Not what this site has written: nothing is remembered.
    const entry = tryStorage(
      () => JSON.parse(text ?? 'null') as { content: Content; at: number },
      null,
    )
    const ageMs = Date.now() - (entry?.at ?? Number.NaN)
    return entry && ageMs >= 0 && ageMs < ENTRY_LIFETIME_MS ? entry.content : null
  }
  return {
    write: (content: Content) => storage.write(key, JSON.stringify({ content, at: Date.now() })),
    forget,
    read,
    /** Only once: a later session may belong to someone else. */
    take: (): Content | null => {
      const content = read()
      forget()
      return content
    },
  }
}
