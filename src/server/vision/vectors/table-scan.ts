import { z } from 'zod'
import { createQueue, QueueFull } from '#server/core/concurrency/tasks.ts'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { VectorFilter, VectorMatch, VectorSearch } from './vector-search.ts'

/** About a third of a second of the database's time. */
const MAX_ROWS = 10_000
const AT_ONCE = 2
const WAITING = 8

const unavailable = () =>
  new AppError(503, 'Similar products cannot be searched just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    code: 'vectors-unavailable',
  })

const countRow = z.object({ rows: z.number() })
const matchRow = z.object({ productKey: z.string(), similarity: z.number() })

const filtered = (isTheirs: string) => `model_version = $1
  AND ($2::text IS NULL OR category = $2)
  AND (${isTheirs})
  AND ($4::text[] IS NULL OR product_key = ANY ($4))`
export const FILTERED = filtered('owner_uid IS NULL OR owner_uid = $3')
const OWN = filtered('owner_uid = $3')

export const filterValues = (version: string, { category, ownerUid, among }: VectorFilter) => [
  version,
  category ?? null,
  ownerUid ?? null,
  among ?? null,
]

export type ScanTable = (
  version: string,
  ...asked: Parameters<VectorSearch['search']>
) => Promise<VectorMatch[]>

const nearestOf = (passing: string) => `SELECT product_key AS "productKey",
    (SELECT coalesce(sum(a::float8 * b), 0) FROM unnest(vector, $5::real[]) AS pair(a, b))
      AS similarity
  FROM model_vectors WHERE ${passing} ORDER BY similarity DESC, product_key LIMIT $6`

/** Among the few products that one person has added. */
export const createOwnScan =
  (connection: Connection): ScanTable =>
  async (version, vector, count, filter = {}) =>
    readRows(connection, matchRow, nearestOf(OWN), [
      ...filterValues(version, filter),
      `{${vector.join(',')}}`,
      count,
    ])

/**
 * Compares the rows in PostgreSQL, without pgvector and without an index: exact, for searches that
 * cannot wait until an index is ready. Too many rows or callers get a 503 with Retry-After.
 */
export const createTableScan = (connection: Connection, maxRows = MAX_ROWS): ScanTable => {
  const inTurn = createQueue(AT_ONCE, WAITING)

  const scan: ScanTable = async (version, vector, count, filter = {}) => {
    const values = filterValues(version, filter)
    const row = await readRow(
      connection,
      countRow,
      `SELECT count(*)::int AS rows
      FROM (SELECT FROM model_vectors WHERE ${FILTERED} LIMIT $5) passing`,
      [...values, maxRows + 1],
    )
    if ((row?.rows ?? 0) > maxRows) throw unavailable()
    return readRows(connection, matchRow, nearestOf(FILTERED), [
      ...values,
      `{${vector.join(',')}}`,
      count,
    ])
  }

  return (...asked) =>
    inTurn(() => scan(...asked)).catch((error: unknown) => {
      throw error instanceof QueueFull ? unavailable() : error
    })
}
