/** What a tab remembers between pages. Private windows may forbid storage: then it forgets. */
export const recallNumber = (key: string): number | null => {
  try {
    const text = sessionStorage.getItem(key)
    const value = text === null ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value : null
  } catch {
    // Forbidden storage: as if nothing had been kept.
    return null
  }
}

export const rememberNumber = (key: string, value: number) => {
  try {
    sessionStorage.setItem(key, String(value))
  } catch {
    // Forbidden or full: the page works without memory.
  }
}

/** The router calls the first page of every visit 'default': what an earlier visit left is not its own. */
const FIRST_PAGE = ':default:'

export const forgetFirstPage = () => {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.includes(FIRST_PAGE)) sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage has nothing to forget.
  }
}
