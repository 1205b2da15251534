import { createHash } from 'node:crypto'
import { escapeLiteral, type Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { readRow, readRows } from '#server/db/rows.ts'
import { type Connection, createAtomically } from '#server/db/transaction.ts'
import type { VectorFilter, VectorMatch, VectorSearch } from './vector-search.ts'

export type PgvectorSettings = { pool: Pool; dimensions: number; version: string; log: Logger }

/** Search effort, and iterative scans for filters that leave too few results (pgvector 0.8 and later). */
const EFFORT = 120
const FILTERED_SCANS_FROM = [0, 8] as const
const INDEX_PREFIX = 'model_vectors_near_'
const INDEX_LOCK = 7_341_021

const extensionRow = z.object({ extversion: z.string() })
const indexRow = z.object({ indexname: z.string() })
const matchRow = z.object({ productKey: z.string(), similarity: z.number() })

const isFrom = (version: string, [major, minor]: readonly [number, number]) => {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

/** Null if the extension is missing or cannot be created. */
const findExtension = async (pool: Pool, log: Logger): Promise<string | null> => {
  try {
    await pool.query('CREATE EXTENSION IF NOT EXISTS vector')
  } catch (err) {
    log.debug({ err }, 'The database has no pgvector')
    return null
  }
  const sql = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
  return (await readRow(pool, extensionRow, sql))?.extversion ?? null
}

/**
 * One partial index per model, because vectors of another length would not fit. The lock keeps servers
 * that start at the same time from building it twice.
 */
const ensureIndex = async ({ pool, dimensions, version }: PgvectorSettings) => {
  const name = INDEX_PREFIX + createHash('sha256').update(version).digest('hex').slice(0, 12)
  await createAtomically(pool)(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [INDEX_LOCK])
    await client.query(
      `CREATE INDEX IF NOT EXISTS ${name} ON model_vectors
      USING hnsw ((vector::vector(${dimensions})) vector_ip_ops)
      WHERE model_version = ${escapeLiteral(version)}`,
    )
    const others = await readRows(
      client,
      indexRow,
      'SELECT indexname FROM pg_indexes WHERE indexname LIKE $1 AND indexname <> $2',
      [`${INDEX_PREFIX}%`, name],
    )
    for (const { indexname } of others) await client.query(`DROP INDEX ${indexname}`)
  })
}

/** Searches in the database with pgvector's HNSW index; null if it has no pgvector. */
export const openPgvectorSearch = async (
  settings: PgvectorSettings,
): Promise<VectorSearch | null> => {
  const { pool, dimensions, version, log } = settings
  const extension = await findExtension(pool, log)
  if (extension === null) return null
  await ensureIndex(settings)
  const canGoOn = isFrom(extension, FILTERED_SCANS_FROM)

  const search = async (
    client: Connection,
    vector: Float32Array,
    count: number,
    { category, minPrice, maxPrice, ownerUid }: VectorFilter,
  ): Promise<VectorMatch[]> => {
    return readRows(
      client,
      matchRow,
      `SELECT product_key AS "productKey", -((vector::vector(${dimensions})) <#> $1::vector(${dimensions}))
        AS similarity
      FROM model_vectors
      WHERE model_version = ${escapeLiteral(version)}
        AND ($3::text IS NULL OR category = $3)
        AND ($4::float8 IS NULL OR price >= $4)
        AND ($5::float8 IS NULL OR price <= $5)
        AND (owner_uid IS NULL OR owner_uid = $6)
      ORDER BY (vector::vector(${dimensions})) <#> $1::vector(${dimensions}) LIMIT $2`,
      [
        `[${vector.join(',')}]`,
        count,
        category ?? null,
        minPrice ?? null,
        maxPrice ?? null,
        ownerUid ?? null,
      ],
    )
  }

  return {
    kind: 'pgvector',
    search: (vector, count, filter = {}) =>
      createAtomically(pool)(async (client) => {
        await client.query(`SET LOCAL hnsw.ef_search = ${Math.max(EFFORT, count)}`)
        if (canGoOn) await client.query('SET LOCAL hnsw.iterative_scan = strict_order')
        const matches = await search(client, vector, count, filter)
        if (matches.length === count) return matches
        // A selective filter can leave the index with too few results: then compare the rows that pass.
        await client.query('SET LOCAL enable_indexscan = off')
        return search(client, vector, count, filter)
      }),
    close: async () => {},
  }
}
