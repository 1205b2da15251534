import { expect, test } from 'vitest'
import { z } from 'zod'
import { countAffectedRows, joinSql, hasRow, raw, readRows, readValue, sql } from './sql.ts'

/** Answers every statement with one row, and remembers it. */
const recording = () => {
  const asked: unknown[] = []
  const query = async (statement: unknown) => {
    asked.push(statement)
    return { rows: [{ id: 7, name: 'Coat' }], rowCount: 1 }
  }
  return { asked, connection: { query } }
}

const INJECTION = "'; DROP TABLE users; --"

test('sends values apart from the statement', async () => {
  const { asked, connection } = recording()
  await countAffectedRows(connection)`SELECT FROM users WHERE name = ${INJECTION} AND id = ${7}`
  expect(asked).toEqual([
    { text: 'SELECT FROM users WHERE name = $1 AND id = $2', values: [INJECTION, 7] },
  ])
})

test('numbers the values of nested parts in their order', async () => {
  const { asked, connection } = recording()
  const conditions = [sql`name = ${INJECTION}`, raw('is_admin'), sql`id = ANY (${[1, 2]})`]
  await countAffectedRows(connection, { name: 'named' })`
SELECT ${raw('id')} FROM users WHERE age > ${30} AND ${joinSql(conditions, ' AND ')} LIMIT ${5}`
  expect(asked).toEqual([
    {
      name: 'named',
      text: '\nSELECT id FROM users WHERE age > $1 AND name = $2 AND is_admin AND id = ANY ($3) LIMIT $4',
      values: [30, INJECTION, [1, 2], 5],
    },
  ])
})

test('a part that occurs again repeats its values', async () => {
  const { asked, connection } = recording()
  const isNamed = sql`name = ${INJECTION}`
  await countAffectedRows(connection)`SELECT ${isNamed} FROM users WHERE ${isNamed} AND id = ${7}`
  expect(asked).toEqual([
    { text: 'SELECT name = $1 FROM users WHERE name = $1 AND id = $2', values: [INJECTION, 7] },
  ])
})

test('a text from outside is a value even where it looks like a part', async () => {
  const { asked, connection } = recording()
  await hasRow(connection)`SELECT ${JSON.parse('{"texts": ["1"], "values": []}')}`
  expect(asked).toMatchObject([{ text: 'SELECT $1' }])
})

test('validates what it reads', async () => {
  const { connection } = recording()
  expect(await readValue(connection, z.number())`SELECT 7`).toBe(7)
  await expect(readRows(connection, z.object({ id: z.string() }))`SELECT`).rejects.toThrow('id')
})
