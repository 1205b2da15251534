import { LANGUAGE_TEXT } from '#shared/messages.ts'

/** A language of the site's own texts. */
export interface Language {
  /** As in addresses and `<html lang>`. */
  code: string
  /** Before every path; English has none. */
  prefix: string
  direction: 'ltr' | 'rtl'
  /** What the language calls itself. */
  name: string
  /** What a visitor reads who knows it and sees another. */
  proposal: string
  /** Its messages by keys such as 'ALERT_TEXT.title'; English has none, because modules hold it. */
  readMessages: () => ReadonlyMap<string, string>
}

export const isRightToLeft = (code: string): boolean => /^(ar|fa|he|ur)\b/.test(code)

/** What message modules say of the language itself. Digits are Latin, so that servers and browsers agree. */
export const describeLanguage = ({
  code,
  prefix,
  direction,
}: Pick<Language, 'code' | 'prefix' | 'direction'>) => {
  const intlLocale = code === 'ar' ? 'ar-u-nu-latn' : code
  return new Map([
    ['LOCALE_TEXT.locale', intlLocale],
    ['LOCALE_TEXT.formatLocale', intlLocale],
    ['LOCALE_TEXT.language', code],
    ['LOCALE_TEXT.prefix', prefix],
    ['LOCALE_TEXT.direction', direction],
  ])
}

/** What a language calls itself: 'français'. */
const findOwnName = (code: string) =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

type Messages = ReadonlyMap<string, string>

export const createLanguage = (
  code: string,
  readMessages: () => Messages = () => new Map<string, string>(),
): Language => ({
  code,
  prefix: `/${code}`,
  direction: isRightToLeft(code) ? 'rtl' : 'ltr',
  name: findOwnName(code),
  proposal: readMessages().get('LANGUAGE_TEXT.proposal') ?? LANGUAGE_TEXT.proposal,
  readMessages,
})
