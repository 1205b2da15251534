import { formatMessage, type MessageValue } from '#server/core/messages/format-message.ts'
import { parseMessage } from '#server/core/messages/parse-message.ts'
import type { EnglishMessage, Parameter } from './read-modules.ts'

/** A text as a message that says exactly this. */
export const escapeMessage = (text: string): string =>
  /[{}]|''/.test(text) ? text.replaceAll("'", "''").replaceAll(/[{}]/g, "'$&'") : text

const SAMPLES: Readonly<Record<Parameter['type'], readonly MessageValue[]>> = {
  number: [0, 1, 2, 3, 5, 11, 21, 100, 1234],
  string: ['Zara', 'earrings', 'Øre “x” 👗', 'عباية', '$&'],
  boolean: [true, false],
  list: [['Zara'], ['Zara', 'Øre'], ['a', 'b', 'c']],
  date: [new Date(Date.UTC(2026, 10, 9, 8, 5))],
  word: [],
}

/** Values that a parameter may have, for tests of messages. */
export const listSamples = (parameter: Parameter): readonly MessageValue[] => [
  ...(parameter.type === 'word' ? parameter.words : SAMPLES[parameter.type]),
  ...(parameter.isNullable ? [null] : []),
]

/** All combinations of the samples. */
export const combineSamples = (parameters: readonly Parameter[]): MessageValue[][] =>
  parameters.reduce<MessageValue[][]>(
    (rows, parameter) =>
      rows.flatMap((row) => listSamples(parameter).map((value) => row.concat([value]))),
    [[]],
  )

export const nameValues = (parameters: readonly Parameter[], row: readonly MessageValue[]) =>
  Object.fromEntries(parameters.map(({ name }, index) => [name, row[index] ?? null]))

const callMessage = ({ value }: EnglishMessage, row: readonly unknown[]): string =>
  typeof value === 'string' ? value : value(...(row as never[]))

const LIST_STYLES: Readonly<Record<string, string>> = { ' ': ', spaces', ' and ': ', and' }

/** Stands for a value: whatever writes it writes its placeholder. */
const createMarker = ({ name, type }: Parameter): unknown => {
  const placeholder = `{${name}}`
  if (type === 'list')
    return Object.assign([placeholder], {
      join: (sign: string) => `{${name}, list${LIST_STYLES[sign] ?? ''}}`,
    })
  if (type === 'string') return placeholder
  return {
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? 7 : placeholder),
    toLocaleString: () => `{${name}, number}`,
    toLocaleDateString: () => `{${name}, date}`,
  }
}

const writeOptions = (
  name: string,
  type: string,
  options: readonly (readonly [string, string])[],
) => `{${name}, ${type}, ${options.map(([key, text]) => `${key} {${text}}`).join(' ')}}`

/** The message that a function means, found by calling it with markers and with special values. */
const probe = (message: EnglishMessage, row: readonly unknown[] = []): string => {
  const parameter = message.parameters[row.length]
  // Single apostrophes would quote placeholders.
  if (parameter === undefined) return callMessage(message, row).replaceAll("'", "''")
  const { name, type } = parameter
  const probeWith = (value: unknown) => probe(message, [...row, value])
  const choose = (values: readonly MessageValue[]) => {
    const texts = values.map((value) => [String(value), probeWith(value)] as const)
    const isSame = texts.every(([, text]) => text === texts[0]?.[1])
    const other = texts.at(-1)?.[1] ?? ''
    return isSame ? other : writeOptions(name, 'select', [...texts.slice(0, -1), ['other', other]])
  }
  const write = () => {
    if (type === 'boolean') return choose([true, false])
    if (type === 'word') return choose(parameter.words)
    const other = probeWith(createMarker(parameter))
    if (type !== 'number') return other
    const differing = (
      [
        ['=0', 0],
        ['one', 1],
      ] as const
    ).flatMap(([key, count]) => {
      const text = probeWith(count)
      const isDifferent =
        text !== other.replaceAll(new RegExp(`\\{${name}(, number)?\\}`, 'g'), String(count))
      return isDifferent ? [[key, text] as const] : []
    })
    return differing.length === 0
      ? other
      : writeOptions(name, 'plural', [...differing, ['other', other]])
  }
  const text = write()
  const withoutValue = parameter.isNullable ? probeWith(null) : text
  return withoutValue === text
    ? text
    : writeOptions(name, 'select', [
        ['null', withoutValue],
        ['other', text],
      ])
}

/** Whether a message says in English what its module says, for all samples. */
export const saysTheSame = (message: EnglishMessage, text: string): boolean => {
  try {
    const parsed = parseMessage(text)
    return combineSamples(message.parameters).every(
      (row) =>
        formatMessage(parsed, nameValues(message.parameters, row), 'en') ===
        callMessage(message, row),
    )
  } catch {
    return false
  }
}

/** The English text as a message, if it can be found out. */
export const writeEnglish = (message: EnglishMessage): string | null => {
  if (typeof message.value === 'string') return escapeMessage(message.value)
  try {
    const text = probe(message)
    return saysTheSame(message, text) ? text : null
  } catch {
    // It does more with its values than write them.
    return null
  }
}
