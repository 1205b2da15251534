import { TEXT_LIMITS } from '#shared/constants.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { NAMES_TEXT } from '#shared/attribute-messages.ts'

export const STYLE_TYPES = ['celebrity', 'creator'] as const
export type StyleType = (typeof STYLE_TYPES)[number]

/** The tabs of All celebrities, as kept in the browser's history state. */
export type StyleTab = 'all' | StyleType

export const readStyleTab = (state: unknown): StyleTab =>
  state === 'celebrity' || state === 'creator' ? state : 'all'

/** The portrait's file name. Accents are removed, so that 'Zoë' and 'Zoe' share a file. */
export const buildCelebrityImageName = (name: string): string => {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('$', 's')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `${slug}.jpg`
}

/** Derived from the name, because a random style type would move between tabs. */
export const parseStyleType = (name: string): StyleType => {
  let hash = 0x811c9dc5
  for (const character of name.normalize('NFC')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  // The lowest bit is only the letters' parity; the highest depends on all of them.
  return hash < 0 ? 'creator' : 'celebrity'
}

/** 'A, B & Last', and with more names than are listed 'A, B & Last + N more'. */
export const formatNamesHeader = (names: readonly string[], isMobile: boolean): string => {
  const limit = isMobile ? TEXT_LIMITS.namesMobile : TEXT_LIMITS.namesDesktop
  const listedNames = names.slice(0, limit)
  const joinedNames = listedNames.length > 1 ? NAMES_TEXT.list(listedNames) : (listedNames[0] ?? '')
  return names.length > limit ? NAMES_TEXT.andMore(joinedNames, names.length - limit) : joinedNames
}

/** At most `limit` characters including the ellipsis; never splits a character. */
const truncateText = (text: string, limit: number): string => {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}

export const truncateProductName = (name: string, isMobile: boolean): string =>
  truncateText(name, isMobile ? TEXT_LIMITS.productNameMobile : TEXT_LIMITS.productNameDesktop)

/** A tile names one product, with 'and N more' if there are several. */
export const formatTileName = (name: string, products: number): string => {
  const shortName = truncateText(name, TEXT_LIMITS.tileName)
  return products > 1 ? `${shortName} ${RESULTS_TEXT.andMore(products - 1)}` : shortName
}
