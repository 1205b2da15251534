import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'

/** Far above what a sequence reaches, so that the ids of copies never collide. */
const IDS_PER_COPY = 10_000_000

const shiftId = (column: string) => `${column} + copy * ${IDS_PER_COPY}`
const renameCopy = (column: string) => `${column} || '-' || copy`
const rekeyCopy = (column: string) => `md5(${column}::text || copy)::uuid`

/** What differs between a row and its copies; every other column is copied as it is. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'catalog.people': { id: shiftId('id'), name: renameCopy('name') },
  'catalog.looks': { id: shiftId('id'), url: renameCopy('url'), person_id: shiftId('person_id') },
  'catalog.products': { id: shiftId('id'), product_key: rekeyCopy('product_key') },
  'catalog.offers': {
    id: shiftId('id'),
    product_id: shiftId('product_id'),
    url: renameCopy('url'),
  },
  'catalog.worn_items': {
    id: shiftId('id'),
    row_key: rekeyCopy('row_key'),
    look_id: shiftId('look_id'),
    person_id: shiftId('person_id'),
    product_id: shiftId('product_id'),
    offer_id: shiftId('offer_id'),
  },
  'search.documents': {
    product_id: shiftId('product_id'),
    product_key: rekeyCopy('product_key'),
    people: `ARRAY(SELECT ${shiftId('one')} FROM unnest(people) one)`,
    place: `hashtext(${rekeyCopy('product_key')}::text) & 2147483647`,
  },
}

const TERMS = 'search.documents_by_terms'

/**
 * Copies the whole catalogue with its search documents `copies` times, in minutes where an import takes
 * an hour. Triggers and foreign keys are off: the copies are as consistent as what they copy.
 */
export const copyCatalog = async (pool: Database['pool'], copies: number): Promise<void> => {
  await createAtomically(pool)(async (client) => {
    await client.query(`SET LOCAL session_replication_role = replica;
      SET LOCAL maintenance_work_mem = '1GB'`)
    const { rows } = await client.query<{ definition: string }>(
      'SELECT pg_get_indexdef($1::regclass) AS definition',
      [TERMS],
    )
    await client.query(`DROP INDEX ${TERMS}`)
    for (const [table, changes] of Object.entries(TABLES)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await client.query(
        `INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
        SELECT ${names.map((name) => changes[name] ?? name).join(', ')}
        FROM ${table}, generate_series(1, $1::int) AS copy`,
        [copies],
      )
    }
    await client.query(rows[0]?.definition ?? '')
  })
  await pool.query('VACUUM (ANALYZE)')
}
