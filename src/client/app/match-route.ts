import { matchPath } from 'react-router'

/** A pattern's text before its first parameter, without the slash that ends it. */
const fixedStart = (pattern: string): string =>
  pattern.split(/[:*]/, 1)[0]?.replace(/\/$/, '') ?? ''

/**
 * Whether the path is one of this route. Comparing the start is enough to rule out nearly all routes;
 * `matchPath` compiles its pattern each time.
 */
export const isRoute = (pattern: string, pathname: string): boolean =>
  pathname.toLowerCase().startsWith(fixedStart(pattern)) && matchPath(pattern, pathname) !== null
