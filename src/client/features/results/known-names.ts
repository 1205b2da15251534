import { type CelebritySelection, FEED } from '#shared/paths.ts'

/** The header lists the celebrities found, or those in the URL if none are. */
export const knownNames = (
  selection: CelebritySelection,
  unknown: readonly string[] = [],
): readonly string[] => {
  if (selection === FEED) return []
  const known = selection.filter((name) => !unknown.includes(name))
  return known.length > 0 ? known : selection
}
