import { NOT_AVAILABLE } from '#shared/constants.ts'

/** Neither blank nor a placeholder for a missing value. */
export const isKnown = (value: string | null | undefined): value is string => {
  const text = value?.trim() ?? ''
  return text !== '' && text.toUpperCase() !== NOT_AVAILABLE
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name derived from an email address. */
export const nameFromEmail = (email: string) =>
  (email.split('@')[0] ?? '')
    .split(/[._+-]+/)
    .filter(Boolean)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ') || 'Guest'

export const hexOf = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
