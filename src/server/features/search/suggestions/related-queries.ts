import { describeBeside } from '#server/features/search/describe-beside.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import { getParentKind, listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { getDepartmentLabel, getMaterialLabel, getPatternLabel } from '#shared/vocabulary/labels.ts'
import { type CatalogGroups, listMostFrequent, selectGroups } from './product-groups.ts'
import {
  DEPARTMENT_TEXTS,
  ENGLISH_WORDING,
  getWording,
  writeSuggestion,
} from './suggestion-terms.ts'

/** The parts of a search in the order in which English has them. */
type SearchParts = {
  department?: string | undefined
  brand?: string | undefined
  colour?: string | undefined
  pattern?: string | undefined
  material?: string | undefined
  kind?: string | undefined
}

const writeInEnglish = ({
  department,
  brand,
  colour,
  pattern,
  material,
  kind,
}: SearchParts): string =>
  [
    department && (DEPARTMENT_TEXTS[department] ?? department),
    brand,
    colour,
    pattern,
    material,
    kind && ENGLISH_WORDING.nameKind(kind, department === undefined ? undefined : true),
  ]
    .filter(Boolean)
    .join(' ')

const writeSearch = (parts: SearchParts): string => {
  const wording = getWording()
  if (wording === ENGLISH_WORDING) return writeInEnglish(parts)
  const { department, brand, colour, pattern, material, kind } = parts
  const attributes = [
    colour && describeBeside('colour', getColorLabel(colour)),
    pattern && describeBeside('pattern', getPatternLabel(pattern)),
    material && describeBeside('material', getMaterialLabel(material)),
    department && describeBeside('department', getDepartmentLabel(department)),
    brand,
  ].filter((words): words is string => words !== undefined && words !== '')
  if (kind === undefined) return attributes.join(' ')
  const name = wording.nameKind(kind)
  return attributes.length === 0 ? name : writeSuggestion(name, attributes)
}

const findRoot = (kind: string): string => {
  const parent = getParentKind(kind)
  return parent === null ? kind : findRoot(parent)
}

const COLORS_EACH = 3
const KINDS_EACH = 3

/** Searches for something near what was searched: another colour, a neighbouring or narrower kind. */
export const listRelatedQueries = (
  applied: readonly AppliedFilter[],
  catalog: CatalogGroups,
): string[] => {
  const valueOf = (facet: AppliedFilter['facet']) =>
    applied.find((filter) => filter.facet === facet)?.value
  const parts: SearchParts = {
    department: valueOf('department'),
    brand: valueOf('brand'),
    colour: valueOf('colour'),
    pattern: valueOf('pattern'),
    material: valueOf('material'),
    kind: valueOf('kind'),
  }
  const { kind, colour, department, brand } = parts
  if (!Object.values(parts).some(Boolean)) return []
  const isInCatalog = (other: string) =>
    selectGroups(catalog, { kinds: listKindsWithin(other), ...(colour && { color: colour }) })
      .length > 0
  if (kind === undefined) {
    const groups = selectGroups(catalog, {
      ...(colour && { color: colour }),
      ...(department && { department }),
      ...(brand && { brand }),
    })
    return listMostFrequent(groups, (group) => [group.kind])
      .slice(0, 2 * KINDS_EACH)
      .map((other) => writeSearch({ ...parts, kind: other }))
  }
  const ofKind = selectGroups(catalog, {
    kinds: listKindsWithin(kind),
    ...(department && { department }),
  })
  const colors = listMostFrequent(ofKind, (group) => group.colors.slice(0, 1))
    .filter((other) => other !== colour)
    .slice(0, COLORS_EACH)
  const children = KINDS.filter(({ id, parent }) => parent === kind && isInCatalog(id))
  const siblings = new Set(
    KINDS.flatMap(({ id, parent }) => (parent === getParentKind(kind) ? id : [])),
  )
  const others = listMostFrequent(
    selectGroups(catalog, {
      kinds: listKindsWithin(findRoot(kind)).filter((id) => !listKindsWithin(kind).includes(id)),
      ...(colour && { color: colour }),
      ...(department && { department }),
    }),
    (group) => [group.kind],
  ).toSorted((a, b) => Number(siblings.has(b)) - Number(siblings.has(a)))
  const departments =
    department === undefined
      ? listMostFrequent(ofKind, (group) => group.departments).slice(0, 2)
      : []
  return [
    ...children.slice(0, KINDS_EACH).map(({ id }) => writeSearch({ ...parts, kind: id })),
    ...colors.map((other) => writeSearch({ ...parts, colour: other })),
    ...departments.map((other) => writeSearch({ ...parts, department: other })),
    ...others.slice(0, KINDS_EACH).map((other) => writeSearch({ ...parts, kind: other })),
  ]
}
