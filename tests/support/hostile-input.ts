import { z } from 'zod'
import { createExample, type Schema } from '#server/features/pages/openapi-examples.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Times that exist nowhere, or only in some programs. The first break what believes the format. */
const TIMES = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2023-02-29',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999999Z',
  '+010000-01-01T00:00:00Z',
]

const UUID = '0b6a3f0e-6f1c-4b52-9f5e-3d8f1f6c2a47'

/** What has failed before. */
const WORST_TEXTS = [
  '\u0000',
  '\u0001',
  '\ud800',
  '2024|x',
  `0000-01-01 00:00:00+00|${UUID}`,
  `2026-02-30 00:00:00+00|${UUID}`,
  `2026-02-20 00:00:00+00|${'-'.repeat(36)}`,
]

/** No request of a test may leave this machine. */
const LOOPBACK_ADDRESS = 'http://127.0.0.1:9/coat'

/** They begin like links, but no program can open them. */
const BROKEN_LINKS = ['https://x:99999/a', 'https://[/a']
const LINK_NAME = /(url|link|source|address|picture|image|photo|thumbnail|video|website)$/i

const TEXTS = [
  '',
  ' ',
  '\ufffe',
  '👗',
  'x'.repeat(3_000),
  '2147483648',
  '9223372036854775808',
  '9'.repeat(18),
  '1e400',
  '-1',
  'NaN',
  '__proto__',
  '%',
  "'; SELECT 1; --",
  '../../etc/passwd',
  'a\r\nset-cookie:a=b',
  '<script>',
  'javascript:alert(1)',
  // Base64 of NUL, and cursors that we would never write.
  base64('\u0000'),
  base64('[99999999999,"a"]'),
  base64('["a",99999999999]'),
  base64(String.raw`[1,"\ud800\u0000"]`),
  base64('[0,1e308,"1"]'),
  '10.1023.2147483647.999999999999999999',
  '0.0.4294967295.1',
]

/** Sent as the number 1e400, which JSON.stringify cannot write. */
const BEYOND_NUMBERS = '@1e400'
const NUMBERS = [-1, -0, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e-46, BEYOND_NUMBERS]

const nest = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]))

const OTHER_TYPES: unknown[] = [
  null,
  true,
  7,
  'text',
  [['a', null]],
  { toString: 1, length: -1 },
  nest(1_000),
  keys(10_000),
]

/** A short run sends all of rank 0, many of rank 1 and some of rank 2. */
type Rank = 0 | 1 | 2
type HostileValue = { value: unknown; rank: Rank }
const ranked = (rank: Rank, values: readonly unknown[]) => values.map((value) => ({ value, rank }))

const numberIn = (schema: Schema, name: string): number | undefined => {
  const limit = schema[name]
  return typeof limit === 'number' ? limit : undefined
}

/** Characters that no compression makes shorter: three bytes each, more than an index has room for. */
const mixedText = (chars: number) => {
  let state = 1
  return Array.from({ length: chars }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCodePoint(0x4e_00 + (state % 20_000))
  }).join('')
}

const textsFor = (schema: Schema, name: string): HostileValue[] => {
  const max = numberIn(schema, 'maxLength') ?? 1_000
  const mixed = mixedText(max)
  const links = [`${LOOPBACK_ADDRESS}/${mixed}`.slice(0, max), ...BROKEN_LINKS]
  const isTime = String(schema['format']).startsWith('date')
  const longest = ['x'.repeat(max), 'ß'.repeat(max), '\u0001'.repeat(max), 'x'.repeat(max + 1)]
  return isTime
    ? ranked(0, TIMES)
    : [
        ...(LINK_NAME.test(name) ? ranked(0, links) : []),
        ...ranked(1, [...WORST_TEXTS, mixed]),
        ...ranked(2, [...longest, ...TEXTS, ...TIMES]),
      ]
}

const numbersFor = (schema: Schema) => {
  const limits = ['minimum', 'maximum'].flatMap((name) => numberIn(schema, name) ?? [])
  return ranked(2, [...limits, ...limits.flatMap((limit) => [limit - 1, limit + 1]), ...NUMBERS])
}

const listsFor = (schema: Schema, name: string): HostileValue[] => {
  const item = createExample((schema['items'] ?? {}) as Schema, name)
  const max = Math.min(numberIn(schema, 'maxItems') ?? 1_000, 1_000)
  return ranked(2, [[], Array(max).fill(item), Array(max + 1).fill(item), Array(100_000).fill(0)])
}

