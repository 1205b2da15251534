const OWN = 'http://own.invalid'
const LONGEST = 2_000

/**
 * The redirect query contains a full target path. Null for a URL of another site, however disguised
 * (`//evil`, `/\evil`, a tab before the slashes).
 */
export const ownSitePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > LONGEST || !/^\/(?![/\\])/.test(target)) return null
  let url: URL
  try {
    url = new URL(target, OWN)
  } catch {
    // Not a valid URL.
    return null
  }
  const path = url.pathname + url.search + url.hash
  return url.origin === OWN && !path.startsWith('//') ? path : null
}
