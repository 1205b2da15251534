import type { AppliedFilter } from '#shared/contract/product-search.ts'
import type { Filter } from './product-filter.ts'
import type { Plan } from './product-search.service.ts'
import { WIDER_COLOUR } from '#shared/vocabulary/colours.ts'
import { kindLabel, parentKind, withinKind } from '#shared/vocabulary/vocabulary.ts'

type Facet = AppliedFilter['facet']

const labelsOf = ({ applied }: Plan, ...facets: Facet[]): string[] =>
  applied.filter(({ facet }) => facets.includes(facet)).map(({ label }) => label)

const inText = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** What was asked for, in a few words: 'black leather boots under $60'. */
const descriptionOf = (plan: Plan): string => {
  const before = labelsOf(plan, 'condition', 'colour', 'pattern', 'material', 'cut').map(inText)
  const [kind] = labelsOf(plan, 'kind')
  const after = [
    ...labelsOf(plan, 'brand', 'shop').map((name) => `by ${name}`),
    ...labelsOf(plan, 'department').map((name) => `for ${inText(name)}`),
    ...labelsOf(plan, 'occasion').map((name) => `for “${inText(name)}”`),
    ...labelsOf(plan, 'size').map((name) => `in ${inText(name)}`),
    ...labelsOf(plan, 'price').map(inText),
  ]
  return [...before, kind === undefined ? 'products' : inText(kind), ...after].join(' ')
}

type Relaxation = (plan: Plan) => Plan

/** Gives up wishes of these facets, and says so. */
const giveUp =
  (facets: readonly Facet[], cleared: (filter: Filter) => Partial<Filter>): Relaxation =>
  (plan) => {
    const dropped = plan.applied.filter(({ facet }) => facets.includes(facet))
    if (dropped.length === 0) return plan
    const names = dropped.map(({ label }) => inText(label))
    return {
      ...plan,
      filter: { ...plan.filter, ...cleared(plan.filter) },
      applied: plan.applied.filter((one) => !dropped.includes(one)),
      relaxed: [
        ...plan.relaxed,
        {
          words: names.join(', '),
          did: `No ${descriptionOf(plan)}. Without ${names.map((name) => `“${name}”`).join(' and ')}:`,
        },
      ],
    }
  }

const withoutWords: Relaxation = (plan) => {
  if (plan.filter.words === null) return plan
  const kept = new Set(plan.narrowerWords?.map(([word]) => word))
  const dropped = plan.filter.words.map(([word = '']) => word).filter((word) => !kept.has(word))
  const words = dropped.join(' ')
  return {
    ...plan,
    filter: { ...plan.filter, words: plan.narrowerWords },
    relaxed: [
      ...plan.relaxed,
      { words, did: `No ${descriptionOf(plan)} with “${words}”. Without these words:` },
    ],
  }
}

const isTagOf = (prefixes: readonly string[]) => (tag: string) =>
  prefixes.some((prefix) => tag.startsWith(prefix))

/** Without the groups and preferences whose tags start so. */
const withoutTags = (filter: Filter, ...prefixes: string[]): Partial<Filter> => {
  const isGivenUp = isTagOf(prefixes)
  return {
    tags: filter.tags.filter((group) => !group.some(isGivenUp)),
    first: filter.first.filter((wish) => !('tags' in wish) || !wish.tags.some(isGivenUp)),
  }
}

/** Softer wishes go first: a kind that was asked for is never dropped. */
const SOFT: readonly Relaxation[] = [
  withoutWords,
  giveUp(['occasion'], (filter) => withoutTags(filter, 'for:', 'best:')),
  giveUp(['pattern'], () => ({ patterns: [] })),
  giveUp(['material'], () => ({ materials: [] })),
  giveUp(['cut'], (filter) => ({
    ...withoutTags(filter, 'sleeves:', 'heel:', 'hood:', 'length:'),
    unwanted: { ...filter.unwanted, tags: [] },
  })),
  giveUp(['size'], (filter) => ({
    sizes: [],
    first: filter.first.filter((wish) => !('sizes' in wish)),
  })),
  giveUp(['department'], (filter) => withoutTags(filter, 'dept:')),
]

const widerColour: Relaxation = (plan) => {
  const { colours } = plan.filter
  const wider = colours.map((colour) => WIDER_COLOUR[colour] ?? colour)
  if (wider.join() === colours.join()) return plan
  return {
    ...plan,
    filter: { ...plan.filter, colours: wider },
    relaxed: [
      ...plan.relaxed,
      { words: colours.join(', '), did: `No ${descriptionOf(plan)}. Showing ${wider.join(', ')}.` },
    ],
  }
}

const widerKind: Relaxation = (plan) => {
  const [kind = ''] = plan.filter.kinds
  const parent = parentKind(kind)
  if (parent === null) return plan
  return {
    ...plan,
    filter: {
      ...plan.filter,
      kinds: [parent],
      widerKinds: withinKind(parent).filter((one) => one !== parent),
    },
    applied: plan.applied.map((one) =>
      one.facet === 'kind' ? { facet: 'kind', value: parent, label: kindLabel(parent) } : one,
    ),
    relaxed: [
      ...plan.relaxed,
      {
        words: inText(kindLabel(kind)),
        did: `No ${descriptionOf(plan)}. Showing ${inText(kindLabel(parent))}.`,
      },
    ],
  }
}

type Total = (filter: Filter) => Promise<number>

/** The first step that finds something, each step on top of the last one; or the last of them. */
const relax = async (
  from: Plan,
  steps: readonly Relaxation[],
  total: Total,
): Promise<{ plan: Plan; isFound: boolean }> => {
  let plan = from
  for (const step of steps) {
    const next = step(plan)
    if (next === plan) continue
    plan = next
    if ((await total(plan.filter)) > 0) return { plan, isFound: true }
  }
  return { plan, isFound: false }
}

/**
 * The plan, or the nearest to it that finds something. Something orange with a little black does not count
 * as black as long as giving up a softer wish finds something black.
 */
export const settlePlan = async (plan: Plan, total: number, count: Total): Promise<Plan> => {
  const hasColours = plan.filter.colours.length > 0
  const mainly: Total = (filter) => count({ ...filter, isMainColour: true })
  const isSoft = SOFT.some((step) => step(plan) !== plan)
  if (total > 0 && (!hasColours || !isSoft || (await mainly(plan.filter)) > 0)) return plan
  const soft = await relax(plan, SOFT, hasColours ? mainly : count)
  if (soft.isFound) return soft.plan
  if (total > 0) return plan
  if ((await count(soft.plan.filter)) > 0) return soft.plan
  const hard = await relax(soft.plan, [widerColour, widerKind, widerKind], count)
  return hard.isFound ? hard.plan : plan
}
