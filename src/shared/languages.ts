/** The language that a visitor chose; scripts may read it. */
export const LANGUAGE_COOKIE = 'language'

/**
 * With it, our pages name their language to calls of the specification, which answer all others in English.
 * `accept-language` would not do: browsers send it by themselves.
 */
export const PAGE_LANGUAGE_HEADER = 'page-language'

/** A language that this site offers, as pages tell the client. */
export interface OfferedLanguage {
  code: string
  /** What it calls itself. */
  name: string
  /** What a visitor reads who knows it and sees another. */
  proposal: string
}
