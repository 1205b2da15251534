import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_TEXT } from '#shared/messages.ts'
import { getServerFile } from './installation.ts'
import { createLanguage, type Language } from './messages/language.ts'

export type { Language }

export const ENGLISH: Language = {
  code: 'en',
  prefix: '',
  direction: 'ltr',
  name: 'English',
  proposal: LANGUAGE_TEXT.proposal,
  readMessages: () => new Map<string, string>(),
}

/** A path of the site in a language; the first page has no slash at its end. */
export const addPrefix = ({ prefix }: Language, path: string): string =>
  path === '/' ? prefix || '/' : prefix + path

/** The language that a path is in, by its prefix. */
export const findLanguage = (languages: readonly Language[], path: string): Language =>
  languages.find(({ prefix }) => prefix !== '' && `${path}/`.startsWith(`${prefix}/`)) ?? ENGLISH

/** A language with fewer translated messages is not offered. */
const MIN_SHARE = 0.95

/** Beside the server's files, in the sources and in the build. */
const FOLDER = getServerFile(join('..', 'shared', 'locales'))

type Tree = { [key: string]: string | Tree }
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )

/** The messages of a language by keys such as 'ALERT_TEXT.title'. */
export const readMessages = (code: string): ReadonlyMap<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as Tree))

/**
 * English first, then the other languages that are complete. Those that an operator names are offered
 * instead, even unfinished ones.
 */
export const listLanguages = (named?: readonly string[]): readonly Language[] => {
  const codes = readdirSync(FOLDER)
    .flatMap((name) => /^([a-z]{2,3})\.json$/.exec(name)?.[1] ?? [])
    .filter((code) => code !== ENGLISH.code)
    .sort()
  const total = named ? 0 : readMessages(ENGLISH.code).size
  const isOffered = (code: string) =>
    named ? named.includes(code) : readMessages(code).size >= total * MIN_SHARE
  return [
    ENGLISH,
    ...codes.filter(isOffered).map((code) => createLanguage(code, () => readMessages(code))),
  ]
}