const optionsOf = (schema: Schema): Schema[] => {
  const options = [schema['anyOf'], schema['oneOf']].flatMap((list) => (list ?? []) as Schema[])
  return options.length > 0 ? options.flatMap(optionsOf) : [schema]
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

export const validExample = (schema: z.ZodType): unknown => createExample(jsonSchemaOf(schema))

/** Everything that may stand where this schema is, one of its parts changed at a time. */
const variantsOf = (schema: Schema, name: string): HostileValue[] => {
  const variants = optionsOf(schema).flatMap((option): HostileValue[] => {
    if (option['type'] === 'string') return textsFor(option, name)
    if (option['type'] === 'number' || option['type'] === 'integer') return numbersFor(option)
    if (option['type'] === 'array') {
      const items = variantsOf((option['items'] ?? {}) as Schema, name)
      const lists = items.map(({ value, rank }) => ({ value: [value], rank }))
      return listsFor(option, name).concat(lists)
    }
    const properties = Object.entries((option['properties'] ?? {}) as Record<string, Schema>)
    const whole = createExample(option, name)
    return properties.flatMap(([key, field]) =>
      variantsOf(field, key).map(({ value, rank }) => ({
        value: Object.assign({}, whole, { [key]: value }),
        rank,
      })),
    )
  })
  return [...variants, ...ranked(2, OTHER_TYPES)]
}

/** The largest number of values that the contract accepts; infinite if a list has no limit. */
export const countValues = (schema: z.ZodType): number => {
  const count = (part: Schema): number =>
    Math.max(
      ...optionsOf(part).map((option) => {
        if (option['type'] === 'array')
          return (
            (numberIn(option, 'maxItems') ?? Infinity) * count((option['items'] ?? {}) as Schema)
          )
        const fields = Object.values((option['properties'] ?? {}) as Record<string, Schema>)
        return Math.max(
          1,
          fields.map(count).reduce((sum, values) => sum + values, 0),
        )
      }),
    )
  return count(jsonSchemaOf(schema))
}

export type HostileInput = {
  json: string
  /** Whether the contract lets it through, so that it reaches the handler. */
  isAccepted: boolean
  rank: Rank
}

/** Bodies that match `schema` except for one value, and some that are no such body at all. */
export const hostileBodies = (schema: z.ZodType, ownerId: string): HostileInput[] => {
  const jsonSchema = jsonSchemaOf(schema)
  const values = variantsOf(jsonSchema, '').map(({ value, rank }) => {
    const owned = withOwner(value, createExample(jsonSchema), ownerId)
    const json = JSON.stringify(owned)
      .replaceAll(`"${BEYOND_NUMBERS}"`, '1e400')
      .replaceAll('https://shop.example/wool-coat', LOOPBACK_ADDRESS)
    return { json, isAccepted: schema.safeParse(JSON.parse(json)).success, rank }
  })
  const malformed = ['', '{"uid": ', '{"uid":"\ud800\u0000"}', '[', '"', 'NaN']
  return [...values, ...malformed.map((json) => ({ json, isAccepted: false, rank: 0 as const }))]
}

/** Some calls carry the id of their user. Where that is not what was changed, it is right. */
const withOwner = (value: unknown, example: unknown, ownerId: string): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const changes = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const given: unknown = Reflect.get(Object(example), name)
    if (name === 'uid' || name === 'firebase_uid') return inner === given ? [[name, ownerId]] : []
    return name === 'firebase_user_data' ? [[name, withOwner(inner, given, ownerId)]] : []
  })
  return { ...value, ...Object.fromEntries(changes) }
}

/** Percent-encoded texts for paths and queries, and some that cannot be decoded. */
export const HOSTILE_URL_TEXTS: readonly { text: string; rank: Rank }[] = [
  ...[...ranked(1, WORST_TEXTS), ...ranked(2, [...TEXTS, ...TIMES])].map(({ value, rank }) => ({
    text: encodeURIComponent(String(value).toWellFormed()),
    rank,
  })),
  ...['%ED%A0%80', '%', '%zz%E0%A4%A', '%2FQ%3D%3D'].map((text) => ({ text, rank: 2 as const })),
]
