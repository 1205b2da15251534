import type pg from 'pg'

const listTables = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT object.oid::regclass::text AS name FROM pg_class object
       JOIN pg_namespace namespace ON namespace.oid = relnamespace
      WHERE relkind = 'r' AND relpersistence = 'p' AND nspname IN ('public', 'catalog')
        AND relname <> 'schema_migrations' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The tables that contain this text. */
export const findTablesWith = async (pool: pg.Pool, text: string): Promise<string[]> => {
  const found: string[] = []
  for (const name of await listTables(pool)) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${name} one WHERE strpos(one::text, $1) > 0 LIMIT 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

/** Count and hash of every table that outlives a crash, whatever the order of its rows. */
export const contentsOf = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const contents: Record<string, string> = {}
  for (const name of await listTables(pool)) {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(one::text, E'\\n' ORDER BY one::text)), '')
         AS hash FROM ${name} one`,
    )
    contents[name] = rows[0]?.hash ?? ''
  }
  return contents
}

/** Constraints, triggers, indexes and sequences, as text. */
export const schemaOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line
       FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'catalog'::regnamespace)
     UNION ALL
     SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid)
       FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL
     SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'catalog')
     UNION ALL
     SELECT schemaname || '.' || sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences
     ORDER BY 1`,
  )
  return rows.map(({ line }) => line)
}
