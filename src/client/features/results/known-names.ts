import { type CelebritySelection, FEED } from '#shared/paths.ts'

/** The header names those whose images it counts; when it knows none of them, those asked for. */
export const knownNames = (
  selection: CelebritySelection,
  unknown: readonly string[] = [],
): readonly string[] => {
  if (selection === FEED) return []
  const known = selection.filter((name) => !unknown.includes(name))
  return known.length > 0 ? known : selection
}
