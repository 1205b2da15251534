/** JSON Schema, as zod writes it. */
export type Schema = Record<string, unknown>

const toSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? (value as Schema) : {}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const EXAMPLE_TIME = '2026-11-17T09:30:00.000Z'

const FORMATS: Record<string, string> = {
  'date-time': EXAMPLE_TIME,
  date: EXAMPLE_TIME.slice(0, 10),
  uri: 'https://shop.example/wool-coat',
  email: 'ada@example.com',
  uuid: '0b6a3f0e-6f1c-4b52-9f5e-3d8f1f6c2a47',
}

/** Examples by the name of the field; the first match counts. */
const NAMES: [RegExp, string][] = [
  [/e-?mail/i, 'ada@example.com'],
  [/(At|_at|login|Date)$/, EXAMPLE_TIME],
  [/currency/i, 'EUR'],
  [/host$/i, 'shop.example'],
  [/price|amount/i, '89.00'],
  [
    /(url|link|source|address|picture|image|photo|thumbnail|video|redirect)$/i,
    FORMATS['uri'] ?? '',
  ],
  [/(uid|id|key|code|token|cursor|next|after|version)$/i, '42'],
  [/(title|product|name)$/i, 'Wool coat'],
  [/(brand|seller|shop)$/i, 'Linen & Co'],
  [/categor/i, 'outerwear'],
  [/query|term|words/i, 'wool coat'],
]

const PATTERN_CANDIDATES = [
  '42',
  'EUR',
  'ABC234',
  'aGVsbG8',
  '0123456789abcdef0123',
  '1h',
  '50-100',
  '2026-11',
  'a',
  'shop.example',
  'upload:42',
  // Hashes and keys of a fixed length.
  ...[22, 64, 87].map((length) => 'a'.repeat(length)),
]

const fitsSchema = (schema: Schema, text: string) => {
  const { pattern, minLength = 0, maxLength = Infinity } = schema
  return (
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))
  )
}

const createTextExample = (schema: Schema, name: string): string => {
  const byName = NAMES.find(([pattern]) => pattern.test(name))?.[1]
  const candidates = [FORMATS[String(schema['format'])], byName, 'text', ...PATTERN_CANDIDATES]
  const text = candidates.find(
    (candidate) => candidate !== undefined && fitsSchema(schema, candidate),
  )
  return text ?? 'text'.padEnd(Number(schema['minLength'] ?? 0), 'x')
}

const createNumberExample = (schema: Schema): number => {
  const lowest = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0) + 1)
  const highest = Number(schema['maximum'] ?? Infinity)
  return Math.min(Math.max(lowest, Math.min(1, highest)), highest)
}

const createObjectExample = (schema: Schema, depth: number) => {
  const properties = Object.entries(toSchema(schema['properties']))
  const examples = properties.map(([name, inner]) => [
    name,
    createExample(toSchema(inner), name, depth),
  ])
  const extra = toSchema(schema['additionalProperties'])
  if (examples.length > 0 || Object.keys(extra).length === 0) return Object.fromEntries(examples)
  const [key = 'name'] = toList(toSchema(schema['propertyNames'])['enum'])
  return { [String(key)]: createExample(extra, 'name', depth) }
}

const MAX_DEPTH = 20

/** A value that the schema accepts, with every field filled in. `name`: of the field. */
export const createExample = (schema: Schema, name = '', depth = 0): unknown => {
  if (depth > MAX_DEPTH) return null
  const [example] = toList(schema['examples'])
  if (example !== undefined) return example
  if ('const' in schema) return schema['const']
  const [choice] = toList(schema['enum'])
  if (choice !== undefined) return choice
  const [first] = [...toList(schema['anyOf']), ...toList(schema['oneOf'])]
  if (first !== undefined) return createExample(toSchema(first), name, depth + 1)
  const parts = toList(schema['allOf']).map((part) =>
    createExample(toSchema(part), name, depth + 1),
  )
  if (parts.length > 0) return Object.assign({}, ...parts) as unknown
  const [type = schema['type']] = toList(schema['type'])
  if (type === 'object') return createObjectExample(schema, depth + 1)
  if (type === 'array') {
    const tuple = toList(schema['prefixItems'])
    if (tuple.length > 0) return tuple.map((item) => createExample(toSchema(item), name, depth + 1))
    if (schema['maxItems'] === 0) return []
    return [createExample(toSchema(schema['items']), name.replace(/s$/, ''), depth + 1)]
  }
  if (type === 'string') return createTextExample(schema, name)
  if (type === 'number' || type === 'integer') return createNumberExample(schema)
  if (type === 'boolean') return true
  return null
}
