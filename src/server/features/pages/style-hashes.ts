import { createHash } from 'node:crypto'

const STYLE_ATTRIBUTE = ' style="'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const unescaped = (value: string): string =>
  value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/** The same few shapes and colours appear on many pages. */
const MAX_KNOWN = 5_000
const known = new Map<string, string>()

const hashOf = (value: string): string => {
  const found = known.get(value)
  if (found !== undefined) return found
  const hash = `'sha256-${createHash('sha256').update(unescaped(value)).digest('base64')}'`
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(value, hash)
  return hash
}

/**
 * Rendered markup has style attributes for positions and colours of pictures. The page's policy
 * allows exactly those.
 */
export const allowStyleAttributes = (policy: string, markup: string): string => {
  const hashes = new Set<string>()
  let from = markup.indexOf(STYLE_ATTRIBUTE)
  while (from >= 0) {
    const start = from + STYLE_ATTRIBUTE.length
    const end = markup.indexOf('"', start)
    if (end < 0) break
    hashes.add(hashOf(markup.slice(start, end)))
    from = markup.indexOf(STYLE_ATTRIBUTE, end)
  }
  return hashes.size === 0
    ? policy
    : `${policy}; style-src-attr 'unsafe-hashes' ${[...hashes].join(' ')}`
}
