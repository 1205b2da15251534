import { escapeLiteral, type Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { retryAfterShardMove } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import {
  execute,
  joinSql,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  sql,
  type Sql,
} from '#server/core/db/sql.ts'
import { toError } from '#server/core/http/errors.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { buildIndexInBackground } from './pgvector-index.ts'
import type { VectorMatch } from '#shared/vision/match-order.ts'
import type { VectorFilter, VectorSearch } from './vector-search.ts'

export type PgvectorSearchDependencies = {
  pool: Pool
  /** For the connection that builds the index. */
  url: string
  /** Where the vectors are. */
  table?: 'model_vectors' | 'search.vectors'
  dimensions: number
  version: string
  log: Logger
}

/** Search effort, and iterative scans for filters that leave too few results (pgvector 0.8 and later). */
const EFFORT = 120
/** Every shard of a cluster adds its nearest, so that less effort in each finds as many. */
const SHARD_EFFORT = 40
const FILTERED_SCANS_FROM = [0, 8] as const
const HALF_PRECISION_FROM = [0, 7] as const

const extensionRow = z.object({ installed_version: z.string().nullable() })
const matchRow = z.object({ productKey: z.string(), similarity: z.number() })

const isAtLeast = (version: string, [major, minor]: readonly [number, number]) => {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

/** The version of pgvector, which is created if needed; null if the server lacks it or this role may not create it. */
const findExtension = async (pool: Pool, log: Logger): Promise<string | null> => {
  const readExtension = () => readRow(pool, extensionRow)`
    SELECT installed_version FROM pg_available_extensions WHERE name = 'vector'`
  const available = await readExtension()
  if (!available) log.debug('The database server has no pgvector')
  if (!available || available.installed_version) return available?.installed_version ?? null
  try {
    await execute(pool)`CREATE EXTENSION IF NOT EXISTS vector`
  } catch (err) {
    const name = await readValue(pool, z.string())`SELECT current_database()`
    log.warn(
      { reason: toError(err).message },
      `pgvector is available, but this role may not create it; vectors are searched in the server's memory. Run this as a database superuser, then restart: psql -d ${name} -c 'CREATE EXTENSION vector'`,
    )
    return null
  }
  return (await readExtension())?.installed_version ?? null
}

/** Searches in the database with pgvector, by its HNSW index once that is built; null without pgvector. */
export const openPgvectorSearch = async (
  dependencies: PgvectorSearchDependencies,
): Promise<VectorSearch | null> => {
  const { pool, table = 'model_vectors', dimensions, version, log } = dependencies
  const extension = await findExtension(pool, log)
  if (extension === null) return null
  const type = isAtLeast(extension, HALF_PRECISION_FROM) ? 'halfvec' : 'vector'
  const index = buildIndexInBackground({ ...dependencies, type })
  const canGoOn = isAtLeast(extension, FILTERED_SCANS_FROM)
  const isCluster = await hasRow(pool)`SELECT FROM pg_extension WHERE extname = 'citus'`
  const effort = table === 'search.vectors' && isCluster ? SHARD_EFFORT : EFFORT

  const search = async (
    client: Connection,
    vector: Float32Array,
    count: number,
    { category, ownerUid, among }: VectorFilter,
  ): Promise<VectorMatch[]> => {
    const length = raw(dimensions)
    const queryVector = sql`${`[${vector.join(',')}]`}::vector(${length})`
    const limit = sql`${count}`
    const isVisible = sql`(owner_uid IS NULL OR owner_uid = ${ownerUid ?? null})`
    const selectNear = (condition: Sql) => sql`(
      SELECT product_key AS "productKey", -(vector::vector(${length}) <#> ${queryVector}) AS similarity
      FROM ${raw(table)}
      WHERE model_version = ${raw(escapeLiteral(version))} AND ${condition} AND ${isVisible}
      ORDER BY (vector::${raw(type)}(${length})) <#> ${queryVector}::${raw(type)}(${length})
      LIMIT ${limit})`
    const categories = category === undefined ? CATEGORIES : [category]
    const lists = among
      ? [selectNear(sql`product_key = ANY (${among}::text[])`)]
      : categories.map((name) => selectNear(sql`category = ${raw(escapeLiteral(name))}`))
    return readRows(client, matchRow)`
      SELECT * FROM (${joinSql(lists, ' UNION ALL ')}) nearest
      ORDER BY similarity DESC LIMIT ${limit}`
  }

  return {
    kind: 'pgvector',
    search: (vector, count, filter = {}) =>
      retryAfterShardMove(() =>
        createAtomically(pool)(async (client) => {
          await client.query(
            [
              `SET LOCAL hnsw.ef_search = ${Math.max(effort, count)}`,
              ...(canGoOn ? ['SET LOCAL hnsw.iterative_scan = strict_order'] : []),
            ].join(';'),
          )
          if (!filter.among) {
            const matches = await search(client, vector, count, filter)
            if (matches.length === count) return matches
          }
          // A selective filter can leave the index with too few results: then compare the rows that pass.
          await execute(client)`SET LOCAL enable_indexscan = off`
          return search(client, vector, count, filter)
        }),
      ),
    loaded: async () => undefined,
    waitUntilIndexed: () => index.built,
    close: () => index.close(),
  }
}
