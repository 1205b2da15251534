import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { WIDER_COLOR } from '#shared/vocabulary/appearance.ts'
import { TRAIT_TEXT } from '#shared/vocabulary-messages.ts'
import { getMaterialLabel, getPatternLabel } from '#shared/vocabulary/labels.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'
import {
  getKindLabel,
  getParentKind,
  getParentTextile,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import {
  describeColor,
  descriptionOf,
  inSentence,
  listAlternatives,
  sayNothingFits,
  sayNotStated,
} from './describe-request.ts'
import { joinParts } from './join-parts.ts'
import type { Filter, StatedCondition } from './product-filter.store.ts'
import type { Plan } from './query-plan.service.ts'
import { SALE_TAGS } from '#server/features/catalog/description/index.ts'

type Facet = AppliedFilter['facet']

type Relaxation = (plan: Plan) => Plan

/** `replacement`: what is shown instead, such as 'checked skirts'. */
const explain = (plan: Plan, words: string, replacement: string, name?: string) => {
  const request = descriptionOf(plan)
  const did =
    name === undefined
      ? SEARCH_RESULT_TEXT.noResultsBut(request, replacement)
      : SEARCH_RESULT_TEXT.noResultsNamedBut(name, request, replacement)
  return [...plan.relaxed, { words, did }]
}

/** Drops the conditions of these facets, with an explanation. */
const dropFacets =
  (facets: readonly Facet[], clear: (filter: Filter) => Partial<Filter>): Relaxation =>
  (plan) => {
    const dropped = plan.applied.filter(({ facet }) => facets.includes(facet))
    if (dropped.length === 0) return plan
    const names = dropped.map(({ label }) => inSentence(label))
    return {
      ...plan,
      filter: { ...plan.filter, ...clear(plan.filter) },
      applied: plan.applied.filter((filter) => !dropped.includes(filter)),
      relaxed: explain(plan, names.join(', '), SEARCH_RESULT_TEXT.resultsWithout(names)),
    }
  }

const eitherColor: Relaxation = (plan) =>
  plan.filter.isEveryColor
    ? {
        ...plan,
        filter: { ...plan.filter, isEveryColor: false },
        relaxed: explain(
          plan,
          SEARCH_RESULT_TEXT.all(plan.filter.colors.map(describeColor)),
          listAlternatives(plan.filter.colors.map(describeColor)),
        ),
      }
    : plan

/** Gingham widens to checks, and sterling silver to silver. */
const widerTextile =
  (
    facet: 'pattern' | 'material',
    replace: (filter: Filter, names: readonly string[]) => Partial<Filter>,
  ): Relaxation =>
  (plan) => {
    const ofFacet = plan.applied.filter((filter) => filter.facet === facet)
    const labelOf = facet === 'pattern' ? getPatternLabel : getMaterialLabel
    const widerOf = (value: string) => {
      const parent = getParentTextile(value)
      // That it is printed says nothing about flowers.
      return parent === null || parent === 'printed' ? value : parent
    }
    const wider = [...new Set(ofFacet.map(({ value }) => widerOf(value)))]
    if (ofFacet.every(({ value }) => widerOf(value) === value)) return plan
    return {
      ...plan,
      filter: { ...plan.filter, ...replace(plan.filter, wider) },
      applied: [
        ...plan.applied.filter((filter) => !ofFacet.includes(filter)),
        ...wider.map((value) => ({ facet, value, label: labelOf(value) })),
      ],
      relaxed: explain(
        plan,
        ofFacet.map(({ label }) => inSentence(label)).join(', '),
        wider.map((value) => inSentence(labelOf(value))).join(', '),
      ),
    }
  }

const widerPattern = widerTextile('pattern', (_, names) => ({
  patterns: names.flatMap(listPatternsWithin),
}))
const widerMaterial = widerTextile('material', ({ stated }, names) => ({
  materials: names.flatMap(listMaterialsWithin),
  stated: stated.map((condition) =>
    condition.column === 'materials'
      ? {
          ...condition,
          filters: names.map((name) => `material:${name}`),
          values: names.flatMap(listMaterialsWithin),
        }
      : condition,
  ),
}))

const withoutWords: Relaxation = (plan) => {
  const { words: required, narrower } = plan.filter
  if (required === null && narrower === null) return plan
  const keptWords = new Set(plan.narrowerWords?.map(([word]) => word))
  const dropped = [...(narrower ?? required ?? [])]
    .map(([word = '']) => word)
    .filter((word) => !keptWords.has(word))
  const words = dropped.join(' ')
  return {
    ...plan,
    filter: { ...plan.filter, words: plan.narrowerWords, narrower: null },
    relaxed: explain(plan, words, SEARCH_RESULT_TEXT.resultsWithout([words]), words),
  }
}

const CUTS: ReadonlySet<string> = new Set(
  Object.keys(TRAIT_TEXT).map((trait) => trait.split(':')[0] ?? ''),
)

const without = ({ stated }: Filter, isDropped: (subject: string) => boolean): Partial<Filter> => ({
  stated: stated.filter(({ subject }) => !isDropped(subject)),
})

const dropSale = dropFacets(['sale'], (filter) => ({
  ...without(filter, (subject) => subject === 'sale'),
  tags: filter.tags.filter((group) => !group.includes(SALE_TAGS.reduced)),
  excluded: {
    ...filter.excluded,
    tags: filter.excluded.tags.filter((tag) => tag !== SALE_TAGS.notReduced),
  },
}))

/** The least important conditions are dropped first; a requested kind never is. */
const SOFT_STEPS: readonly Relaxation[] = [
  eitherColor,
  withoutWords,
  dropFacets(['occasion'], ({ tags, preferences }) => ({
    tags: tags.filter((group) => !group.some((tag) => /^(?:top|best|for):/.test(tag))),
    preferences: preferences.filter((preference) => !('tags' in preference)),
  })),
  widerPattern,
  dropFacets(['pattern'], () => ({ patterns: [] })),
  widerMaterial,
  dropFacets(['material'], ({ stated }) => ({
    materials: [],
    stated: stated.filter(({ column }) => column !== 'materials'),
  })),
  dropFacets(['cut'], (filter) => ({
    ...without(filter, (subject) => CUTS.has(subject)),
    tags: filter.tags.filter((group) => !group.some((tag) => CUTS.has(tag.split(':')[0] ?? ''))),
    excluded: { ...filter.excluded, tags: [] },
  })),
  dropFacets(['size'], (filter) => ({
    ...without(filter, (subject) => subject === 'size'),
    sizes: [],
    preferences: filter.preferences.filter((preference) => !('sizes' in preference)),
  })),
  dropFacets(['department'], (filter) => ({
    ...without(filter, (subject) => subject === 'department'),
    tags: filter.tags.filter((group) => !group.some((tag) => tag.startsWith('dept:'))),
  })),
]

const widerColor: Relaxation = (plan) => {
  const { colors } = plan.filter
  const wider = colors.map((color) => WIDER_COLOR[color] ?? color)
  if (wider.join() === colors.join()) return plan
  return {
    ...plan,
    filter: { ...plan.filter, colors: wider },
    // Blue is not the light blue that the filter names.
    applied: plan.applied.filter(
      ({ facet, value }) => facet !== 'colour' || !colors.includes(value) || wider.includes(value),
    ),
    relaxed: explain(
      plan,
      colors.map(describeColor).join(', '),
      wider.map(describeColor).join(', '),
    ),
  }
}

/** Without it, a kind in another colour is nearer than another kind in this one. */
const anyColor = dropFacets(['colour'], () => ({ colors: [] }))

/** They say too little: a hat is no answer for a tie. */
const WIDEST_KINDS: ReadonlySet<string> = new Set(['clothing', 'accessories', 'other'])

const widerKind: Relaxation = (plan) => {
  const [kind = ''] = plan.filter.kinds
  const parent = getParentKind(kind)
  if (parent === null || WIDEST_KINDS.has(parent)) return plan
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
    relaxed: explain(plan, inSentence(getKindLabel(kind)), inSentence(getKindLabel(parent))),
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
    filter.stated,
  ].some((list) => list.length > 0)

type CountMatches = (filter: Filter) => Promise<number>

/**
 * If no product states what is wanted, but some do not say: lists these, without the filters that they may
 * not meet. Conditions that some of them state are kept, the most important first.
 */
const listUnstated = async (plan: Plan, count: CountMatches): Promise<Plan | null> => {
  const { filter } = plan
  if (filter.stated.length === 0) return null
  const withStated = (stated: readonly StatedCondition[]): Filter => {
    const mayLack = filter.stated.filter((condition) => !stated.includes(condition))
    const isMaterialOpen = mayLack.some(({ column }) => column === 'materials')
    return { ...filter, stated, mayLack, ...(isMaterialOpen ? { materials: [] } : {}) }
  }
  if ((await count(withStated([]))) === 0) return null
  const kept: StatedCondition[] = []
  for (const condition of filter.stated) {
    const isLast = kept.length === filter.stated.length - 1
    if (!isLast && (await count(withStated([...kept, condition]))) > 0) kept.push(condition)
  }
  const unstated = filter.stated.filter((condition) => !kept.includes(condition))
  const names = new Set(unstated.flatMap(({ filters }) => filters))
  const dropped = plan.applied.filter(({ facet, value }) => names.has(`${facet}:${value}`))
  const heading = sayNotStated(unstated)
  return {
    ...plan,
    filter: withStated(kept),
    heading,
    applied: plan.applied.filter((applied) => !dropped.includes(applied)),
    relaxed: explain(
      plan,
      dropped.map(({ label }) => inSentence(label)).join(', '),
      SEARCH_RESULT_TEXT.productsWith(inSentence(heading)),
    ),
  }
}

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
    const unstated = await listUnstated(plan, total)
    if (unstated) return { plan: unstated, isFound: true }
  }
  return { plan, isFound: false }
}

