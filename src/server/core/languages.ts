import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getServerFile } from './installation.ts'

/** A language of the site's own texts. */
export interface Language {
  /** As in addresses and `<html lang>`. */
  code: string
  /** Before every path; English has none. */
  prefix: string
  direction: 'ltr' | 'rtl'
}

export const ENGLISH: Language = { code: 'en', prefix: '', direction: 'ltr' }

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

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/

type Tree = { [key: string]: string | Tree }
const countMessages = (tree: Tree): number =>
  Object.values(tree).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? 1 : countMessages(value)),
    0,
  )
const countInFile = (code: string) =>
  countMessages(JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as Tree)

const createLanguage = (code: string): Language => ({
  code,
  prefix: `/${code}`,
  direction: RIGHT_TO_LEFT.test(code) ? 'rtl' : 'ltr',
})

/**
 * English first, then the other languages that are complete. Those that an operator names are offered
 * instead, even unfinished ones.
 */
export const listLanguages = (named?: readonly string[]): readonly Language[] => {
  const codes = readdirSync(FOLDER)
    .flatMap((name) => /^([a-z]{2,3})\.json$/.exec(name)?.[1] ?? [])
    .filter((code) => code !== ENGLISH.code)
    .sort()
  const total = named ? 0 : countInFile(ENGLISH.code)
  const isOffered = (code: string) =>
    named ? named.includes(code) : countInFile(code) >= total * MIN_SHARE
  return [ENGLISH, ...codes.filter(isOffered).map(createLanguage)]
}
