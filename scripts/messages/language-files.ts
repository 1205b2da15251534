import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join('src', 'shared', 'locales')

/** Keys such as 'ALERT_TEXT.title' and their messages. */
export type LanguageFile = ReadonlyMap<string, string>

type Tree = { [key: string]: string | Tree }

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )

export const getLanguagePath = (locale: string): string => join(FOLDER, `${locale}.json`)

/** Languages other than English. */
export const listTranslatedLocales = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .map((name) => name.slice(0, -'.json'.length))
    .sort()

export const readLanguageFile = (locale: string): LanguageFile =>
  new Map(flatten(JSON.parse(readFileSync(getLanguagePath(locale), 'utf8')) as Tree))

/** In the order of the keys, with those of one export together. */
export const writeLanguageFile = (messages: Iterable<readonly [string, string]>): string => {
  const tree: Tree = {}
  for (const [key, message] of messages) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let branch = tree
    for (const name of names) branch = (branch[name] ??= {}) as Tree
    branch[last] = message
  }
  const sorted = Object.fromEntries(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify(sorted, null, 2)}\n`
}
