import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

type Tree = { [key: string]: string | Tree }

const listMessages = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : listMessages(value, `${prefix}${key}.`),
  )

const readMessages = (language: string) =>
  new Map(
    listMessages(
      JSON.parse(readFileSync(`src/shared/locales/${language}.json`, 'utf8')) as Tree,
    ).filter(([, text]) => !/, (?:plural|select)/.test(text)),
  )

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const toPattern = (message: string) =>
  message
    .split(/\{[^}]*\}/)
    .map(escapePattern)
    .join('.*')
    // Names of elements have plain spaces only.
    .replaceAll(/\s+/g, '\\s+')

/** What English words on a screen are called in another language; unknown words stay. */
const createTranslator = (language: string) => {
  const translations = readMessages(language)
  const messages = [...readMessages('en')].flatMap(([key, english]) => {
    const text = translations.get(key)
    return text === undefined
      ? []
      : [{ english, isWhole: new RegExp(`^${toPattern(english)}$`), text }]
  })
  const findTexts = (isSame: (message: (typeof messages)[number]) => boolean) =>
    messages.filter(isSame).map(({ text }) => toPattern(text))
  return (words: unknown, isExact = false): unknown => {
    if (typeof words !== 'string' && !(words instanceof RegExp)) return words
    const same =
      typeof words === 'string'
        ? findTexts(({ english }) => english === words)
        : findTexts(({ english }) => words.test(english.replaceAll(/\{[^}]*\}/g, '0')))
    const similar =
      typeof words === 'string' && same.length === 0
        ? findTexts(
            ({ english, isWhole }) =>
              english.replaceAll(/\{[^}]*\}|[^a-z]/gi, '').length > 4 && isWhole.test(words),
          )
        : same
    if (similar.length === 0) return words
    const pattern = [...new Set(similar)].join('|')
    return new RegExp(isExact ? `^(?:${pattern})$` : pattern)
  }
}

const FINDERS = new Set(['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder'])

/**
 * The page under the prefix of a language, for screens that are written in English: what they look for by
 * its words is found by their translations.
 */
export const openInLanguage = (page: Page, language: string): Page => {
  const translate = createTranslator(language)
  const translateFinders = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, property) => {
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          const [words, options] = args
          const given = FINDERS.has(String(property))
            ? typeof options === 'object' && options !== null && 'name' in options
              ? [words, { ...options, name: translate(options.name, 'exact' in options) }]
              : property === 'getByRole'
                ? args
                : [translate(words), ...args.slice(1)]
            : property === 'goto' && typeof words === 'string' && words.startsWith('/')
              ? [`/${language}${words === '/' ? '' : words}`, ...args.slice(1)]
              : args
          const result: unknown = Reflect.apply(value, target, given)
          return typeof result === 'object' && result !== null && 'getByRole' in result
            ? translateFinders(result)
            : result
        }
      },
    })
  return translateFinders(page)
}
