import { AsyncLocalStorage } from 'node:async_hooks'
import { ENGLISH, type Language } from '#server/core/languages.ts'
import { describeLanguage } from './language.ts'
import { formatMessage, type MessageValue } from './format-message.ts'
import PARAMETERS from './parameters.json' with { type: 'json' }
import { parseMessage } from './parse-message.ts'

/**
 * The language of the request or email that is being answered. Nothing holds a language for longer: without
 * one, texts are in English.
 */
const current = new AsyncLocalStorage<Language>()

/** Texts of message modules are in this language while `work` runs, and whatever it awaits. */
export const runInLanguage = <T>(language: Language, work: () => T): T =>
  current.run(language, work)

/** The same by its code. Without one, or if it is no longer offered, the language stays as it is. */
export const createLanguageRunner =
  (languages: readonly Language[]) =>
  <T>(code: string | null, work: () => T): T => {
    const language = languages.find((offered) => offered.code === code)
    return language ? runInLanguage(language, work) : work()
  }

export const getLanguage = (): Language => current.getStore() ?? ENGLISH

type Translations = (key: string, english: unknown) => unknown

/** The names of a message's parameters, in the order of its function. */
const parametersOf = new Map(
  Object.entries<string>(PARAMETERS).map(([key, names]) => [key, names.split(' ')]),
)

const messagesOf = new WeakMap<Language, ReadonlyMap<string, string>>()

/** The messages of a language with what describes it, read once. */
export const loadMessages = (language: Language): ReadonlyMap<string, string> => {
  const messages =
    messagesOf.get(language) ?? new Map([...language.readMessages(), ...describeLanguage(language)])
  messagesOf.set(language, messages)
  return messages
}

const createTranslations = (language: Language): Translations => {
  const messages = loadMessages(language)
  const intlLocale = messages.get('LOCALE_TEXT.locale') ?? language.code
  const cache = new Map<string, unknown>()
  const translate: Translations = (key, english) => {
    const text = messages.get(key)
    if (text === undefined) return english
    const message = parseMessage(text)
    const names = parametersOf.get(key)
    if (names === undefined) return formatMessage(message, {}, intlLocale)
    return (...values: MessageValue[]) =>
      formatMessage(
        message,
        Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
        intlLocale,
      )
  }
  return (key, english) => {
    const value = cache.get(key) ?? translate(key, english)
    cache.set(key, value)
    return value
  }
}

const translationsOf = new WeakMap<Language, Translations>()

const getText = (key: string, english: unknown): unknown => {
  const language = getLanguage()
  if (language === ENGLISH) return english
  const translations = translationsOf.get(language) ?? createTranslations(language)
  translationsOf.set(language, translations)
  return translations(key, english)
}

const bound = new WeakSet<object>()

const bindTable = (name: string, table: object): void => {
  if (bound.has(table)) return
  bound.add(table)
  for (const [key, english] of Object.entries(table) as [string, unknown][]) {
    const path = `${name}.${key}`
    if (typeof english === 'object' && english !== null) bindTable(path, english)
    else if (typeof english === 'string' || typeof english === 'function')
      Object.defineProperty(table, key, { enumerable: true, get: () => getText(path, english) })
  }
}

/**
 * Lets the tables of message modules answer in the language of the request, so that their callers need not
 * know of languages. A text that is read while modules load stays English: read it where it is used.
 */
export const bindMessages = (modules: readonly object[]): void => {
  for (const module of modules)
    for (const [name, table] of Object.entries(module) as [string, unknown][])
      if (/^[A-Z][A-Z0-9_]*$/.test(name) && typeof table === 'object' && table !== null)
        bindTable(name, table)
}
