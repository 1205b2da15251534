import { cut, plainText } from './plain-text.ts'

const SIZE_CHARS = 100
const MAX_SIZES = 40

/** Letter sizes in order: 'M/L' is between two neighbours, 'S/XL' lists two sizes. */
const LETTERS = 'xxxs xxs xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl 6xl'.split(' ')

const isLetter = (size: string) => LETTERS.includes(size.toLowerCase())

/** '32/34' is waist and length, 'M/L' is one size; 'M/L/XL' and 'S/XL' are several sizes. */
const splitAtSlashes = (size: string): string[] => {
  const pieces = size.split('/').map((piece) => piece.trim())
  const [first = '', second = ''] = pieces
  const areLetters = pieces.every(isLetter)
  const isPair = pieces.length === 2
  if (pieces.length < 2 || pieces.includes('')) return [size]
  if (isPair && !areLetters) return [size]
  if (!areLetters && !pieces.every((piece) => /^\d{1,3}(?:[.,]5)?$/.test(piece))) return [size]
  const distance = Math.abs(
    LETTERS.indexOf(first.toLowerCase()) - LETTERS.indexOf(second.toLowerCase()),
  )
  return isPair && distance <= 1 ? [size] : pieces
}

export const sizesOf = (texts: readonly string[]): string[] => {
  const sizes = texts
    .flatMap((text) => plainText(text, SIZE_CHARS * MAX_SIZES).split(/[,;|]/))
    .map((size) => cut(size.trim(), SIZE_CHARS))
    .filter((size) => size !== '')
    .flatMap(splitAtSlashes)
  return [...new Set(sizes)].slice(0, MAX_SIZES)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** 'Ski jacket – Black' for 'Ski jacket – Black, Size M', so that all sizes have the same title. */
export const titleWithoutSize = (title: string, sizes: readonly string[]): string => {
  const [size] = sizes
  if (size === undefined || sizes.length > 1) return title
  const end = new RegExp(
    `[\\s,;:/|(\\[–—-]+(?:(?:size|größe|grösse|gr|taille|talla|taglia|maat|rozmiar|размер|us|uk|eu)[\\s:.]*)*${escaped(size)}\\s*[)\\]]?\\s*$`,
    'iu',
  )
  return title.replace(end, '').trim() || title
}

const PACK =
  /\b(?:pack of (\d{1,2})|(\d{1,2})[\s-]?(?:er[\s-]?)?pack\b|(\d{1,2})[\s-]?pcs?\b|lot de (\d{1,2})|set of (\d{1,2})|pacote com (\d{1,2}))/i
const BUNDLE = /\b(?:bundle|gift set|starter set|multipack|value pack)\b/i

/** 'Pack of 3' or 'Set' if the price is for more than one piece. */
export const soldAsOf = (
  multipack: string | undefined,
  isBundle: string | undefined,
  title: string,
): string | null => {
  const inTitle = PACK.exec(title)
  const count = Number(multipack ?? inTitle?.slice(1).find((digits) => digits !== undefined) ?? 0)
  if (count > 1) return `Pack of ${count}`
  return /^(?:yes|true|1)$/i.test(isBundle ?? '') || BUNDLE.test(title) ? 'Set' : null
}
