import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeLiteral } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import { CATEGORIES } from '#shared/domain/category.ts'

type Settings = {
  url: string
  table?: 'model_vectors' | 'search.vectors'
  dimensions: number
  version: string
  log: Logger
  /** Half precision is as good and half as large; before 0.7 pgvector knows only `vector`. */
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
const LOOK_AGAIN_MS = 60_000
/** A graph that does not fit is built many times slower. */
const BUILD_MEMORY = '2GB'

const pidRow = z.object({ pid: z.number() })
const lockRow = z.object({ locked: z.boolean() })
const indexRow = z.object({ name: z.string(), isValid: z.boolean() })

const indexName = (type: string, version: string, category: string) =>
  INDEX_PREFIX +
  createHash('sha256').update(`${type} ${version} ${category}`).digest('hex').slice(0, 12)

const knownRow = z.object({ version: z.string() })

/** Indexes of this kind; a build that was interrupted leaves one that is maintained but never used. */
const readIndexes = (client: Connection, table: string) =>
  readRows(
    client,
    indexRow,
    `SELECT relname AS name, indisvalid AS "isValid" FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = $2::regclass AND relname LIKE $1`,
    [`${INDEX_PREFIX}%`, table],
  )

const build = async (settings: Settings, client: Connection, category: string) => {
  const { table = 'model_vectors', dimensions, version, log, type } = settings
  const name = indexName(type, version, category)
  log.info({ index: name, category }, 'Building the vector index')
  const started = performance.now()
  await client.query(`SET maintenance_work_mem = '${BUILD_MEMORY}'`)
  await client.query(
    `CREATE INDEX CONCURRENTLY ${name} ON ${table}
    USING hnsw ((vector::${type}(${dimensions})) ${type}_ip_ops)
    WHERE model_version = ${escapeLiteral(version)} AND category = ${escapeLiteral(category)}`,
  )
  const seconds = Math.round((performance.now() - started) / 1_000)
  log.info({ index: name, category, seconds }, 'The vector index is built')
}

/** False if another server is building. */
const ensureIndex = async (settings: Settings, client: Connection): Promise<boolean> => {
  const lock = 'SELECT pg_try_advisory_lock($1) AS locked'
  if (!(await readRow(client, lockRow, lock, [INDEX_LOCK]))?.locked) return false
  const { table = 'model_vectors' } = settings
  // On a search database, the index of a model that is gone stays, and is empty.
  const models =
    table === 'model_vectors'
      ? await readRows(client, knownRow, 'SELECT version FROM vector_models')
      : null
  const versions = [settings.version, ...(models ?? []).map(({ version }) => version)]
  const wanted = new Set(
    versions.flatMap((version) =>
      CATEGORIES.map((category) => indexName(settings.type, version, category)),
    ),
  )
  const schema = table === 'model_vectors' ? '' : 'search.'
  const drop = ({ name }: { name: string }) =>
    client.query(`DROP INDEX CONCURRENTLY ${schema}${name}`)
  const indexes = await readIndexes(client, table)
  for (const index of indexes.filter(({ isValid }) => !isValid)) await drop(index)
  const valid = indexes.filter(({ isValid }) => isValid)
  for (const category of CATEGORIES) {
    const own = indexName(settings.type, settings.version, category)
    if (!valid.some(({ name }) => name === own)) await build(settings, client, category)
  }
  // Last: the previous version may still use its own.
  for (const index of models ? valid.filter(({ name }) => !wanted.has(name)) : []) await drop(index)
  return true
}

/**
 * Builds this model's index in the background, on its own connection: CREATE INDEX CONCURRENTLY takes
 * minutes for a million vectors and cannot run in a transaction. Searches compare rows meanwhile.
 */
export const buildIndexInBackground = (settings: Settings) => {
  const { url, log } = settings
  const stop = new AbortController()
  let pid: number | null = null
  let failures = 0

  const attempt = async () => {
    const client = new Client({ connectionString: url, statement_timeout: 0, lock_timeout: 0 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      pid = (await readRow(client, pidRow, 'SELECT pg_backend_pid() AS pid'))?.pid ?? null
      // Parallel workers need shared memory, of which a container may have little.
      if (failures > 0) await client.query('SET max_parallel_maintenance_workers = 0')
      return stop.signal.aborted || (await ensureIndex(settings, client))
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
        if (!stop.signal.aborted) log.error({ err }, 'The vector index could not be built')
        return false
      })
      if (isDone) return
      await delay(LOOK_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  const built = run()
  return {
    built,
    /** The next server drops what is unfinished, and starts again. */
    close: async () => {
      stop.abort()
      // Without this, the database would go on building for a client that has left.
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
    await client.query('SELECT pg_cancel_backend($1)', [pid])
  } catch (err) {
    log.warn({ err }, 'The building of the vector index could not be stopped')
  } finally {
    await client.end().catch(() => undefined)
  }
}
