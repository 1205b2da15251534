import { readFileSync, writeFileSync } from 'node:fs'
import { basename, sep } from 'node:path'
import { checkTranslation } from './check-translation.ts'
import { listLabelNames } from './label-names.ts'
import {
  getLanguagePath,
  listTranslatedLocales,
  readLanguageFile,
  writeLanguageFile,
} from './language-files.ts'
import { listMessageModules, readEnglishMessages } from './read-modules.ts'
import { saysTheSame, writeEnglish } from './write-english.ts'

/**
 * `npm run messages` writes English as the message modules have it into `src/shared/locales/en.json`,
 * puts the other languages in its order, drops what English no longer has, and reports what is wrong in
 * them. Search reads what filters are called in them. With `--check` it writes nothing and fails where it would.
 */
const isCheck = process.argv.includes('--check')

/** Functions that follow English grammar further than a message can; their messages say it more simply. */
const SIMPLER_IN_MESSAGES = new Set([
  'FINDER_TEXT.thisIs',
  'LABEL_FORMS.inSentence',
  'NAMES_TEXT.list',
  'SEARCH_RESULT_TEXT.all',
  'SEARCH_RESULT_TEXT.resultsWithout',
])

/** The server calls messages by position. */
const PARAMETERS_PATH = 'src/server/core/messages/parameters.json'

const LABEL_NAMES_PATH = 'src/server/features/catalog/description/languages/label-names.json'

const problems: string[] = []
const english = await readEnglishMessages()
const keys = new Set(english.map(({ key }) => key))

const writeText = (path: string, text: string) => {
  if (text === readFileSync(path, 'utf8')) return
  if (isCheck) problems.push(`${path} is not up to date: run npm run messages`)
  else writeFileSync(path, text)
}
const write = (locale: string, messages: Iterable<readonly [string, string]>) =>
  writeText(getLanguagePath(locale), writeLanguageFile(messages))

const before = readLanguageFile('en')
const source = new Map<string, string>()
for (const message of english) {
  const existing = before.get(message.key)
  const isKept =
    existing !== undefined &&
    (SIMPLER_IN_MESSAGES.has(message.key) || saysTheSame(message, existing))
  const text = isKept ? existing : writeEnglish(message)
  if (text === null)
    problems.push(`en ${message.key}: write in en.json what ${String(message.value)} says`)
  const known = text ?? existing
  if (known !== undefined) source.set(message.key, known)
}
write('en', source)

const parameters = english
  .filter(({ parameters }) => parameters.length > 0)
  .map(({ key, parameters }) => [key, parameters.map(({ name }) => name).join(' ')] as const)
  .sort(([a], [b]) => (a < b ? -1 : 1))
writeText(PARAMETERS_PATH, `${JSON.stringify(Object.fromEntries(parameters), null, 2)}\n`)

/** 'src/server/core/http/http-messages.ts' is `httpMessages`. */
const nameModule = (path: string) =>
  basename(path, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const serverModules = listMessageModules()
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !path.startsWith('src/client/'))
writeText(
  'src/server/message-modules.ts',
  [
    ...serverModules.map((path) => `import * as ${nameModule(path)} from '#${path.slice(4)}'`),
    '',
    '/** All message modules that the server may read. Written by `npm run messages`. */',
    'export const MESSAGE_MODULES: readonly object[] = [',
    ...serverModules.map((path) => `  ${nameModule(path)},`),
    ']',
    '',
  ].join('\n'),
)

const labelNames: Record<string, Record<string, string>> = {}
for (const locale of listTranslatedLocales()) {
  const translations = readLanguageFile(locale)
  for (const key of translations.keys())
    if (!keys.has(key)) problems.push(`${locale} ${key}: English has no such message`)
  const translated: [string, string][] = []
  for (const { key, parameters } of english) {
    const translation = translations.get(key)
    if (translation === undefined) continue
    translated.push([key, translation])
    for (const problem of checkTranslation(source.get(key) ?? '', translation, parameters, locale))
      problems.push(`${locale} ${key}: ${problem}`)
  }
  write(locale, translated)
  labelNames[locale] = listLabelNames(new Map(translated))
  const percent = Math.floor((translated.length / english.length) * 100)
  console.log(`${locale}: ${translated.length} of ${english.length} messages (${percent}%)`)
}

writeText(LABEL_NAMES_PATH, `${JSON.stringify(labelNames, null, 2)}\n`)

for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
