import { createContext, type ReactNode, useContext } from 'react'

/** Texts around a fragment that `fill` finds again; a cached fragment is rendered as one text alone. */
type Placeholders = { start: string; end?: string; isCached: boolean }
type MarkupKeeper = { mark(key: string): Placeholders }

/** Provided only on the server, which caches markup. */
export const MarkupKeeperContext = createContext<MarkupKeeper | null>(null)

type KeptMarkupProps = {
  /** Everything the markup depends on. */
  cacheKey: readonly unknown[]
  children: ReactNode
}

/**
 * A fragment of many pages, which the server renders once and then caches. It always has three children,
 * because `useId` counts them, and the browser must arrive at the ids that the server has rendered.
 */
export const KeptMarkup = ({ cacheKey, children }: KeptMarkupProps) => {
  const marks = useContext(MarkupKeeperContext)?.mark(JSON.stringify(cacheKey))
  return (
    <>
      {marks?.start}
      {marks?.isCached ? null : children}
      {marks?.end}
    </>
  )
}

/** React separates adjacent texts with it. Placeholders are texts that the browser does not have. */
const SEPARATOR = '<!-- -->'
const removeSeparators = (piece: string): string => {
  const from = piece.startsWith(SEPARATOR) ? SEPARATOR.length : 0
  const hasEnd = piece.length > from && piece.endsWith(SEPARATOR)
  return piece.slice(from, hasEnd ? -SEPARATOR.length : undefined)
}

/** Caches up to `maxChars` of markup; the least recently used fragments are dropped first. */
export const createMarkupKeeper = (maxChars: number) => {
  // Random, so that no text of the catalogue can be taken for a placeholder.
  const token = crypto.randomUUID()
  const cache = new Map<string, string>()
  let chars = 0
  let fragments: { key: string; markup: string | undefined }[] = []

  const drop = (key: string) => {
    chars -= key.length + (cache.get(key) ?? '').length
    cache.delete(key)
  }
  const store = (key: string, markup: string) => {
    if (cache.has(key)) drop(key)
    cache.set(key, markup)
    chars += key.length + markup.length
    for (const oldest of cache.keys()) {
      if (chars <= maxChars) break
      drop(oldest)
    }
  }
  return {
    mark(key: string): Placeholders {
      const markup = cache.get(key)
      const index = fragments.push({ key, markup }) - 1
      if (markup === undefined)
        return { start: `${token}s${index};`, end: `${token}e${index};`, isCached: false }
      store(key, markup)
      return { start: `${token}k${index};`, isCached: true }
    },
    /** Replaces the placeholders in rendered markup by cached fragments, and caches the new ones. */
    fill(rendered: string): string {
      const [before = '', ...pieces] = rendered.split(token)
      const filled = [removeSeparators(before)]
      const startOf = new Map<string, number>()
      for (const piece of pieces) {
        const end = piece.indexOf(';')
        const index = piece.slice(1, end)
        const { key = '', markup = '' } = fragments[Number(index)] ?? {}
        if (piece[0] === 'k') filled.push(markup)
        if (piece[0] === 's') startOf.set(index, filled.length)
        if (piece[0] === 'e') store(key, filled.slice(startOf.get(index)).join(''))
        filled.push(removeSeparators(piece.slice(end + 1)))
      }
      return filled.join('')
    },
    /** Called before each page. */
    reset() {
      fragments = []
    },
  }
}