/** Each garment by itself, so that the ones which are found do not hide that others are not. */
const settleParts = async (plan: Plan, count: CountMatches): Promise<Plan> => {
  const settled = await Promise.all(
    plan.parts.map(async (part) => {
      const nearest = await settlePlan(part, await count(part.filter), count)
      const ofMainColor = { ...nearest.filter, isMainColor: true }
      const hasMainColor = nearest.filter.colors.length > 0 && (await count(ofMainColor)) > 0
      const listed = hasMainColor ? { ...nearest, filter: ofMainColor } : nearest
      return (await count(listed.filter)) > 0
        ? { part: listed, isFound: true }
        : {
            part: { ...listed, relaxed: [...listed.relaxed, sayNothingFits(listed)] },
            isFound: false,
          }
    }),
  )
  const found = settled.filter(({ isFound }) => isFound)
  const missing = found.length > 0 ? settled.filter(({ isFound }) => !isFound) : []
  const said = plan.relaxed.filter(
    ({ did }) => !plan.parts.some(({ relaxed }) => relaxed.some((other) => other.did === did)),
  )
  return joinParts(
    { ...plan, relaxed: [...said, ...missing.flatMap(({ part }) => part.relaxed)] },
    (found.length > 0 ? found : settled).map(({ part }) => part),
  )
}

