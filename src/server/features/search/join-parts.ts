import type { Plan } from './query-plan.service.ts'

const uniqueBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]

const hasKind = ({ applied }: Plan): boolean => applied.some(({ facet }) => facet === 'kind')

/** Lists what any of the parts lists. A garment whose chip was removed is no longer asked for. */
export const joinParts = (whole: Plan, parts: readonly Plan[]): Plan => {
  const ofKinds = parts.filter((part) => hasKind(part) && !part.isUnknown)
  const listed = ofKinds.length > 0 ? ofKinds : parts
  const applied = uniqueBy(
    listed.flatMap((part) => part.applied),
    ({ facet, value }) => `${facet}:${value}`,
  )
  return {
    ...whole,
    filter: { ...whole.filter, anyOf: listed.map(({ filter }) => filter) },
    applied: [
      ...applied.filter(({ facet }) => facet === 'kind'),
      ...applied.filter(({ facet }) => facet !== 'kind'),
    ],
    relaxed: uniqueBy(
      [...whole.relaxed, ...listed.flatMap(({ relaxed }) => relaxed)],
      ({ did }) => did,
    ),
    order: listed.find(({ order }) => order !== null)?.order ?? null,
    isUnknown: whole.isUnknown || listed.every(({ isUnknown }) => isUnknown),
    parts: listed,
  }
}
