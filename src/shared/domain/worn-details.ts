import type { WornDetails } from '#shared/contract/catalog.ts'
import { isHttpLink } from './links.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

export const NO_DETAILS: WornDetails = {
  size: '',
  code: '',
  codeEnds: null,
  source: '',
  saidOn: null,
  saidBy: '',
}

export const isWithoutDetails = (details: WornDetails): boolean =>
  Object.values(details).every((value) => !value)

const formatDay = (day: string) =>
  new Date(day).toLocaleDateString(LOCALE_TEXT.formatLocale, { dateStyle: 'long', timeZone: 'UTC' })

type DetailPart = { text: string; /** Null if it is no link. */ href: string | null }

/** The same on pages as in feeds and embeds. A code is left out after its last day. */
export const listDetailParts = (
  details: WornDetails | undefined,
  today = new Date().toISOString().slice(0, 10),
): DetailPart[] => {
  if (!details) return []
  const { size, code, codeEnds, source, saidOn, saidBy } = details
  const isOver = codeEnds !== null && codeEnds < today
  const said = [saidBy && `by ${saidBy}`, saidOn && `on ${formatDay(saidOn)}`].filter(Boolean)
  const href = isHttpLink(source) ? source : null
  return [
    ...(size ? [{ text: `Worn in size ${size}`, href: null }] : []),
    ...(code && !isOver
      ? [{ text: `Code ${code}${codeEnds ? `, until ${formatDay(codeEnds)}` : ''}`, href: null }]
      : []),
    ...(said.length > 0 || href ? [{ text: ['Confirmed', ...said].join(' '), href }] : []),
  ]
}
