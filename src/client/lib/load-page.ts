import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** A path of this site in the language of this page; one that names the language stays. */
const addPrefix = (path: string): string => {
  const { prefix } = LOCALE_TEXT
  const isPrefixed = `${path.split(/[?#]/, 1)[0]}/`.startsWith(`${prefix}/`)
  if (isPrefixed) return path
  return path === '/' ? prefix : prefix + path
}

/** Loads a page of this site anew; links and `navigate` change only what is shown. */
export const loadPage = (path: string): void => window.location.assign(addPrefix(path))
