import { NOT_AVAILABLE } from '#shared/constants.ts'

/** Neither blank nor what sources write where they know nothing. */
export const isKnown = (value: string | null | undefined): value is string => {
  const text = value?.trim() ?? ''
  return text !== '' && text.toUpperCase() !== NOT_AVAILABLE
}
