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
