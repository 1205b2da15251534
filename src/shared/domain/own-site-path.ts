const OWN = 'http://own.invalid'
const LONGEST = 2_000

/**
 * §2: the redirect query holds a full target path. An address of another site, however it is
 * disguised (`//evil`, `/\evil`, a tab before the slashes), is dropped: null.
 */
export const ownSitePath = (target: string | null | undefined): string | null => {
  if (!target || target.length > LONGEST || !/^\/(?![/\\])/.test(target)) return null
  let url: URL
  try {
    url = new URL(target, OWN)
  } catch {
    // What no browser could follow is no target.
    return null
  }
  const path = url.pathname + url.search + url.hash
  return url.origin === OWN && !path.startsWith('//') ? path : null
}
