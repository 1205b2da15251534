import type { ClientBase } from 'pg'

/** Everything that is ours, and not of an extension. */
const isOurs = (catalog: string, namespace: string, oid = 'oid') =>
  `${namespace} IN ('public'::regnamespace, 'catalog'::regnamespace, 'search'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend extension WHERE extension.deptype = 'e'
      AND extension.classid = '${catalog}'::regclass AND extension.objid = ${oid})`

/** One query for each class of objects; each of its rows is the text of one object. */
const CLASSES = {
  extensions: `SELECT extname || ' ' || extnamespace::regnamespace FROM pg_extension`,
  schemas: `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(temp|toast)'`,
  tables: `SELECT concat_ws(' ', oid::regclass, relkind, relpersistence, relreplident, reloptions,
      relrowsecurity)
    FROM pg_class WHERE relkind NOT IN ('i', 'S') AND ${isOurs('pg_class', 'relnamespace')}`,
  columns: `SELECT concat_ws(' ', attrelid::regclass, row_number() OVER (PARTITION BY attrelid ORDER BY
      attnum), attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      attstorage, attcompression, nullif(attcollation, 0)::regcollation, nullif(attstattarget, -1),
      attoptions, pg_get_expr(adbin, adrelid))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind NOT IN ('i', 'S')
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND ${isOurs('pg_class', 'relnamespace', 'pg_class.oid')}`,
  constraints: `SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace IN
      ('public'::regnamespace, 'catalog'::regnamespace, 'search'::regnamespace)`,
  indexes: `SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered, relpersistence)
    FROM pg_index JOIN pg_class ON oid = indexrelid WHERE ${isOurs('pg_class', 'relnamespace')}`,
  functions: `SELECT CASE prokind WHEN 'a'
      THEN concat_ws(' ', oid::regprocedure, aggtransfn, aggtranstype::regtype, agginitval)
      ELSE pg_get_functiondef(oid) || prosrc END
    FROM pg_proc LEFT JOIN pg_aggregate ON aggfnoid = oid WHERE ${isOurs('pg_proc', 'pronamespace')}`,
  triggers: `SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal`,
  sequences: `SELECT concat_ws(' ', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin,
      seqmax, seqcache, seqcycle, pg_sequence_last_value(seqrelid), relpersistence,
      (SELECT concat_ws(' ', refobjid::regclass, attname) FROM pg_depend JOIN pg_attribute
        ON attrelid = refobjid AND attnum = refobjsubid
        WHERE classid = 'pg_class'::regclass AND objid = seqrelid AND deptype IN ('a', 'i')))
    FROM pg_sequence JOIN pg_class ON oid = seqrelid`,
  types: `SELECT concat_ws(' ', oid::regtype, typtype, typbasetype::regtype, typdefault,
      (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = pg_type.oid))
    FROM pg_type WHERE typtype <> 'b' AND ${isOurs('pg_type', 'typnamespace')}`,
  'text search': `SELECT concat_ws(' ', pg_ts_config.oid::regconfig, cfgparser, maptokentype, mapseqno,
      mapdict::regdictionary)
    FROM pg_ts_config JOIN pg_ts_config_map ON mapcfg = pg_ts_config.oid
    WHERE ${isOurs('pg_ts_config', 'cfgnamespace', 'pg_ts_config.oid')}
    UNION ALL
    SELECT concat_ws(' ', oid::regdictionary, dicttemplate, dictinitoption)
    FROM pg_ts_dict WHERE ${isOurs('pg_ts_dict', 'dictnamespace')}`,
  'comments and views': `SELECT concat_ws(' ', classoid::regclass, objsubid, description)
    FROM pg_description WHERE objoid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend
      WHERE deptype = 'e' AND (classid, objid) = (classoid, objoid)) AND classoid <> 'pg_extension'::regclass
    UNION ALL SELECT pg_get_ruledef(oid) FROM pg_rewrite
      WHERE oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND objid = ev_class)`,
}
export type DatabaseDescription = Record<keyof typeof CLASSES | 'rows', string[]>

const readTexts = async (client: ClientBase, query: string): Promise<string[]> => {
  const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' })
  return rows.map(([text]) => text).toSorted()
}

/** All that a database consists of, as texts that can be compared, without when it was made. */
export const describeDatabase = async (client: ClientBase): Promise<DatabaseDescription> => {
  const described: Partial<DatabaseDescription> = {}
  for (const [name, query] of Object.entries(CLASSES))
    described[name as keyof typeof CLASSES] = await readTexts(client, query)
  const tables = await readTexts(
    client,
    `SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND ${isOurs('pg_class', 'relnamespace')}`,
  )
  const rows = tables.map(
    (table) => `SELECT '${table} ' || (to_jsonb(stored) - 'applied_at')::text FROM ${table} stored`,
  )
  described.rows = await readTexts(client, rows.join(' UNION ALL '))
  return described as DatabaseDescription
}
