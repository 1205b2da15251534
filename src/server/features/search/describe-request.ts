import { describeBeside } from './describe-beside.ts'
import type { AppliedFilter, RelaxedWord } from '#shared/contract/product-search.ts'
import { capitalize } from '#shared/domain/text.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { getKindLabel } from '#shared/vocabulary/vocabulary.ts'
import type { StatedCondition } from './product-filter.store.ts'
import type { Plan } from './query-plan.service.ts'
import { READING_TEXT, SEARCH_RESULT_TEXT } from './search-messages.ts'

type Facet = AppliedFilter['facet']

const labelsOf = ({ applied }: Plan, ...facets: Facet[]): string[] =>
  facets.flatMap((facet) =>
    applied.filter((filter) => filter.facet === facet).map(({ label }) => label),
  )

export const inSentence = (label: string): string => LABEL_FORMS.inSentence(label)
export const describeColor = (color: string): string => inSentence(getColorLabel(color))

/** Labels of several words do not stand before a noun: 'coats (without hood)'. */
const isAdjective = (label: string): boolean => !label.includes(' ')

/** The request in a few words: 'black leather boots under $60 (in stock)'. */
export const descriptionOf = (plan: Plan): string => {
  const [kind] = labelsOf(plan, 'kind')
  const name = kind === undefined ? SEARCH_RESULT_TEXT.products : inSentence(kind)
  const cuts = labelsOf(plan, 'cut').map(inSentence)
  const departments = labelsOf(plan, 'department').map(inSentence)
  const remarks = [
    ...cuts.filter((cut) => !isAdjective(cut)),
    ...labelsOf(plan, 'person'),
    ...labelsOf(plan, 'stock', 'sale', 'not').map(inSentence),
  ]
  const attributes = [
    ...(['condition', 'colour', 'pattern', 'material'] as const).flatMap((facet) =>
      labelsOf(plan, facet).map((label) => describeBeside(facet, label)),
    ),
    ...cuts.filter(isAdjective),
  ]
  const conditions = [
    ...labelsOf(plan, 'brand', 'shop').map((name) => SEARCH_RESULT_TEXT.by(name)),
    ...(departments.length > 0
      ? [SEARCH_RESULT_TEXT.for(SEARCH_RESULT_TEXT.all(departments))]
      : []),
    ...labelsOf(plan, 'occasion').map((name) => SEARCH_RESULT_TEXT.forOccasion(inSentence(name))),
    ...labelsOf(plan, 'size').map((name) => SEARCH_RESULT_TEXT.in(inSentence(name))),
    ...labelsOf(plan, 'price').map(inSentence),
    ...(remarks.length > 0 ? [SEARCH_RESULT_TEXT.remarks(remarks)] : []),
  ]
  const request = attributes.length > 0 ? SEARCH_RESULT_TEXT.request(name, attributes) : name
  return conditions.length > 0 ? SEARCH_RESULT_TEXT.requestWith(request, conditions) : request
}

/** What people ask shops and feeds, and what to tell them. */
const OTHER_QUESTIONS = [
  [/\b(?:orders?|refunds?|returns?|parcel|tracking|customer service|complaint)\b/, 'aboutOrder'],
  [/^what .*\bwith\b/, 'aboutCompanion'],
  [
    /\b(?:trending|trends?|trendy|viral|popular|best ?sellers?|fashionable|in fashion)\b/,
    'aboutTrend',
  ],
] as const

const describeUselessWords = (words: string): string => {
  const question = OTHER_QUESTIONS.find(([asked]) => asked.test(words))?.[1]
  if (question !== undefined) return SEARCH_RESULT_TEXT[question]
  return words === '' ? SEARCH_RESULT_TEXT.nothingToFind : SEARCH_RESULT_TEXT.nothingCalled(words)
}

/** For words that name nothing here. */
export const sayNothingCalled = (words: string): RelaxedWord => ({
  words,
  did: describeUselessWords(words),
})

/** For words of a narrower kind that no product has, or none with everything else that was asked for. */
export const sayNotNarrowed = (
  words: readonly string[],
  kind: string | null,
  isNamed: boolean,
): RelaxedWord[] =>
  words.length === 0 || kind === null
    ? []
    : [
        {
          words: words.join(' '),
          did: isNamed
            ? SEARCH_RESULT_TEXT.nothingCalledIsAll(words.join(' '), inSentence(getKindLabel(kind)))
            : SEARCH_RESULT_TEXT.noneOfKindCalled(words.join(' '), inSentence(getKindLabel(kind))),
        },
      ]

/** For a shade that nothing which fits is named after. */
export const sayNoShade = (shade: string, colors: readonly string[]): RelaxedWord => ({
  words: shade,
  did: READING_TEXT.noShade(shade, listAlternatives(colors)),
})

/** For a request that nothing meets, even without some of its conditions. */
export const sayNothingFits = (plan: Plan): RelaxedWord => {
  const words = plan.filter.words?.map(([word]) => word).join(' ') ?? ''
  if (plan.applied.length === 0 && words !== '') return sayNothingCalled(words)
  const request = descriptionOf(plan)
  return {
    words,
    did:
      words === ''
        ? SEARCH_RESULT_TEXT.noResults(request)
        : SEARCH_RESULT_TEXT.noResultsNamed(words, request),
  }
}

export const listAlternatives = (names: Iterable<string>) =>
  new Intl.ListFormat(LOCALE_TEXT.formatLocale, { type: 'disjunction' }).format(names)

const isSubject = (name: string): name is keyof typeof SEARCH_RESULT_TEXT.subjects =>
  Object.hasOwn(SEARCH_RESULT_TEXT.subjects, name)
const describeSubject = (name: string): string =>
  isSubject(name) ? SEARCH_RESULT_TEXT.subjects[name] : name

/** 'Size or length not stated'. */
export const sayNotStated = (stated: readonly StatedCondition[]): string => {
  const ofValues = stated.filter(({ column }) => column !== 'price')
  const subjects = new Set(ofValues.map(({ subject }) => describeSubject(subject)))
  const alternatives = listAlternatives(subjects)
  if (ofValues.length === stated.length)
    return capitalize(SEARCH_RESULT_TEXT.notStated(alternatives))
  return capitalize(
    subjects.size === 0
      ? SEARCH_RESULT_TEXT.otherCurrency
      : SEARCH_RESULT_TEXT.notStatedOrOtherCurrency(alternatives),
  )
}
