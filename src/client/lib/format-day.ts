import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** Making one takes up to 350 µs, and pages have many dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Such as '17 Nov 2026', for a moment or for a day, which is the same day in every time zone. */
export const formatDay = (
  moment: string | number,
  dateStyle: 'medium' | 'long' = 'medium',
): string => {
  const date = new Date(moment)
  // A day is a moment in UTC; others are shown in the zone where the visitor is by now.
  const isDay = DAY.test(String(moment))
  const key = `${dateStyle} ${isDay ? 'UTC' : date.getTimezoneOffset()}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(LOCALE_TEXT.formatLocale, {
      dateStyle,
      ...(isDay && { timeZone: 'UTC' }),
    })
  formats.set(key, format)
  return format.format(date)
}
