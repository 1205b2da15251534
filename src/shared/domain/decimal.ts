import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** A number with one decimal, as the language of the page writes it: '3.2', '3,2'. */
export const formatDecimal = (value: number): string =>
  value.toLocaleString(LOCALE_TEXT.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })
