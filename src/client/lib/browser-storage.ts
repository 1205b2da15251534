type StorageName = 'localStorage' | 'sessionStorage'

const attempt = <T>(action: () => T, otherwise: T): T => {
  try {
    return action()
  } catch {
    // Private windows may forbid storage, and it may be full: the app then works without memory.
    return otherwise
  }
}

/** Absent on the server, where an exception for each read would slow rendering down. */
const storageIn = (name: StorageName): Storage | undefined => globalThis[name]

const storageCalled = (name: StorageName) => ({
  read: (key: string) => attempt(() => storageIn(name)?.getItem(key) ?? null, null),
  write: (key: string, text: string) =>
    attempt(() => storageIn(name)?.setItem(key, text), undefined),
  remove: (key: string) => attempt(() => storageIn(name)?.removeItem(key), undefined),
  removeWhere: (isUnwanted: (key: string) => boolean) =>
    attempt(() => {
      for (const key of Object.keys(globalThis[name]))
        if (isUnwanted(key)) globalThis[name].removeItem(key)
    }, undefined),
})

export const browserStorage = storageCalled('localStorage')
export const tabStorage = storageCalled('sessionStorage')

/** Under which names the browser remembers them. */
export const PREFERENCES = { theme: 'theme', currency: 'currency' } as const

/** Signing out clears the site's storage. Preferences are not personal, so they stay. */
export const keepingPreferences = async <T>(signOut: () => Promise<T>): Promise<T> => {
  const chosen = Object.values(PREFERENCES).map((key) => [key, browserStorage.read(key)] as const)
  try {
    return await signOut()
  } finally {
    for (const [key, text] of chosen) if (text !== null) browserStorage.write(key, text)
  }
}

/** Numbers that a tab remembers between pages: scroll positions, list lengths, the shuffle seed. */
export const recallNumber = (key: string): number | null => {
  const text = tabStorage.read(key)
  const value = text === null ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export const rememberNumber = (key: string, value: number) => tabStorage.write(key, String(value))

/** The router gives the first page of every visit this key, so an earlier visit's memory is not its own. */
const FIRST_PAGE = ':default:'

export const forgetFirstPage = () => tabStorage.removeWhere((key) => key.includes(FIRST_PAGE))

const LIFE_MS = 15 * 60_000

/** Something that this tab has to remember while its user logs in, perhaps on another site. */
export const createTabNote = <Content>(key: string) => {
  const forget = () => tabStorage.remove(key)
  const read = (): Content | null => {
    const text = tabStorage.read(key)
    const note = text === null ? null : (JSON.parse(text) as { content: Content; at: number })
    return note && Date.now() - note.at < LIFE_MS ? note.content : null
  }
  return {
    write: (content: Content) => tabStorage.write(key, JSON.stringify({ content, at: Date.now() })),
    forget,
    read,
    isThere: () => read() !== null,
    /** Only once: a later session in this tab may belong to someone else. */
    take: (): Content | null => {
      const content = read()
      forget()
      return content
    },
  }
}
