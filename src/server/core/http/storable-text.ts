/** PostgreSQL rejects NUL and lone surrogates, which would become a 500 for bad input. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Checks every string a client sent. Not recursive: the client chooses the depth. */
export const isStorable = (value: unknown): boolean => {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorableText(next)) return false
    if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner)
  }
  return true
}
