import { tabStorage } from './browser-storage.ts'

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
