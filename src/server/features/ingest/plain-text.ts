import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'

const INVISIBLE = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'head'])
const INLINE = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 'span', 'small', 'sup', 'sub', 'font'])
/** Texts of feeds are often escaped once too often, seldom twice. */
const UNESCAPING_ROUNDS = 2
const MARKUP = /<(?:[a-z!/][^<>]*)>/i
const ENTITY = /&(?:[a-z][a-z0-9]*|#\d+|#x[\da-f]+);/i

/** One line of plain text without markup, entities and control characters. */
export const plainText = (text: string, maxLength: number): string => {
  let plain = text
  for (let round = 0; round < UNESCAPING_ROUNDS; round += 1) {
    if (ENTITY.test(plain)) plain = decodeHTML(plain)
    if (MARKUP.test(plain)) plain = withoutMarkup(plain)
  }
  return cut(plain.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, ' ').trim(), maxLength).trim()
}

/** Never cuts a surrogate pair in half, for which PostgreSQL would reject the whole feed. */
export const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')

const withoutMarkup = (html: string): string => {
  const pieces: string[] = []
  let unseen = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (INVISIBLE.has(name)) unseen += 1
      if (!INLINE.has(name)) pieces.push(' ')
    },
    ontext: (piece) => {
      if (unseen === 0) pieces.push(piece)
    },
    onclosetag: (name) => {
      if (INVISIBLE.has(name)) unseen -= 1
      if (!INLINE.has(name)) pieces.push(' ')
    },
  })
  parser.end(html)
  return pieces.join('')
}
