import type { WornDetails } from '#shared/contract/catalog.ts'
import { isHttpLink } from './links.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { WORN_DETAILS_TEXT } from '#shared/look-messages.ts'

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

const describeCode = (code: string, ends: string | null): string =>
  ends === null ? WORN_DETAILS_TEXT.code(code) : WORN_DETAILS_TEXT.codeUntil(code, formatDay(ends))

const describeConfirmation = (name: string, day: string | null): string => {
  if (day === null)
    return name === '' ? WORN_DETAILS_TEXT.confirmed : WORN_DETAILS_TEXT.confirmedBy(name)
  return name === ''
    ? WORN_DETAILS_TEXT.confirmedOn(formatDay(day))
    : WORN_DETAILS_TEXT.confirmedByOn(name, formatDay(day))
}

/** The same on pages as in feeds and embeds. A code is left out after its last day. */
export const listDetailParts = (
  details: WornDetails | undefined,
  today = new Date().toISOString().slice(0, 10),
): DetailPart[] => {
  if (!details) return []
  const { size, code, codeEnds, source, saidOn, saidBy } = details
  const isOver = codeEnds !== null && codeEnds < today
  const href = isHttpLink(source) ? source : null
  return [
    ...(size ? [{ text: WORN_DETAILS_TEXT.wornInSize(size), href: null }] : []),
    ...(code && !isOver ? [{ text: describeCode(code, codeEnds), href: null }] : []),
    ...(saidBy || saidOn || href ? [{ text: describeConfirmation(saidBy, saidOn), href }] : []),
  ]
}
