import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { LIVE } from '#shared/constants.ts'
import { insertPerson } from '#tests/support/people.ts'
import { getBenchFolder } from './bench-database.ts'
import { readDatabaseCpuSeconds, startApp } from './child.ts'
import { printFigures } from './statistics.ts'
import { BENCH_SECRET, MEASURED, openRunningDatabase } from './visits.ts'

/** Below what one person may open in a minute. */
const STREAMS_EACH = 10
/** Two heartbeats. */
const WATCHED_SECONDS = (2 * LIVE.heartbeatMs) / 1_000
const NOTED_EVERY = 1_000
/** Of the database's statistics. */
const SETTLING_MS = 2_000

/** What open live streams hold in memory and cost while nothing happens. */
export const benchStreams = async (streams: number) => {
  const app = await startApp(getBenchFolder('load'), MEASURED)
  const database = await openRunningDatabase(app.dataDir)
  const agent = new Agent({ bodyTimeout: 0 })
  const open = async (cookie: string): Promise<Dispatcher.ResponseData> => {
    const headers = { cookie, accept: 'text/event-stream' }
    const reply = await request(`${app.url}/api/live`, { dispatcher: agent, headers })
    if (reply.statusCode !== 200) throw new Error(`A stream got ${reply.statusCode}`)
    reply.body.on('error', () => undefined).resume()
    return reply
  }
  /** Each query of the server outside a transaction is one; a session reports them after a second. */
  const transactions = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT (xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database
      WHERE datname = current_database()`,
    )
    return rows[0]?.count ?? Number.NaN
  }
  const reading = async () => ({
    cpu: await app.cpuSeconds(),
    database: await readDatabaseCpuSeconds(app.dataDir),
    queries: await transactions(),
  })
  const watch = async () => {
    await delay(SETTLING_MS)
    const before = await reading()
    await delay(WATCHED_SECONDS * 1_000)
    const after = await reading()
    return {
      'CPU ms per s': ((after.cpu - before.cpu) * 1_000) / WATCHED_SECONDS,
      'database CPU ms per s': ((after.database - before.database) * 1_000) / WATCHED_SECONDS,
      'queries per s': (after.queries - before.queries) / WATCHED_SECONDS,
      'RSS MB': await app.rssMb(),
    }
  }
  try {
    const withoutStreams = await watch()
    for (let openStreams = 0; openStreams < streams; openStreams += STREAMS_EACH) {
      if (openStreams % NOTED_EVERY === 0) process.stderr.write(`${openStreams} streams are open\n`)
      const { cookie } = await insertPerson(database.pool, BENCH_SECRET)
      await Promise.all(Array.from({ length: STREAMS_EACH }, () => open(cookie)))
    }
    const all = await watch()
    const kilobytes = ((all['RSS MB'] - withoutStreams['RSS MB']) * 1_024) / streams
    printFigures('Live streams while nothing happens', [
      { streams: 0, ...withoutStreams, 'KB each': 0 },
      { streams, ...all, 'KB each': kilobytes },
    ])
  } finally {
    await agent.destroy()
    await database.close()
    await app.stop()
  }
}
