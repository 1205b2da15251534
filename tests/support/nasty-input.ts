import { z } from 'zod'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minLength?: number
  maxLength?: number
}

const base64 = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))

/** Percent-encoded text for a path segment or a query value. */
export const NASTY_URL_TEXTS = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%',
  '%zz%E0%A4%A',
  'x'.repeat(3_000),
  '2147483648',
  '9223372036854775808',
  '1e400',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%0d%0aset-cookie:a=b',
  '%27%22%3Cscript%3E',
  // Base64 of NUL, of half a character, and of cursors that we would never write.
  base64('\u0000'),
  '%2FQ%3D%3D',
  base64('[99999999999,"a"]'),
  base64(String.raw`[1,"\ud800\u0000"]`),
  '10.1023.2147483647.999999999999999999',
  '0.0.4294967295.1',
]

/** Sent as the number 1e400, which JSON.stringify cannot write. */
const BEYOND_NUMBERS = '@1e400'

const NASTY_VALUES: unknown[] = [
  '\u0000',
  '\ud800',
  'x'.repeat(20_000),
  "'; SELECT 1; --",
  -1,
  2 ** 31,
  1e308,
  BEYOND_NUMBERS,
  null,
  [['a', null]],
  {},
  { toString: 1, length: -1 },
]

/** Bodies that match `schema` except for one value. */
export const nastyBodies = (schema: z.ZodType, knownValues: Record<string, string>): string[] =>
  options(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
    .flatMap((option) => mutations(option, knownValues))
    .map((body) => JSON.stringify(body).replaceAll(`"${BEYOND_NUMBERS}"`, '1e400'))

const options = (schema: Schema): Schema[] => schema.anyOf?.flatMap(options) ?? [schema]

const mutations = (schema: Schema, knownValues: Record<string, string>): unknown[] => {
  const option = options(schema).find(({ type }) => type !== 'null') ?? {}
  if (option.items) {
    const [first] = mutations(option.items, knownValues)
    return [...NASTY_VALUES, [first]]
  }
  const { properties } = option
  if (!properties) return NASTY_VALUES
  const whole = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, sample(name, field, knownValues)]),
  )
  return Object.entries(properties).flatMap(([name, field]) =>
    mutations(field, knownValues).map((value) => Object.assign({}, whole, { [name]: value })),
  )
}

const sample = (name: string, schema: Schema, knownValues: Record<string, string>): unknown => {
  const [option = {}] = options(schema)
  if (name in knownValues) return knownValues[name]
  if ('const' in option) return option.const
  if (option.enum) return option.enum[0]
  if (option.properties)
    return Object.fromEntries(
      Object.entries(option.properties).map(([key, field]) => [
        key,
        sample(key, field, knownValues),
      ]),
    )
  if (option.items) return []
  if (option.type === 'number' || option.type === 'integer') return 1
  if (option.type === 'boolean') return true
  return 'x'.repeat(Math.min(Math.max(option.minLength ?? 1, 1), 10))
}
