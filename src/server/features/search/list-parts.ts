import type { ListSection } from '#shared/contract/product-search.ts'
import { MAX_COUNTED, type SectionTotals } from './documents.store.ts'
import { type Section, sectionAt, SECTIONS } from './list-order.store.ts'
import { sayNotStated } from './describe-request.ts'
import type { Plan } from './query-plan.service.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

const headingOf = ({ filter, heading }: Plan, section: Section): string | null =>
  ({
    matches: heading,
    close: SEARCH_RESULT_TEXT.lessCertain,
    unstated: sayNotStated(filter.stated),
  })[section]

/** The parts of a list that have a heading, and where they begin on a page. */
export const sectionsIn = (
  plan: Plan,
  totals: SectionTotals,
  page: readonly { tier: number }[],
): ListSection[] =>
  SECTIONS.flatMap((section) => {
    const heading = headingOf(plan, section)
    const from = page.findIndex(({ tier }) => sectionAt(tier) === section)
    return heading === null || totals[section] === 0
      ? []
      : [{ section, heading, ...countReply(totals[section]), from: from < 0 ? null : from }]
  })

/** The total in replies: exact, or the limit up to which matches are counted. */
export const countReply = (total: number, isPartial = false) => ({
  total: Math.min(total, MAX_COUNTED),
  isMore: total > MAX_COUNTED || isPartial,
})

type LeadingPart = { section: 'titled' | 'pinned'; size: number }

/** Puts products before the matches, under headings of their own; the matches then need one too. */
export const addLeading = (
  parts: readonly LeadingPart[],
  sections: readonly ListSection[],
  matches: { total: number; isMore: boolean; from: number | null },
): ListSection[] => {
  const count = parts.reduce((sum, { size }) => sum + size, 0)
  if (count === 0) return [...sections]
  const moved = sections.map((section) => ({
    ...section,
    from: section.from === null ? null : section.from + count,
  }))
  const hasMatches = moved.some(({ section }) => section === 'matches')
  return [
    ...parts.flatMap(({ section, size }, index) =>
      size === 0
        ? []
        : {
            section,
            heading: SEARCH_RESULT_TEXT[section],
            total: size,
            isMore: false,
            from: parts.slice(0, index).reduce((sum, { size }) => sum + size, 0),
          },
    ),
    ...(hasMatches || matches.from === null
      ? []
      : [
          {
            ...matches,
            section: 'matches' as const,
            heading: SEARCH_RESULT_TEXT.results,
            from: count,
          },
        ]),
    ...moved,
  ]
}
