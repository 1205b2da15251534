import { DEPARTMENT_NAMES } from '#shared/domain/department.ts'
import { COLORS, MATERIALS, PATTERNS } from '#shared/vocabulary/appearance.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'

type Named = { id: string; names: readonly string[] }
const nameFirst = (table: string, entries: readonly Named[]) =>
  entries.map(({ id, names }) => [`${table}.${id}`, names.includes(id) ? id : names[0]] as const)

/** English words for what visitors read under a key of the language files. */
const englishNames = new Map<string, string | undefined>([
  ...nameFirst('KIND_TEXT', KINDS),
  ...nameFirst('PATTERN_TEXT', PATTERNS),
  ...nameFirst('MATERIAL_TEXT', MATERIALS),
  ...nameFirst('COLOUR_TEXT', COLORS),
  ...Object.entries(DEPARTMENT_NAMES).map(
    ([department, names]) => [`DEPARTMENT_TEXT.${department}`, names.split(', ')[0]] as const,
  ),
])

/** 'Coats and jackets' are several kinds. */
const JOINED = /・| (?:und|et|y) | و/u

/** What filters are called in a language, in the form of the vocabularies: English words, then the names. */
export const listLabelNames = (messages: ReadonlyMap<string, string>): Record<string, string> => {
  const namesOf: Record<string, string> = {}
  for (const [key, label] of messages) {
    const english = englishNames.get(key)
    if (english === undefined || JOINED.test(label)) continue
    namesOf[english] = english in namesOf ? `${namesOf[english] ?? ''}, ${label}` : label
  }
  return namesOf
}
