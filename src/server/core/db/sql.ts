import type { z } from 'zod'
import type { Connection } from './query.ts'

/** SQL text with separate values. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** A part of a statement. */
export const sql = (texts: TemplateStringsArray, ...values: unknown[]) => new Sql(texts, values)

/** Trusted text inside a statement, such as a list of columns; never user input. */
export const raw = (text: string | number) => new Sql([String(text)], [])

export const joinSql = (parts: readonly Sql[], separator: string) =>
  new Sql(['', ...parts.slice(1).map(() => separator), ''], parts)

/** Parts become text, everything else becomes a parameter. A repeated part reuses its parameters. */
const flattenSql = (part: Sql, parameters: unknown[], texts = new Map<Sql, string>()): string => {
  const flattened = texts.get(part)
  if (flattened !== undefined) return flattened
  const flat = part.texts.reduce((text, next, index) => {
    const value = part.values[index - 1]
    const inside =
      value instanceof Sql ? flattenSql(value, parameters, texts) : `$${parameters.push(value)}`
    return text + inside + next
  })
  texts.set(part, flat)
  return flat
}

type Template = [texts: TemplateStringsArray, ...values: unknown[]]

/** A template tag, as in `SELECT … WHERE id = ${id}`: values are sent separately. */
type Tag<T> = (...template: Template) => Promise<T>

/** A named statement is prepared once per connection. */
type QueryOptions = { name?: string }

const runTemplate = (
  connection: Connection,
  [texts, ...parts]: Template,
  { name }: QueryOptions = {},
) => {
  const values: unknown[] = []
  const text = flattenSql(new Sql(texts, parts), values)
  return connection.query(name === undefined ? { text, values } : { name, text, values })
}

/** Validates rows as they leave the database: a type argument would only claim to know the columns. */
export const readRows =
  <T>(connection: Connection, row: z.ZodType<T>, options?: QueryOptions): Tag<T[]> =>
  async (...template) => {
    const { rows } = await runTemplate(connection, template, options)
    return rows.map((record) => row.parse(record))
  }

export const readRow =
  <T>(...args: Parameters<typeof readRows<T>>): Tag<T | null> =>
  async (...template) =>
    (await readRows(...args)(...template))[0] ?? null

/** For statements that always return a row. */
export const requireRow =
  <T>(...args: Parameters<typeof readRows<T>>): Tag<T> =>
  async (...template) => {
    const row = await readRow(...args)(...template)
    if (row === null) throw new Error('The statement returned no row')
    return row
  }

/** The first column of each row, usually the only one. */
export const readValues =
  <T>(connection: Connection, value: z.ZodType<T>, options?: QueryOptions): Tag<T[]> =>
  async (...template) => {
    const { rows } = await runTemplate(connection, template, options)
    return rows.map((record) => value.parse(Object.values(record as object)[0]))
  }

/** The first column of the first row; null if there is none. */
export const readValue =
  <T>(...args: Parameters<typeof readValues<T>>): Tag<T | null> =>
  async (...template) =>
    (await readValues(...args)(...template))[0] ?? null

/** How many rows the statement found or changed. */
export const countAffectedRows =
  (connection: Connection, options?: QueryOptions): Tag<number> =>
  async (...template) =>
    (await runTemplate(connection, template, options)).rowCount ?? 0

/** Whether a query finds a row. */
export const hasRow =
  (...args: Parameters<typeof countAffectedRows>): Tag<boolean> =>
  async (...template) =>
    (await countAffectedRows(...args)(...template)) > 0

/** Whether a statement adds, changes or deletes a row. */
export const affectsRow = (...args: Parameters<typeof countAffectedRows>): Tag<boolean> =>
  hasRow(...args)

export const execute =
  (...args: Parameters<typeof countAffectedRows>): Tag<void> =>
  async (...template) => {
    await countAffectedRows(...args)(...template)
  }
