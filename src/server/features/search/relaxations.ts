import type { AppliedFilter, RelaxedWord } from '#shared/contract/product-search.ts'
import { WIDER_COLOR } from '#shared/vocabulary/appearance.ts'
import { getKindLabel, getParentKind, listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import type { Filter } from './product-filter.store.ts'
import type { Plan } from './product-search.service.ts'

type Facet = AppliedFilter['facet']

const labelsOf = ({ applied }: Plan, ...facets: Facet[]): string[] =>
  facets.flatMap((facet) =>
    applied.filter((filter) => filter.facet === facet).map(({ label }) => label),
  )

const uncapitalize = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** The request in a few words: 'black leather boots under $60'. */
const descriptionOf = (plan: Plan): string => {
  const before = labelsOf(plan, 'condition', 'colour', 'pattern', 'material', 'cut').map(
    uncapitalize,
  )
  const [kind] = labelsOf(plan, 'kind')
  const after = [
    ...labelsOf(plan, 'brand', 'shop').map((name) => `by ${name}`),
    ...labelsOf(plan, 'department').map((name) => `for ${uncapitalize(name)}`),
    ...labelsOf(plan, 'occasion').map((name) => `for “${uncapitalize(name)}”`),
    ...labelsOf(plan, 'size').map((name) => `in ${uncapitalize(name)}`),
    ...labelsOf(plan, 'price').map(uncapitalize),
  ]
  return [...before, kind === undefined ? 'products' : uncapitalize(kind), ...after].join(' ')
}

/** For words that name nothing here. */
export const sayNothingCalled = (words: string): RelaxedWord => ({
  words,
  did:
    words === ''
      ? 'We found nothing to look for in this search.'
      : `Nothing here is called “${words}”.`,
})

/** For a request that nothing meets, even without some of its conditions. */
export const sayNothingFits = (plan: Plan): RelaxedWord => {
  const words = plan.filter.words?.map(([word]) => word).join(' ') ?? ''
  if (plan.applied.length === 0 && words !== '') return sayNothingCalled(words)
  const named = words === '' ? '' : `“${words}” in `
  return { words, did: `No results for ${named}${descriptionOf(plan)}.` }
}

type Relaxation = (plan: Plan) => Plan

const explain = (plan: Plan, words: string, replacement: string) => [
  ...plan.relaxed,
  { words, did: `No results for ${descriptionOf(plan)}. Showing ${replacement}.` },
]

/** Drops the conditions of these facets, with an explanation. */
const dropFacets =
  (facets: readonly Facet[], clear: (filter: Filter) => Partial<Filter>): Relaxation =>
  (plan) => {
    const dropped = plan.applied.filter(({ facet }) => facets.includes(facet))
    if (dropped.length === 0) return plan
    const names = dropped.map(({ label }) => uncapitalize(label))
    return {
      ...plan,
      filter: { ...plan.filter, ...clear(plan.filter) },
      applied: plan.applied.filter((filter) => !dropped.includes(filter)),
      relaxed: explain(
        plan,
        names.join(', '),
        `results without ${names.map((name) => `“${name}”`).join(' and ')}`,
      ),
    }
  }

const withoutWords: Relaxation = (plan) => {
  if (plan.filter.words === null) return plan
  const keptWords = new Set(plan.narrowerWords?.map(([word]) => word))
  const dropped = plan.filter.words
    .map(([word = '']) => word)
    .filter((word) => !keptWords.has(word))
  const words = dropped.join(' ')
  return {
    ...plan,
    filter: { ...plan.filter, words: plan.narrowerWords },
    relaxed: explain(plan, words, `results without “${words}”`),
  }
}

const isTagOf = (prefixes: readonly string[]) => (tag: string) =>
  prefixes.some((prefix) => tag.startsWith(prefix))

/** Removes the groups and preferences whose tags have one of the prefixes. */
const withoutTags = (filter: Filter, ...prefixes: string[]): Partial<Filter> => {
  const isDropped = isTagOf(prefixes)
  return {
    tags: filter.tags.filter((group) => !group.some(isDropped)),
    preferences: filter.preferences.filter(
      (preference) => !('tags' in preference) || !preference.tags.some(isDropped),
    ),
  }
}

/** The least important conditions are dropped first; a requested kind never is. */
const SOFT_STEPS: readonly Relaxation[] = [
  withoutWords,
  dropFacets(['occasion'], (filter) => withoutTags(filter, 'for:', 'best:')),
  dropFacets(['pattern'], () => ({ patterns: [] })),
  dropFacets(['material'], () => ({ materials: [] })),
  dropFacets(['cut'], (filter) => ({
    ...withoutTags(filter, 'sleeves:', 'heel:', 'hood:', 'length:'),
    excluded: { ...filter.excluded, tags: [] },
  })),
  dropFacets(['size'], (filter) => ({
    sizes: [],
    preferences: filter.preferences.filter((preference) => !('sizes' in preference)),
  })),
  dropFacets(['department'], (filter) => withoutTags(filter, 'dept:')),
]

const widerColor: Relaxation = (plan) => {
  const { colors } = plan.filter
  const wider = colors.map((color) => WIDER_COLOR[color] ?? color)
  if (wider.join() === colors.join()) return plan
  return {
    ...plan,
    filter: { ...plan.filter, colors: wider },
    relaxed: explain(plan, colors.join(', '), wider.join(', ')),
  }
}

const widerKind: Relaxation = (plan) => {
  const [kind = ''] = plan.filter.kinds
  const parent = getParentKind(kind)
  if (parent === null) return plan
  return {
    ...plan,
    filter: {
      ...plan.filter,
      kinds: [parent],
      widerKinds: listKindsWithin(parent).filter((narrower) => narrower !== parent),
    },
    applied: plan.applied.map((filter) =>
      filter.facet === 'kind'
        ? { facet: 'kind', value: parent, label: getKindLabel(parent) }
        : filter,
    ),
    relaxed: explain(plan, uncapitalize(getKindLabel(kind)), uncapitalize(getKindLabel(parent))),
  }
}

/** Whether a filter still says what is wanted. Without that, it would list the whole catalogue. */
const saysWhat = (filter: Filter): boolean =>
  [
    filter.kinds,
    filter.widerKinds,
    filter.colors,
    filter.patterns,
    filter.materials,
    filter.brands,
    filter.shops,
    filter.people,
    filter.words ?? [],
    filter.tags,
  ].some((list) => list.length > 0)

type CountMatches = (filter: Filter) => Promise<number>

/** Applies steps one after another until the plan finds something. */
const relax = async (
  from: Plan,
  steps: readonly Relaxation[],
  total: CountMatches,
): Promise<{ plan: Plan; isFound: boolean }> => {
  let plan = from
  for (const step of steps) {
    const next = step(plan)
    if (next === plan) continue
    if (!saysWhat(next.filter)) break
    plan = next
    if ((await total(plan.filter)) > 0) return { plan, isFound: true }
  }
  return { plan, isFound: false }
}

/**
 * The plan, or the nearest one that finds something. Orange products with a little black do not count as
 * black as long as dropping a softer condition finds black ones.
 */
export const settlePlan = async (plan: Plan, total: number, count: CountMatches): Promise<Plan> => {
  const hasColors = plan.filter.colors.length > 0
  const countMainColor: CountMatches = (filter) => count({ ...filter, isMainColor: true })
  const isSoft = SOFT_STEPS.some((step) => step(plan) !== plan)
  if (total > 0 && (!hasColors || !isSoft || (await countMainColor(plan.filter)) > 0)) return plan
  const softResult = await relax(plan, SOFT_STEPS, hasColors ? countMainColor : count)
  if (softResult.isFound) return softResult.plan
  if (total > 0) return plan
  if ((await count(softResult.plan.filter)) > 0) return softResult.plan
  const hardResult = await relax(softResult.plan, [widerColor, widerKind, widerKind], count)
  return hardResult.isFound ? hardResult.plan : plan
}
