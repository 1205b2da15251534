import { isRightToLeft } from './language.ts'
import type { Choice, Message, Part } from './parse-message.ts'

export type MessageValue = string | number | boolean | null | Date | readonly string[]
export type MessageValues = Readonly<Record<string, MessageValue>>

/** Intl's objects take long to make. */
const keepByLocale = <T>(make: (locale: string) => T) => {
  const kept = new Map<string, T>()
  return (locale: string): T => {
    const value = kept.get(locale) ?? make(locale)
    kept.set(locale, value)
    return value
  }
}
const getPluralRules = keepByLocale((locale) => new Intl.PluralRules(locale))
const getNumberFormat = keepByLocale((locale) => new Intl.NumberFormat(locale))

const LIST_TYPES = { unit: 'unit', and: 'conjunction', or: 'disjunction' } as const
const createListFormats = (style: keyof typeof LIST_TYPES) =>
  keepByLocale(
    (locale) =>
      new Intl.ListFormat(locale, {
        type: LIST_TYPES[style],
        style: style === 'unit' ? 'short' : 'long',
      }),
  )
const getListFormat = {
  unit: createListFormats('unit'),
  and: createListFormats('and'),
  or: createListFormats('or'),
}

/** In UTC, because the server does not know where its readers are. */
const createDateFormats = (timeStyle?: 'short') =>
  keepByLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        ...(timeStyle && { timeStyle }),
        timeZone: 'UTC',
      }),
  )
const getDateFormat = { date: createDateFormats(), time: createDateFormats('short') }

/** English dates are written as the rest of the site writes them: '19 November 2026'. */
const getDateLocale = (locale: string) => (locale === 'en' ? 'en-GB' : locale)

const findOption = (part: Choice, value: MessageValue, locale: string) =>
  (part.type === 'plural'
    ? (part.options.get(`=${String(value)}`) ??
      part.options.get(getPluralRules(locale).select(Number(value))))
    : part.options.get(String(value))) ??
  part.options.get('other') ??
  []

/** First strong isolate: a Latin brand inside an Arabic sentence must not reorder what is around it. */
const isolate = (value: string, locale: string) =>
  isRightToLeft(locale) ? `\u2068${value}\u2069` : value

const formatPart = (part: Part, values: MessageValues, locale: string): string => {
  if (typeof part === 'string') return part
  const value = values[part.name] ?? null
  if (part.type === 'plural' || part.type === 'select')
    return formatMessage(findOption(part, value, locale), values, locale)
  if (part.type === 'number') return getNumberFormat(locale).format(Number(value))
  if (part.type === 'list' && part.style === 'spaces' && Array.isArray(value))
    return value.join(' ')
  if (part.type === 'list' && part.style !== 'spaces' && Array.isArray(value))
    return getListFormat[part.style](locale).format(value.map((item) => isolate(item, locale)))
  if (part.type === 'date' || part.type === 'time')
    return getDateFormat[part.type](getDateLocale(locale)).format(
      value instanceof Date ? value : new Date(String(value)),
    )
  return typeof value === 'string' ? isolate(value, locale) : String(value)
}

export const formatMessage = (message: Message, values: MessageValues, locale: string): string => {
  const [part] = message
  const isValueAlone = message.length === 1 && typeof part === 'object' && part.type === 'value'
  // Nothing is around it.
  if (isValueAlone) return String(values[part.name] ?? null)
  return message.map((one) => formatPart(one, values, locale)).join('')
}