/**
 * The plan, or the nearest one that finds something. Orange products with a little black do not count as
 * black as long as dropping a softer condition finds black ones.
 */
export const settlePlan = async (plan: Plan, total: number, count: CountMatches): Promise<Plan> => {
  if (plan.parts.length > 0) return settleParts(plan, count)
  // Most shops state no earlier price, so a list of what is not stated would be everything.
  const regular = total === 0 ? dropSale(plan) : plan
  if (regular !== plan && saysWhat(regular.filter))
    return settlePlan(regular, await count(regular.filter), count)
  const hasColors = plan.filter.colors.length > 0
  const countMainColor: CountMatches = (filter) => count({ ...filter, isMainColor: true })
  const isSoft = SOFT_STEPS.some((step) => step(plan) !== plan)
  if (total > 0 && (!hasColors || !isSoft || (await countMainColor(plan.filter)) > 0)) return plan
  const softCount = hasColors ? countMainColor : count
  const unstated = await listUnstated(plan, softCount)
  if (unstated) return unstated
  const softResult = await relax(plan, SOFT_STEPS, softCount)
  if (softResult.isFound) return softResult.plan
  if (total > 0) return plan
  if ((await count(softResult.plan.filter)) > 0) return softResult.plan
  const wider = await relax(softResult.plan, [widerColor], count)
  if (wider.isFound) return wider.plan
  const colored = await relax(softResult.plan, [anyColor], count)
  if (colored.isFound && softResult.plan.filter.kinds.length > 0) return colored.plan
  const hardResult = await relax(wider.plan, [widerKind, widerKind], count)
  return hardResult.isFound ? hardResult.plan : plan
}
