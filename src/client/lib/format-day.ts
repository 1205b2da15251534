import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** Such as '17 Nov 2026', for a moment or for a day, which is the same day in every time zone. */
export const formatDay = (
  moment: string | number,
  dateStyle: 'medium' | 'long' = 'medium',
): string => {
  const isDay = DAY.test(String(moment))
  return new Date(isDay ? `${moment}T00:00` : moment).toLocaleDateString(LOCALE_TEXT.formatLocale, {
    dateStyle,
  })
}
