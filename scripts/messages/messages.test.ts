import { describe, expect, test } from 'vitest'
import { checkTranslation } from './check-translation.ts'
import { formatMessage, type MessageValues } from '#server/core/messages/format-message.ts'
import { listTranslatedLocales, readLanguageFile } from './language-files.ts'
import { parseMessage } from '#server/core/messages/parse-message.ts'
import { readEnglishMessages, readMessageSources, type Parameter } from './read-modules.ts'
import { escapeMessage, combineSamples, nameValues, writeEnglish } from './write-english.ts'

const write = (text: string, values: MessageValues, locale = 'en') =>
  formatMessage(parseMessage(text), values, locale)

test.each([
  ['{count, plural, =0 {none} one {# look} other {# looks}}', { count: 0 }, 'en', 'none'],
  ['{count, plural, =0 {none} one {# look} other {# looks}}', { count: 1234 }, 'en', '1,234 looks'],
  ['{count, plural, one {# Look} other {# Looks}}', { count: 1234 }, 'de', '1.234 Looks'],
  ['{count, plural, one {un} few {#} many {#} other {#}}!', { count: 0 }, 'fr', 'un!'],
  ['{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}', { n: 11 }, 'ar', 'm'],
  ['{isMore, select, true {more} other {all}}', { isMore: true }, 'en', 'more'],
  ['{to, select, null {gone} other {now {to}}}', { to: null }, 'en', 'gone'],
  ['{names, list, and}', { names: ['A', 'B', 'C'] }, 'de', 'A, B und C'],
  ['{names, list}', { names: ['A', 'B', 'C'] }, 'en', 'A, B, C'],
  ['{day, date}', { day: new Date(0) }, 'en', '1 January 1970'],
  ['{day, date}', { day: new Date(0) }, 'ja', '1970年1月1日'],
  ["l'air de {name}, '{'name'}', ''{name}''", { name: 'Zoë' }, 'fr', "l'air de Zoë, {name}, 'Zoë'"],
  ['من {name}', { name: 'Øre' }, 'ar', 'من \u2068Øre\u2069'],
])('%s of %o in %s is %s', (text, values, locale, expected) => {
  expect(write(text, values, locale)).toBe(expected)
})

test('a text of any signs survives as a message', () => {
  for (const text of ["'{'", "it's {", "''", "'}", '#', "l'{x}'"])
    expect(write(escapeMessage(text), {})).toBe(text)
})

test.each([
  '{',
  '}',
  '{a',
  '{a,}',
  '{a, shout}',
  '{a, plural, one {x}}',
  "d'{a}",
  '{a, list, nor}',
])('refuses the broken message %s', (text) => {
  expect(() => parseMessage(text)).toThrow(SyntaxError)
})

describe('a translation', () => {
  const parameters: Parameter[] = [
    { name: 'count', type: 'number', isNullable: false },
    { name: 'name', type: 'string', isNullable: false },
  ]
  const english = '<b>{name}</b>: {count, plural, one {1 look} other {{count} looks}}'

  test.each([
    ['de', '<b>{name}</b>: {count, plural, one {# Look} other {# Looks}}', []],
    ['ja', '<b>{name}</b>：{count}件', []],
    ['de', '<b>{nmae}</b>: {count}', ['there is no {nmae}', '{name} is missing']],
    ['de', '<b>{name}</b>', ['{count} is missing']],
    ['de', '{name}: {count}', ['the tags differ']],
    ['de', '<b>{name}</b>: {count} ', ['white space at the start or end differs']],
    [
      'de',
      '<b>{name}</b>: {count, plural, few {#} other {#}}',
      ['plural has “few”, which the language does not have', 'plural has no “one”'],
    ],
    [
      'ar',
      '<b>{name}</b>: {count, plural, =0 {-} one {#} =2 {#} few {#} other {#}}',
      ['plural has no “many”'],
    ],
    [
      'de',
      '<b>{name}</b>: {name, plural, one {a} other {{name}}} {count}',
      ['{name} cannot be written as plural'],
    ],
  ])('in %s is judged: %s', (locale, text, problems) => {
    expect(checkTranslation(english, text, parameters, locale)).toEqual(problems)
  })
})

test('message modules hold texts and functions of simple values alone', () => {
  const read = (code: string) => readMessageSources('x-messages.ts', code).map(({ key }) => key)
  expect(read("export const A = { b: 'c', d: { e: (n: number) => `${n}` } } as const")).toEqual([
    'A.b',
    'A.d.e',
  ])
  expect(read("export const A = { kindCode: 'not-for-people' }")).toEqual([])
  expect(() => read('export const A = { b: makeText() }')).toThrow('A.b has a value')
  expect(() => read('export const A = { b: (x: Thing) => x.name }')).toThrow('A.b has a parameter')
})

test('English follows from the functions', () => {
  const of = (parameters: Parameter[], value: (...values: never[]) => string) =>
    writeEnglish({ key: 'A.b', start: 0, end: 0, parameters, value })
  const [count, name] = [
    { name: 'count', type: 'number', isNullable: false },
    { name: 'name', type: 'string', isNullable: true },
  ] as const
  expect(of([count], (count: number) => (count === 1 ? '1 look' : `${count} looks`))).toBe(
    '{count, plural, one {1 look} other {{count} looks}}',
  )
  expect(of([name], (name: string | null) => (name === null ? 'nobody' : `'${name}'`))).toBe(
    "{name, select, null {nobody} other {''{name}''}}",
  )
  expect(of([count], (count: number) => `${count * 2}`)).toBeNull()
})

test('every message of every language can be written', async () => {
  const english = await readEnglishMessages()
  const broken: string[] = []
  for (const locale of ['en', ...listTranslatedLocales()]) {
    const messages = readLanguageFile(locale)
    for (const { key, parameters } of english) {
      const text = messages.get(key)
      if (text === undefined) continue
      const message = parseMessage(text)
      for (const row of combineSamples(parameters)) {
        const written = formatMessage(message, nameValues(parameters, row), locale)
        if (/undefined|\[object|NaN|^\s*$/.test(written))
          broken.push(`${locale} ${key}: ${written}`)
      }
    }
  }
  expect(broken).toEqual([])
})
