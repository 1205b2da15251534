import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeLiteral } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { MINUTE_MS } from '#shared/durations.ts'

type PgvectorIndexOptions = {
  url: string
  table?: 'model_vectors' | 'search.vectors'
  dimensions: number
  version: string
  log: Logger
  /** Half precision finds the same products at half the size; pgvector before 0.7 has only `vector`. */
  type: 'halfvec' | 'vector'
}

/**
 * One partial index per model, because vectors of another length would not fit, and per category, because
 * a search names one: a smaller graph finds more of the nearest in less time.
 */
const INDEX_PREFIX = 'model_vectors_near_'
/** Held while an index is built: only one server builds. */
const INDEX_LOCK = 7_341_021
/** While another server builds, or after a failure. */
const RETRY_MS = MINUTE_MS
/** A graph that does not fit is built many times slower. */
const BUILD_MEMORY = '2GB'

const indexRow = z.object({ name: z.string(), isValid: z.boolean() })

const buildIndexName = (type: string, version: string, category: string) =>
  INDEX_PREFIX +
  createHash('sha256').update(`${type} ${version} ${category}`).digest('hex').slice(0, 12)

/** Indexes of this kind; a build that was interrupted leaves one that is maintained but never used. */
const readIndexes = (client: Connection, table: string) =>
  readRows(client, indexRow)`
    SELECT relname AS name, indisvalid AS "isValid" FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = ${table}::regclass AND relname LIKE ${`${INDEX_PREFIX}%`}`

const buildIndex = async (options: PgvectorIndexOptions, client: Connection, category: string) => {
  const { table = 'model_vectors', dimensions, version, log, type } = options
  const name = buildIndexName(type, version, category)
  log.info({ index: name, category }, 'Building the vector index')
  const started = performance.now()
  await execute(client)`SET maintenance_work_mem = '${raw(BUILD_MEMORY)}'`
  await execute(client)`CREATE INDEX CONCURRENTLY ${raw(name)} ON ${raw(table)}
    USING hnsw ((vector::${raw(type)}(${raw(dimensions)})) ${raw(type)}_ip_ops)
    WHERE model_version = ${raw(escapeLiteral(version))}
      AND category = ${raw(escapeLiteral(category))}`
  const seconds = Math.round((performance.now() - started) / 1_000)
  log.info({ index: name, category, seconds }, 'The vector index is built')
}

/** False if another server is building. */
const tryUpdateIndexes = async (
  options: PgvectorIndexOptions,
  client: Connection,
): Promise<boolean> => {
  const isLocked = await readValue(client, z.boolean())`SELECT pg_try_advisory_lock(${INDEX_LOCK})`
  if (!isLocked) return false
  const { table = 'model_vectors' } = options
  // On a search database, the index of a former model remains, but is empty.
  const models =
    table === 'model_vectors'
      ? await readValues(client, z.string())`SELECT version FROM vector_models`
      : null
  const versions = [options.version, ...(models ?? [])]
  const usedNames = new Set(
    versions.flatMap((version) =>
      CATEGORIES.map((category) => buildIndexName(options.type, version, category)),
    ),
  )
  const schema = table === 'model_vectors' ? '' : 'search.'
  const drop = ({ name }: { name: string }) =>
    execute(client)`DROP INDEX CONCURRENTLY ${raw(schema)}${raw(name)}`
  const indexes = await readIndexes(client, table)
  for (const index of indexes.filter(({ isValid }) => !isValid)) await drop(index)
  const valid = indexes.filter(({ isValid }) => isValid)
  for (const category of CATEGORIES) {
    const own = buildIndexName(options.type, options.version, category)
    if (!valid.some(({ name }) => name === own)) await buildIndex(options, client, category)
  }
  // Last: the previous version may still use its own.
  for (const index of models ? valid.filter(({ name }) => !usedNames.has(name)) : [])
    await drop(index)
  return true
}

/**
 * Builds this model's index in the background, on its own connection: CREATE INDEX CONCURRENTLY takes
 * minutes for a million vectors and cannot run in a transaction. Searches compare rows meanwhile.
 */
export const buildIndexInBackground = (options: PgvectorIndexOptions) => {
  const { url, log } = options
  const stop = new AbortController()
  let pid: number | null = null
  let failures = 0

  const attempt = async () => {
    const client = new Client({ connectionString: url, statement_timeout: 0, lock_timeout: 0 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      pid = await readValue(client, z.number())`SELECT pg_backend_pid()`
      // Parallel workers need shared memory, of which a container may have little.
      if (failures > 0) await execute(client)`SET max_parallel_maintenance_workers = 0`
      return stop.signal.aborted || (await tryUpdateIndexes(options, client))
    } finally {
      pid = null
      // Also releases the lock.
      await client.end().catch(() => undefined)
    }
  }

  const run = async () => {
    while (!stop.signal.aborted) {
      const isDone = await attempt().catch((err: unknown) => {
        failures += 1
        if (!stop.signal.aborted) log.error({ err }, 'Could not build the vector index')
        return false
      })
      if (isDone) return
      await delay(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  const built = run()
  return {
    built,
    /** The next server drops what is unfinished, and starts again. */
    close: async () => {
      stop.abort()
      // Without this, the database would keep building for a client that is gone.
      if (pid !== null) await cancelBuild(url, pid, log)
      await built
    },
  }
}

const cancelBuild = async (url: string, pid: number, log: Logger) => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await execute(client)`SELECT pg_cancel_backend(${pid})`
  } catch (err) {
    log.warn({ err }, 'Could not stop building the vector index')
  } finally {
    await client.end().catch(() => undefined)
  }
}
