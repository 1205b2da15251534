import { setTimeout as delay } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { insertPerson } from '#tests/support/people.ts'
import { benchFolder } from './bench-database.ts'
import { startApp } from './bench-server.ts'
import { databaseCpuSeconds } from './child.ts'
import { printFigures } from './statistics.ts'
import { BENCH_SECRET, MEASURED, openDatabaseOf } from './visits.ts'

/** Below what one person may open in a minute. */
const STREAMS_EACH = 10
const WATCHED_SECONDS = 30

/** What open live streams hold in memory and cost while nothing happens. */
export const benchStreams = async (streams: number) => {
  const app = await startApp(benchFolder('load'), MEASURED)
  const database = await openDatabaseOf(app.dataDir)
  const agent = new Agent({ bodyTimeout: 0 })
  const open = async (cookie: string): Promise<Dispatcher.ResponseData> => {
    const headers = { cookie, accept: 'text/event-stream' }
    const reply = await request(`${app.url}/api/live`, { dispatcher: agent, headers })
    if (reply.statusCode !== 200) throw new Error(`A stream got ${reply.statusCode}`)
    reply.body.on('error', () => undefined).resume()
    return reply
  }
  const watch = async () => {
    const before = [await app.cpuSeconds(), await databaseCpuSeconds(app.dataDir)] as const
    await delay(WATCHED_SECONDS * 1_000)
    const after = [await app.cpuSeconds(), await databaseCpuSeconds(app.dataDir)] as const
    return {
      'CPU ms per s': ((after[0] - before[0]) * 1_000) / WATCHED_SECONDS,
      'database CPU ms per s': ((after[1] - before[1]) * 1_000) / WATCHED_SECONDS,
      'RSS MB': await app.rssMb(),
    }
  }
  try {
    const none = await watch()
    for (let opened = 0; opened < streams; opened += STREAMS_EACH) {
      const { cookie } = await insertPerson(database.pool, BENCH_SECRET)
      await Promise.all(Array.from({ length: STREAMS_EACH }, () => open(cookie)))
    }
    const all = await watch()
    const kilobytes = ((all['RSS MB'] - none['RSS MB']) * 1_024) / streams
    printFigures('Live streams while nothing happens', [
      { streams: 0, ...none, 'KB each': 0 },
      { streams, ...all, 'KB each': kilobytes },
    ])
  } finally {
    await agent.destroy()
    await database.close()
    await app.stop()
  }
}
