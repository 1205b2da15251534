const PLACEHOLDER_ORIGIN = 'http://own.invalid'
const MAX_LENGTH = 2_000

/**
 * The redirect query contains a full target path. Null for a URL of another site, however disguised
 * (`//evil`, `/\evil`, a tab before the slashes).
 */
export const ownSitePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > MAX_LENGTH || !/^\/(?![/\\])/.test(target)) return null
  let url: URL
  try {
    url = new URL(target, PLACEHOLDER_ORIGIN)
  } catch {
    // Not a valid URL.
    return null
  }
  const path = url.pathname + url.search + url.hash
  return url.origin === PLACEHOLDER_ORIGIN && !path.startsWith('//') ? path : null
}
