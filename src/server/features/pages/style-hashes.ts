import { createHash } from 'node:crypto'

const STYLE_ATTRIBUTE = / style="([^"]*)"/g

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const unescaped = (value: string): string =>
  value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)

/**
 * Rendered markup has style attributes for positions and colours of pictures. The page's policy
 * allows exactly those.
 */
export const allowStyleAttributes = (policy: string, markup: string): string => {
  const values = new Set(
    Array.from(markup.matchAll(STYLE_ATTRIBUTE), ([, value = '']) => unescaped(value)),
  )
  if (values.size === 0) return policy
  const hashes = Array.from(
    values,
    (value) => `'sha256-${createHash('sha256').update(value).digest('base64')}'`,
  )
  return `${policy}; style-src-attr 'unsafe-hashes' ${hashes.join(' ')}`
}
