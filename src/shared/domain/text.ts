/** Placeholders that sources use for missing values. */
const NOT_AVAILABLE = 'N/A'

/** Neither blank nor a placeholder for a missing value. */
export const isKnown = (value: string | null | undefined): value is string => {
  const text = value?.trim() ?? ''
  return text !== '' && text.toUpperCase() !== NOT_AVAILABLE
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name derived from an email address, of which `-@example.com` is one. */
export const guessNameFromEmail = (email: string) => {
  const local = email.split('@')[0] ?? ''
  const words = local.split(/[._+-]+/).filter(Boolean)
  return words.map(capitalize).join(' ') || local
}

export const toHex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
