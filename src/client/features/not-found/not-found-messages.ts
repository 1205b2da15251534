/** The page of an address that does not exist. */

export const NOT_FOUND_TEXT = {
  title: 'Page not found',
  heading: 'This page has gone out of style.',
  hint: 'The link may be broken, or the page may have been removed.',
} as const
