import { parseMessage, type Message } from '#server/core/messages/parse-message.ts'
import type { Parameter } from './read-modules.ts'

const listParts = (message: Message): Exclude<Message[number], string>[] =>
  message.flatMap((part) => {
    if (typeof part === 'string') return []
    const nested =
      part.type === 'plural' || part.type === 'select'
        ? [...part.options.values()].flatMap(listParts)
        : []
    return [part, ...nested]
  })

/** What is written in the most general case. */
const listWritten = (message: Message): string[] =>
  message.flatMap((part) => {
    if (typeof part === 'string') return []
    if (part.type === 'plural' || part.type === 'select')
      return listWritten(part.options.get('other') ?? [])
    return [part.name]
  })

/** Plural categories of whole numbers up to a thousand. */
const listCategories = (locale: string): ReadonlySet<string> => {
  const rules = new Intl.PluralRules(locale)
  return new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
}

const TYPES_OF_FORMATS: Readonly<Record<string, Parameter['type']>> = {
  number: 'number',
  plural: 'number',
  list: 'list',
  date: 'date',
  time: 'date',
}

const listTags = (text: string): string => (text.match(/<\/?[a-z]+>/g) ?? []).sort().join(' ')

const listPluralProblems = (options: ReadonlyMap<string, Message>, locale: string): string[] => {
  const categories = listCategories(locale)
  const isKnown = (key: string) =>
    /^=\d+$/.test(key) ||
    new Intl.PluralRules(locale)
      .resolvedOptions()
      .pluralCategories.some((category) => category === key)
  const unknown = [...options.keys()].filter((key) => !isKnown(key))
  const exact: Readonly<Record<string, string>> = { zero: '=0', one: '=1', two: '=2' }
  const missing = [...categories].filter(
    (key) => !options.has(key) && !options.has(exact[key] ?? ''),
  )
  return [
    ...unknown.map((key) => `plural has “${key}”, which the language does not have`),
    ...missing.map((key) => `plural has no “${key}”`),
  ]
}

/** What is wrong with a translation, in words for its translator. */
export const checkTranslation = (
  english: string,
  translation: string,
  parameters: readonly Parameter[],
  locale: string,
): string[] => {
  let message: Message
  try {
    message = parseMessage(translation)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const written = new Set(listWritten(message))
  const problems = listParts(message).flatMap((part) => {
    const parameter = byName.get(part.name)
    if (parameter === undefined) return [`there is no {${part.name}}`]
    const wanted = TYPES_OF_FORMATS[part.type]
    if (wanted !== undefined && wanted !== parameter.type)
      return [`{${part.name}} cannot be written as ${part.type}`]
    if (part.type === 'value' && (parameter.type === 'list' || parameter.type === 'date'))
      return [`{${part.name}} needs “, ${parameter.type}”`]
    if (part.type === 'plural') return listPluralProblems(part.options, locale)
    if (part.type !== 'select' || parameter.type === 'string') return []
    const keys = new Set([
      'other',
      'true',
      'false',
      'null',
      ...(parameter.type === 'word' ? parameter.words : []),
    ])
    return [...part.options.keys()]
      .filter((key) => !keys.has(key))
      .map((key) => `{${part.name}} is never “${key}”`)
  })
  for (const name of new Set(listWritten(parseMessage(english))))
    if (!written.has(name)) problems.push(`{${name}} is missing`)
  if (listTags(english) !== listTags(translation)) problems.push('the tags differ')
  const [start, end] = [/^\s*/, /\s*$/].map((space) =>
    [english, translation].map((text) => space.exec(text)?.[0]),
  )
  if (start?.[0] !== start?.[1] || end?.[0] !== end?.[1])
    problems.push('white space at the start or end differs')
  return [...new Set(problems)]
}
