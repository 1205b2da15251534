/** The language that a visitor chose; scripts may read it. */
export const LANGUAGE_COOKIE = 'language'

/** A language that this site offers, as pages tell the client. */
export interface OfferedLanguage {
  code: string
  /** What it calls itself. */
  name: string
  /** What a visitor reads who knows it and sees another. */
  proposal: string
}
