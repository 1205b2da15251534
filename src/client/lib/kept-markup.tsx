import { createContext, type ReactNode, useContext } from 'react'

/** Text before and after a part, for `fill`; a part that is known is rendered as a mark alone. */
type Marks = { start: string; end?: string; isKnown: boolean }
type MarkupKeeper = { mark(name: string): Marks }

/** Only the server keeps markup. */
export const MarkupKeeperContext = createContext<MarkupKeeper | null>(null)

type KeptMarkupProps = {
  /** Everything the markup depends on: two parts of the same share it. */
  of: readonly unknown[]
  children: ReactNode
}

/**
 * A part of many pages, which the server renders once and then keeps. Always three children, because
 * `useId` counts them, and the browser must arrive at the ids that the server has rendered.
 */
export const KeptMarkup = ({ of, children }: KeptMarkupProps) => {
  const marks = useContext(MarkupKeeperContext)?.mark(JSON.stringify(of))
  return (
    <>
      {marks?.start}
      {marks?.isKnown ? null : children}
      {marks?.end}
    </>
  )
}

/** React puts it between texts, and a mark is one, which the browser does not have. */
const SEPARATOR = '<!-- -->'
const withoutSeparators = (betweenMarks: string): string => {
  const from = betweenMarks.startsWith(SEPARATOR) ? SEPARATOR.length : 0
  const isEndMarked = betweenMarks.length > from && betweenMarks.endsWith(SEPARATOR)
  return betweenMarks.slice(from, isEndMarked ? -SEPARATOR.length : undefined)
}

/** Keeps up to `maxChars` of markup; the least recently used goes first. */
export const createMarkupKeeper = (maxChars: number) => {
  // Text of the catalogue must not pass for a mark.
  const token = crypto.randomUUID()
  const kept = new Map<string, string>()
  let chars = 0
  let asked: { name: string; markup: string | undefined }[] = []

  const forget = (name: string) => {
    chars -= name.length + (kept.get(name) ?? '').length
    kept.delete(name)
  }
  const keep = (name: string, markup: string) => {
    if (kept.has(name)) forget(name)
    kept.set(name, markup)
    chars += name.length + markup.length
    for (const oldest of kept.keys()) {
      if (chars <= maxChars) break
      forget(oldest)
    }
  }
  return {
    mark(name: string): Marks {
      const markup = kept.get(name)
      const index = asked.push({ name, markup }) - 1
      if (markup === undefined)
        return { start: `${token}s${index};`, end: `${token}e${index};`, isKnown: false }
      keep(name, markup)
      return { start: `${token}k${index};`, isKnown: true }
    },
    /** Replaces the marks in rendered markup by what was kept, and keeps what was rendered. */
    fill(rendered: string): string {
      const [before = '', ...pieces] = rendered.split(token)
      const filled = [withoutSeparators(before)]
      const startOf = new Map<string, number>()
      for (const piece of pieces) {
        const end = piece.indexOf(';')
        const index = piece.slice(1, end)
        const { name = '', markup = '' } = asked[Number(index)] ?? {}
        if (piece[0] === 'k') filled.push(markup)
        if (piece[0] === 's') startOf.set(index, filled.length)
        if (piece[0] === 'e') keep(name, filled.slice(startOf.get(index)).join(''))
        filled.push(withoutSeparators(piece.slice(end + 1)))
      }
      return filled.join('')
    },
    /** Before each page. */
    reset() {
      asked = []
    },
  }
}
