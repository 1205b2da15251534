/** What `Intl` needs to write for visitors. Every language has a file like this one. */
export const LOCALE_TEXT = {
  locale: 'en',
  /** Of dates and lists, whose form differs between regions: British in English. */
  formatLocale: 'en-GB',
  direction: 'ltr',
  /** As in addresses and `<html lang>`. */
  language: 'en',
  /** Before every path; English has none. */
  prefix: '',
} as const
