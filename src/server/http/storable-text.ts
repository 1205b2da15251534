/** PostgreSQL stores no NUL and no half of a surrogate pair; without this they would be our failure. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Looks at every text in what a client sent. A loop, since a client also chooses how deep it is. */
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
