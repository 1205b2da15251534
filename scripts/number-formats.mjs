// Reports numbers and dates that are written without a language, or in one that is not the visitor's: their
// form would follow the server's or the browser's settings, or stay English on a German page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** Files that may, because nobody reads the result, or because it is the same in every language. */
const EXCEPTIONS = new Map([
  // Coordinates and lengths in SVG and CSS.
  ['src/client/features/admin/health-tab.tsx', ['toFixed']],
  ['src/client/features/home/home-page.tsx', ['toFixed']],
  ['src/client/features/product/product-page.tsx', ['toFixed']],
  // Moments in one width, as administrators compare them.
  ['src/client/features/admin/admin-parts.tsx', ['toLocaleDateString', 'toLocaleString']],
  // Values that are read again, and prices as they are stored.
  ['src/server/features/ingest/shop-exports.ts', ['toFixed']],
  ['src/server/features/ingest/spreadsheet.ts', ['toFixed']],
  ['src/shared/domain/price.ts', ['NumberFormat']],
])

/** Commands write to a terminal, in English. */
const IS_COMMAND = /^src\/server\/cli\//
/** English is written in English. */
const IS_MESSAGES = /messages\.ts$/

const LOCALE_METHODS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
const LOCALE_CLASSES = new Set([
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
])

/** Whether an argument names a language that is chosen elsewhere. */
const isChosen = (argument) =>
  argument !== undefined &&
  argument.type !== 'Literal' &&
  !(argument.type === 'Identifier' && argument.name === 'undefined')

const listChildren = (node) =>
  Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value !== null && typeof value?.type === 'string')

const getMember = (callee) =>
  callee?.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined

/** Such as `toFixed`; undefined for what is no formatting, or has a language. */
const findFormat = (node) => {
  const name = getMember(node.callee)
  if (node.type === 'CallExpression' && name === 'toFixed') return name
  if (node.type === 'CallExpression' && LOCALE_METHODS.has(name))
    return isChosen(node.arguments[0]) ? undefined : name
  const isIntl = node.callee?.object?.name === 'Intl' && LOCALE_CLASSES.has(name)
  return isIntl && !isChosen(node.arguments[0]) ? name : undefined
}

/** `Number(x.toFixed(3))` is a number again. */
const isRounding = ({ type, callee }) => type === 'CallExpression' && callee.name === 'Number'

/** Formats without the visitor's language, with their source offsets. */
export const findNumberFormats = (path, source) => {
  const found = []
  const visit = (node) => {
    const name = findFormat(node)
    if (name !== undefined) found.push({ start: node.start, name })
    listChildren(node)
      .filter((child) => !(isRounding(node) && findFormat(child) === 'toFixed'))
      .forEach(visit)
  }
  visit(parseSync(path, source).program)
  const allowed = EXCEPTIONS.get(path) ?? []
  return found.filter(({ name }) => !allowed.includes(name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = readdirSync('src', { recursive: true })
    .map((file) => join('src', file).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => !IS_COMMAND.test(path) && !IS_MESSAGES.test(path))
  let hasFailed = false
  for (const path of paths) {
    const source = readFileSync(path, 'utf8')
    if (!/toLocale|Intl\.|toFixed/.test(source)) continue
    for (const { start, name } of findNumberFormats(path, source)) {
      hasFailed = true
      const line = source.slice(0, start).split('\n').length
      console.log(`${path}:${line}: ${name} needs the language of LOCALE_TEXT`)
    }
  }
  process.exit(hasFailed ? 1 : 0)
}
