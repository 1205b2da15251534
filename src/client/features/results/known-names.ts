import { type CelebritySelection, FEED } from '#shared/paths.ts'

/** The header lists the celebrities found, or those in the URL if none are. */
export const knownNames = (
  selection: CelebritySelection,
  unknown: readonly string[] = [],
): readonly string[] => {
  if (selection === FEED) return []
  const missing = new Set(unknown)
  const names = selection.filter((name) => !missing.has(name))
  return names.length > 0 ? names : selection
}
