/**
 * Path and query with only these parameters, in their order: what a reply depends on. Otherwise each
 * link with an `fbclid`, or a visitor who invents parameters, would get a reply made anew.
 */
export const knownAddress = (url: string, names: readonly string[]): string => {
  const { pathname, searchParams } = new URL(url)
  const query = new URLSearchParams()
  for (const name of names) {
    const value = searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return query.size ? `${pathname}?${query.toString()}` : pathname
}
